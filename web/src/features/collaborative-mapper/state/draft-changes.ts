import { isSameState } from '@refugia/engine/merge/index.ts';
import type { Draft, FeatureChange, PendingEdit } from './map-state.ts';

/**
 * Changes with one more on top: a feature that was changed before keeps what it started from, and one
 * that is again as it was is not changed at all.
 */
export function withDraftChange(
  changes: readonly FeatureChange[],
  change: FeatureChange,
): readonly FeatureChange[] {
  const place = changes.findIndex(({ featureId }) => featureId === change.featureId);
  if (place < 0) return isSameState(change.before, change.after) ? changes : [...changes, change];
  const { before, baseRevision } = changes[place];
  const joined = { ...change, before, baseRevision };
  return isSameState(before, change.after)
    ? changes.toSpliced(place, 1)
    : changes.with(place, joined);
}

/** Stands for the draft among edits. */
export const draftId = 'draft';

/** A draft as the edit that it would be, were it proposed now. */
export function draftAsEdit({ changes, note }: Draft): PendingEdit {
  return { id: draftId, kind: 'proposal', changes, note, madeAt: new Date().toISOString() };
}
