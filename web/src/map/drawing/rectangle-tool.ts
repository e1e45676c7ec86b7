import type { LngLat, Rectangle } from '../places.ts';

/** The position of a pointer on the ground and on the screen. */
export interface PointerPlace {
  readonly position: LngLat;
  readonly xPixels: number;
  readonly yPixels: number;
}

/**
 * The state of drawing a rectangle. It is dragged from corner to corner, or clicked at two corners
 * for people who can't hold a button down.
 */
export type RectangleTool =
  | { readonly phase: 'idle' }
  /** Waiting for the first corner. */
  | { readonly phase: 'armed' }
  /** The first corner is set, the second follows the pointer. */
  | {
      readonly phase: 'stretching';
      readonly from: PointerPlace;
      readonly to: LngLat;
      /** Whether the press that set the first corner is over. */
      readonly isSet: boolean;
      /** Whether the last try to set the second corner left no area between the two. */
      readonly isFlat: boolean;
    };

export type RectangleEvent =
  | { type: 'arm' }
  | { type: 'press' | 'move' | 'release'; place: PointerPlace }
  | { type: 'cancel' };

/** A press that is released within this distance is a click and not a drag. */
const clickTolerancePixels = 6;
/** A rectangle with a shorter side has no area that a person could have meant. */
const shortestSidePixels = 2;

/** @returns the tool's next state, and the rectangle when this event has finished one */
export function stepRectangleTool(
  tool: RectangleTool,
  event: RectangleEvent,
): { tool: RectangleTool; finished?: Rectangle } {
  switch (event.type) {
    case 'arm':
      return { tool: { phase: 'armed' } };
    case 'cancel':
      return { tool: { phase: 'idle' } };
    case 'press':
      if (tool.phase === 'armed') {
        const { place } = event;
        const corner = { from: place, to: place.position, isSet: false, isFlat: false };
        return { tool: { phase: 'stretching', ...corner } };
      }
      return { tool };
    case 'move':
      return tool.phase === 'stretching'
        ? { tool: { ...tool, to: event.place.position, isFlat: false } }
        : { tool };
    case 'release':
      return tool.phase === 'stretching' ? release(tool, event.place) : { tool };
  }
}

function release(
  tool: Extract<RectangleTool, { phase: 'stretching' }>,
  place: PointerPlace,
): { tool: RectangleTool; finished?: Rectangle } {
  const width = Math.abs(place.xPixels - tool.from.xPixels);
  const height = Math.abs(place.yPixels - tool.from.yPixels);
  const isClick = Math.hypot(width, height) <= clickTolerancePixels;
  if (isClick || Math.min(width, height) < shortestSidePixels) {
    // The end of the click that sets the first corner is no try to set the second one.
    return { tool: { ...tool, isSet: true, isFlat: tool.isSet || !isClick } };
  }
  return {
    tool: { phase: 'idle' },
    finished: rectangleBetween(tool.from.position, place.position),
  };
}

/** The rectangle with these opposite corners. */
export function rectangleBetween(a: LngLat, b: LngLat): Rectangle {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
}
