import { boundsOf } from '@refugia/engine/geo/bounds.ts';
import type { FlatGeometry } from '@refugia/engine/vector/types.ts';
import type { Position } from 'geojson';

function positionsOf(geometry: FlatGeometry): Position[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates;
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.flat();
    case 'MultiPolygon':
      return geometry.coordinates.flat(2);
  }
}

/**
 * The box around a geometry in PostgreSQL's notation: the north-eastern corner, then the
 * south-western one.
 */
export function boxText(geometry: FlatGeometry): string {
  const [west, south, east, north] = boundsOf(positionsOf(geometry));
  return `(${east},${north}),(${west},${south})`;
}
