import { occurrenceTilesAddress } from '@refugia/contract/collaborative-mapper/calls.ts';
import type { RasterLayer } from '@refugia/contract/collaborative-mapper/rasters.ts';
import { Layer, Source } from '@vis.gl/react-maplibre';
import { layerPrefixes } from '../drawing/feature-layers.tsx';
import { boxOfRaster } from '../state/raster-box.ts';
import { useRasterOpacity, useRasters } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { useEngineProtocol } from '../workspace/use-engine-protocol.ts';
import { useOccurrences } from './occurrences.ts';

/** Rasters and the occurrences of species, drawn on the map below its features. */
export function MapOverlays() {
  const { call, map, state } = useOpenMap();
  const { data: rasters = [] } = useRasters();
  const { occurrences } = useOccurrences();
  const protocol = `map-${map.id}`;
  const isKnown = useEngineProtocol(protocol, async (address, signal) => {
    const picture = await call<Blob>(address, { asFile: true, signal });
    return await picture.arrayBuffer();
  });
  const beforeId = `${state.tileNews ? layerPrefixes.tiles : layerPrefixes.whole}-fill`;
  return (
    <>
      {isKnown &&
        rasters.map((raster) => (
          <RasterOnMap key={raster.id} raster={raster} protocol={protocol} beforeId={beforeId} />
        ))}
      {occurrences.map(({ key }) => (
        <Source
          key={key}
          id={`occurrences-${key}`}
          type="raster"
          tiles={[`${window.location.origin}${occurrenceTilesAddress(key)}`]}
          tileSize={512}
          attribution="Occurrences: GBIF.org"
        >
          <Layer id={`occurrences-${key}`} type="raster" beforeId={beforeId} />
        </Source>
      ))}
    </>
  );
}

interface RasterOnMapProps {
  raster: RasterLayer;
  beforeId: string;
  protocol: string;
}

function RasterOnMap({ raster, protocol, beforeId }: RasterOnMapProps) {
  const box = boxOfRaster(raster);
  const opacity = useRasterOpacity(raster.id);
  if (box === null) return null;
  const [west, south, east, north] = box;
  return (
    <Source
      id={`raster-${raster.id}`}
      type="image"
      url={`${protocol}://${raster.picture}`}
      coordinates={[
        [west, north],
        [east, north],
        [east, south],
        [west, south],
      ]}
    >
      <Layer
        id={`raster-${raster.id}`}
        type="raster"
        beforeId={beforeId}
        paint={{ 'raster-opacity': opacity / 10, 'raster-fade-duration': 0 }}
      />
    </Source>
  );
}
