/** The proposal that the queue shows, and the place in the queue where it was when it came up. */
export interface RememberedProposal {
  readonly id: string;
  readonly index: number;
}

/**
 * The index of the proposal to show, of the ids in the queue: the remembered one, or the one that
 * has taken its place after a decision. It is 0 for an empty queue.
 */
export function placeInQueue(
  ids: readonly string[],
  remembered: RememberedProposal | null,
): number {
  if (remembered === null) return 0;
  const found = ids.indexOf(remembered.id);
  return found === -1 ? Math.max(0, Math.min(remembered.index, ids.length - 1)) : found;
}

/** The index that is a number of steps further on in a queue of `count`, whose ends are joined. */
export function stepInQueue(index: number, steps: number, count: number): number {
  return (((index + steps) % count) + count) % count;
}
