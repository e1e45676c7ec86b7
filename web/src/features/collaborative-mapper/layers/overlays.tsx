import { occurrenceTilesAddress } from '@refugia/contract/collaborative-mapper/calls.ts';
import type { RasterLayer } from '@refugia/contract/collaborative-mapper/rasters.ts';
import { useQuery } from '@tanstack/react-query';
import { Layer, Source } from '@vis.gl/react-maplibre';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';
import { fetchRasters } from '../calls/rasters.ts';
import { boxOfRaster } from './raster-box.ts';
import { useRasterOpacity } from './raster-opacity.ts';
import { useCallProtocol } from './use-call-protocol.ts';
import { useOccurrences } from './use-occurrences.ts';

interface OverlaysProps extends MapAccess {
  /** The layer of the map below which the overlays lie. */
  beforeId: string;
}

/** The pictures of a map and the occurrences of species, below its features. */
export function Overlays({ call, map, beforeId }: OverlaysProps) {
  const { data: rasters = [] } = useQuery({
    queryKey: mapKeys.rasters(map.id),
    queryFn: ({ signal }) => fetchRasters(call, map.id, signal),
  });
  const { occurrences } = useOccurrences();
  const protocol = useCallProtocol(call, map.id);
  return (
    <>
      {protocol !== null &&
        rasters.map((raster) => (
          <RasterPicture key={raster.id} raster={raster} protocol={protocol} beforeId={beforeId} />
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

interface RasterPictureProps extends Pick<OverlaysProps, 'beforeId'> {
  raster: RasterLayer;
  /** The protocol by which the map engine fetches the pictures. */
  protocol: string;
}

/** Draws a picture in its place. */
function RasterPicture({ raster, protocol, beforeId }: RasterPictureProps) {
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
