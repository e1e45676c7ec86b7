import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { useRef, useState } from 'react';
import { useOnChange } from '../../../lib/use-on-change.ts';

/** Goes through the open proposals. One that this person has just made is shown at once. */
export function useQueue(proposals: readonly MapProposal[]) {
  const [remembered, setRemembered] = useState<RememberedProposal | null>(null);
  const ids = proposals.map(({ id }) => id);
  const index = placeInQueue(ids, remembered);
  const current = proposals.at(index) ?? null;
  const show = (next: number) => setRemembered({ id: ids[next], index: next });

  const known = useRef<ReadonlySet<string> | null>(null);
  useOnChange(proposals, () => {
    const made = proposals.findLastIndex(({ id, is_own }) => is_own && !known.current?.has(id));
    if (known.current !== null && made !== -1) show(made);
    // The queue goes on from this place when the proposal is decided by somebody else.
    else if (current !== null && remembered?.id !== current.id) show(index);
    known.current = new Set(ids);
  });
  return {
    current,
    index,
    show: (id: string) => setRemembered({ id, index: Math.max(0, ids.indexOf(id)) }),
    step: (steps: 1 | -1) => show(stepInQueue(index, steps, ids.length)),
  };
}

/** The proposal that the queue shows, and the place in the queue where it was when it came up. */
interface RememberedProposal {
  readonly id: string;
  readonly index: number;
}

/** The place of the remembered proposal, or of the one that has come there, or 0. */
export function placeInQueue(
  ids: readonly string[],
  remembered: RememberedProposal | null,
): number {
  if (remembered === null) return 0;
  const found = ids.indexOf(remembered.id);
  return found === -1 ? Math.max(0, Math.min(remembered.index, ids.length - 1)) : found;
}

/** The place that is a number of steps further on in a queue of `count`, whose ends are joined. */
export function stepInQueue(index: number, steps: number, count: number): number {
  return (((index + steps) % count) + count) % count;
}
