import type { Polygon, Position } from 'geojson';
import type { LngLat } from './rectangle-tool.ts';

/** Drawing a polygon corner by corner, as a state. */
export type PolygonTool =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'drawing';
      readonly corners: readonly LngLat[];
      /** Where the next corner would be; null while no pointer is over the map. */
      readonly pointer: LngLat | null;
    };

export type PolygonEvent =
  | { type: 'arm' }
  /** @property near the corner, if any, on which the press fell */
  | { type: 'press'; position: LngLat; near: 'first' | 'last' | null }
  | { type: 'move'; position: LngLat | null }
  | { type: 'remove-last' }
  | { type: 'finish' }
  | { type: 'cancel' };

const fewestCorners = 3;
const idle: PolygonTool = { phase: 'idle' };

/**
 * A press sets a corner; one on the first or, as a double click is, on the last corner finishes.
 * @returns the tool's next state, and the polygon when this event has finished one
 */
export function stepPolygonTool(
  tool: PolygonTool,
  event: PolygonEvent,
): { tool: PolygonTool; finished?: Polygon } {
  switch (event.type) {
    case 'arm':
      return { tool: { phase: 'drawing', corners: [], pointer: null } };
    case 'cancel':
      return { tool: idle };
    case 'press':
      return press(tool, event);
    case 'move':
      return { tool: tool.phase === 'drawing' ? { ...tool, pointer: event.position } : tool };
    case 'remove-last':
      return {
        tool: tool.phase === 'drawing' ? { ...tool, corners: tool.corners.slice(0, -1) } : tool,
      };
    case 'finish':
      return canFinish(tool) ? { tool: idle, finished: closedPolygon(tool.corners) } : { tool };
  }
}

function press(
  tool: PolygonTool,
  { position, near }: Extract<PolygonEvent, { type: 'press' }>,
): { tool: PolygonTool; finished?: Polygon } {
  if (tool.phase === 'idle') return { tool };
  if (near !== null) return stepPolygonTool(tool, { type: 'finish' });
  return { tool: { ...tool, corners: [...tool.corners, position] } };
}

/** Whether there are corners enough. */
export function canFinish(tool: PolygonTool): tool is Extract<PolygonTool, { phase: 'drawing' }> {
  return tool.phase === 'drawing' && tool.corners.length >= fewestCorners;
}

/** The polygon as it would be with a corner at the pointer; null while it encloses nothing. */
export function polygonSoFar(tool: PolygonTool): Polygon | null {
  if (tool.phase === 'idle') return null;
  const corners = tool.pointer === null ? tool.corners : [...tool.corners, tool.pointer];
  return corners.length < fewestCorners ? null : closedPolygon(corners);
}

/** Counter-clockwise, as RFC 7946 asks, and in the world between 180° west and east. */
function closedPolygon(corners: readonly LngLat[]): Polygon {
  const worlds = Math.floor((corners[0]![0] + 180) / 360) * 360;
  const ring = corners.map(([longitude, latitude]): Position => [longitude - worlds, latitude]);
  const ordered = signedArea(ring) < 0 ? ring.toReversed() : ring;
  return { type: 'Polygon', coordinates: [[...ordered, ordered[0]!]] };
}

/** In square degrees; positive counter-clockwise. */
function signedArea(ring: readonly Position[]): number {
  return ring.reduce((sum, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length]!;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}
