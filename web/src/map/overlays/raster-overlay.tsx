import { Layer, Source } from '@vis.gl/react-maplibre';

interface RasterOverlayProps {
  /** An id that is unique on the map. */
  id: string;
  /** The template of the tiles' addresses, with `{z}`, `{x}` and `{y}`. */
  tiles: string;
  /**
   * The bounds: west, south, east, north. No tiles are requested outside. East is beyond 180 when
   * the box crosses the antimeridian.
   */
  bounds: [number, number, number, number];
  /** The opacity, from 0 to 1. */
  opacity: number;
  /**
   * Whether enlarged pixels stay squares. This is for classes, between which nothing can be
   * interpolated.
   */
  isCategorical: boolean;
  attribution: string;
}

/**
 * The map engine does not accept bounds across the antimeridian, so they become the whole range of
 * longitudes.
 */
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
