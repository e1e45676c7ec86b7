import { Layer, Source } from '@vis.gl/react-maplibre';

interface RasterOverlayProps {
  /** An id that is unique on the map. */
  id: string;
  /** The template of the tiles' addresses, with `{z}`, `{x}` and `{y}`. */
  tiles: string;
  /** West, south, east, north, outside of which no tile is requested. East may be beyond 180. */
  bounds: [number, number, number, number];
  /** The opacity, from 0 to 1. */
  opacity: number;
  /** Whether enlarged pixels stay squares, as for classes, which can't be interpolated. */
  isCategorical: boolean;
  attribution: string;
}

/** The map engine takes no bounds across the antimeridian, so they become all longitudes. */
function withoutTurn(bounds: RasterOverlayProps['bounds']): RasterOverlayProps['bounds'] {
  const [, south, east, north] = bounds;
  return east > 180 ? [-180, south, 180, north] : bounds;
}

/** Draws a tiled picture above the base map. */
export function RasterOverlay({
  id,
  tiles,
  bounds,
  opacity,
  isCategorical,
  attribution,
}: RasterOverlayProps) {
  return (
    <Source
      id={`raster-${id}`}
      type="raster"
      tiles={[tiles]}
      tileSize={256}
      bounds={withoutTurn(bounds)}
      maxzoom={16}
      attribution={attribution}
    >
      <Layer
        id={`raster-${id}`}
        type="raster"
        paint={{
          'raster-opacity': opacity,
          'raster-fade-duration': 150,
          'raster-resampling': isCategorical ? 'nearest' : 'linear',
        }}
      />
    </Source>
  );
}
