import { parseArea } from '@refugia/contract/area.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import type { Area } from '../state/patrol-state.ts';

/**
 * Joins all polygons of the shapes to one area.
 * @throws AreaError
 */
export function asOneArea(shapes: readonly (Polygon | MultiPolygon)[]): Area {
  return parseArea(
    JSON.stringify({
      type: 'GeometryCollection',
      geometries: shapes.map(({ type, coordinates }) => ({ type, coordinates })),
    }),
  );
}
