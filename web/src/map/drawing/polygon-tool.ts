import { doubleSignedArea } from '@refugia/engine/geo/rings.ts';
import type { Polygon, Position } from 'geojson';
import type { LngLat } from '../places.ts';
import {
  canFinishPath,
  type PathEvent,
  type PathRules,
  type PathTool,
  pathSoFar,
  stepPathTool,
} from './path-tool.ts';

/** The state of drawing a polygon corner by corner. */
export type PolygonTool = PathTool;
type PolygonEvent = PathEvent;

export const polygonRules: PathRules = { fewest: 3, isClosed: true };

/**
 * A press sets a corner. A press on the first corner, or on the last one as by a double click,
 * finishes the polygon.
 * @returns the tool's next state, and the polygon when this event has finished one
 */
export function stepPolygonTool(
  tool: PolygonTool,
  event: PolygonEvent,
): { tool: PolygonTool; finished?: Polygon } {
  const { tool: next, finished } = stepPathTool(tool, event, polygonRules);
  return finished ? { tool: next, finished: closedPolygon(finished) } : { tool: next };
}

/** Whether the polygon has enough corners. */
export function canFinish(tool: PolygonTool): tool is Extract<PolygonTool, { phase: 'drawing' }> {
  return canFinishPath(tool, polygonRules);
}

/** The polygon with a corner at the pointer, or null while it encloses nothing. */
export function polygonSoFar(tool: PolygonTool): Polygon | null {
  const corners = pathSoFar(tool);
  return corners.length < polygonRules.fewest ? null : closedPolygon(corners);
}

/** The closed polygon, counter-clockwise as RFC 7946 asks, with longitudes from −180 to 180. */
export function closedPolygon(corners: readonly LngLat[]): Polygon {
  const worlds = Math.floor((corners[0][0] + 180) / 360) * 360;
  const ring = corners.map(([longitude, latitude]): Position => [longitude - worlds, latitude]);
  const ordered = doubleSignedArea([...ring, ring[0]]) < 0 ? ring.toReversed() : ring;
  return { type: 'Polygon', coordinates: [[...ordered, ordered[0]]] };
}
