import type { LngLat } from '../places.ts';

/**
 * The state of setting places on the map one after the other, on which the tools for all shapes are
 * based.
 */
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
