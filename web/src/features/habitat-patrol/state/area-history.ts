import type { AreaHistory, Interest } from './patrol-state.ts';

const maxSteps = 50;

/** The history after a change of the area. */
export function remember(history: AreaHistory, former: Interest | null): AreaHistory {
  return { past: [...history.past, former].slice(-maxSteps), future: [] };
}

interface Step {
  readonly interest: Interest | null;
  readonly history: AreaHistory;
}

/** Undoes one step, or returns null at the beginning. */
export function stepBack({ past, future }: AreaHistory, current: Interest | null): Step | null {
  const interest = past.at(-1);
  if (interest === undefined) return null;
  return { interest, history: { past: past.slice(0, -1), future: [...future, current] } };
}

/** Redoes one step, or returns null at the end. */
export function stepForward({ past, future }: AreaHistory, current: Interest | null): Step | null {
  const interest = future.at(-1);
  if (interest === undefined) return null;
  return { interest, history: { past: [...past, current], future: future.slice(0, -1) } };
}
