import { isSameState } from '@refugia/engine/merge/index.ts';
import type { Draft, FeatureChange, PendingEdit } from './map-state.ts';

/**
 * Adds one change to others. A feature that was changed before keeps its first base. A feature that
 * is back at its base is dropped.
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

/** The id of the draft among edits. */
export const draftId = 'draft';

/** The draft as the edit that proposing it would make. */
export function draftAsEdit({ changes, note }: Draft): PendingEdit {
  return { id: draftId, kind: 'proposal', changes, note, madeAt: new Date().toISOString() };
}
