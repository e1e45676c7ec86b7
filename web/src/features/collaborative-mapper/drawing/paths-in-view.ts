import type { FlatGeometry } from '@refugia/engine/merge/index.ts';
import type { Position } from 'geojson';
import type { LngLat } from '../../../map/places.ts';

interface View {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * The largest number of vertices to snap to. More would make every movement of the pointer slow.
 */
const maxVertices = 20_000;

/**
 * Collects the points, lines and rings of geometries that may lie in a view, until there are too
 * many vertices.
 */
export function pathsInView(geometries: readonly FlatGeometry[], view: View): LngLat[][] {
  const paths: LngLat[][] = [];
  let vertices = 0;
  for (const geometry of geometries) {
    for (const path of pathsOf(geometry)) {
      if (!comesInto(path, view)) continue;
      vertices += path.length;
      if (vertices > maxVertices) return paths;
      paths.push(path.map(([longitude = 0, latitude = 0]) => [longitude, latitude]));
    }
  }
  return paths;
}

function pathsOf(geometry: FlatGeometry): readonly (readonly Position[])[] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'MultiPoint':
      return geometry.coordinates.map((position) => [position]);
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates;
    case 'MultiPolygon':
      return geometry.coordinates.flat();
  }
}

/** Whether the box around a path meets the view. */
function comesInto(path: readonly Position[], { west, south, east, north }: View): boolean {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of path) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  return left <= east && right >= west && bottom <= north && top >= south;
}
