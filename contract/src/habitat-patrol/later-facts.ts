import type { DatedPatch } from './run-dating.ts';
import type { RunPatch } from './run-patches.ts';

/** Facts of a patch that are found out after its run. */
export type LaterFacts = Pick<
  RunPatch,
  | 'first_seen'
  | 'last_unchanged'
  | 'later_changed'
  | 'later_seen'
  | 'confidence'
  | 'confidence_class'
>;

/** What is known of a patch since its run, as the patch itself tells it. */
export function laterFacts({ patch: _patch, ...facts }: DatedPatch): LaterFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value != null));
}
