import { doubleSignedArea } from '@refugia/engine/geo/rings.ts';
import type { Polygon, Position } from 'geojson';
import type { LngLat } from '../places.ts';

/** The state of setting places on the map one by one, as the tools of all shapes do. */
export type PathTool =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'drawing';
      readonly corners: readonly LngLat[];
      /** The position of the next corner, or null while no pointer is over the map. */
      readonly pointer: LngLat | null;
    };

export type PathEvent =
  | { type: 'arm' }
  /** @property near the corner, if any, on which the press fell */
  | { type: 'press'; position: LngLat; near: 'first' | 'last' | null }
  | { type: 'move'; position: LngLat | null }
  | { type: 'remove-last' }
  | { type: 'finish' }
  | { type: 'cancel' };

export interface PathRules {
  /** The fewest corners with which the path can be finished. */
  readonly fewest: number;
  /** The number of corners at which the path finishes by itself. Default never. */
  readonly most?: number;
  /** Whether a press on the first corner finishes the path, too. */
  readonly isClosed: boolean;
}

const idle: PathTool = { phase: 'idle' };

/**
 * A press sets a corner. A press on the last corner, as by a double click, or on the first corner
 * of a closed path finishes the path.
 * @returns the tool's next state, and the corners when this event has finished the path
 */
export function stepPathTool(
  tool: PathTool,
  event: PathEvent,
  rules: PathRules,
): { tool: PathTool; finished?: readonly LngLat[] } {
  switch (event.type) {
    case 'arm':
      return { tool: { phase: 'drawing', corners: [], pointer: null } };
    case 'cancel':
      return { tool: idle };
    case 'press':
      return press(tool, event, rules);
    case 'move':
      return { tool: tool.phase === 'drawing' ? { ...tool, pointer: event.position } : tool };
    case 'remove-last':
      return {
        tool: tool.phase === 'drawing' ? { ...tool, corners: tool.corners.slice(0, -1) } : tool,
      };
    case 'finish':
      return canFinishPath(tool, rules) ? { tool: idle, finished: tool.corners } : { tool };
  }
}

function press(
  tool: PathTool,
  { position, near }: Extract<PathEvent, { type: 'press' }>,
  rules: PathRules,
): { tool: PathTool; finished?: readonly LngLat[] } {
  if (tool.phase === 'idle') return { tool };
  if (near === 'last' || (near === 'first' && rules.isClosed)) {
    return stepPathTool(tool, { type: 'finish' }, rules);
  }
  const corners = [...tool.corners, position];
  return corners.length === rules.most
    ? { tool: idle, finished: corners }
    : { tool: { ...tool, corners } };
}

/** Whether the path has enough corners. */
export function canFinishPath(
  tool: PathTool,
  { fewest }: PathRules,
): tool is Extract<PathTool, { phase: 'drawing' }> {
  return tool.phase === 'drawing' && tool.corners.length >= fewest;
}

/** The corners as they would be with another one at the pointer. */
export function pathSoFar(tool: PathTool): readonly LngLat[] {
  if (tool.phase === 'idle') return [];
  return tool.pointer === null ? tool.corners : [...tool.corners, tool.pointer];
}

/** The rules of a polygon, which a press on its first corner closes. */
export const polygonRules: PathRules = { fewest: 3, isClosed: true };

/** The polygon with a corner at the pointer, or null while it encloses nothing. */
export function polygonSoFar(tool: PathTool): Polygon | null {
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
