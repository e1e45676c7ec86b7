import type { FeatureChangeRequest } from '@refugia/contract/collaborative-mapper/operations.ts';
import { isSameState, makePatch, mergeStates } from '@refugia/engine/merge/index.ts';
import type {
  ConfirmedFeature,
  Draft,
  FeatureChange,
  HeldEdit,
  MapState,
  PendingEdit,
} from './map-state.ts';

export function withPending(state: MapState, edit: PendingEdit): MapState {
  return { ...state, pending: [...state.pending, edit] };
}

/** The map without a waiting edit, which is confirmed or discarded. */
export function withoutPending(state: MapState, id: string): MapState {
  return { ...state, pending: state.pending.filter((edit) => edit.id !== id) };
}

export function withHeld(state: MapState, held: HeldEdit): MapState {
  const others = state.held.filter(({ edit }) => edit.id !== held.edit.id);
  return { ...withoutPending(state, held.edit.id), held: [...others, held] };
}

export function withoutHeld(state: MapState, id: string): MapState {
  return { ...state, held: state.held.filter(({ edit }) => edit.id !== id) };
}

/**
 * Gives later edits of the same features a new base after an edit was confirmed: the confirmed
 * state. They were made while that edit was on its way, so that their base is no revision of the
 * server. The server reports the conflict of one that does not fit.
 */
export function withRebased(state: MapState, confirmed: PendingEdit): MapState {
  const waiting = new Set(confirmed.changes.map(({ featureId }) => featureId));
  const pending = state.pending.map((edit) => {
    if (edit.kind !== 'operation' || edit.id === confirmed.id) return edit;
    if (!edit.changes.some(({ featureId }) => waiting.has(featureId))) return edit;
    const changes = edit.changes.map((change) =>
      waiting.delete(change.featureId)
        ? rebased(change, state.features.get(change.featureId))
        : change,
    );
    return { ...edit, changes };
  });
  return { ...state, pending };
}

function rebased(change: FeatureChange, feature: ConfirmedFeature | undefined): FeatureChange {
  if (!feature) return change;
  const { before: base, after: incoming } = change;
  const outcome = mergeStates({ base, current: feature.state, incoming });
  if (outcome.disputed.length > 0) return change;
  const { state: before, revision: baseRevision } = feature;
  return { ...change, baseRevision, before, after: outcome.merged };
}

/** A feature that was changed before keeps its first base, and is dropped if it is back at it. */
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

export const draftId = 'draft';

/** The draft as the edit that proposing it would make. */
export function draftAsEdit({ changes, note }: Draft): PendingEdit {
  return { id: draftId, kind: 'proposal', changes, note, madeAt: new Date().toISOString() };
}

/** Each has only what it changes. A change without a difference is left out. */
export function changeRequests(changes: readonly FeatureChange[]): FeatureChangeRequest[] {
  return changes.flatMap(({ featureId, baseRevision, before, after }): FeatureChangeRequest[] => {
    const patch = makePatch(before, after);
    if (!patch) return [];
    const sent = patch.kind === 'delete' ? { kind: patch.kind } : patch;
    return [
      {
        feature_id: featureId,
        base_revision: baseRevision,
        patch: sent as FeatureChangeRequest['patch'],
      },
    ];
  });
}

/**
 * A random UUID (version 4, RFC 9562). The browser's own function exists only on secure pages, and many
 * offices serve their maps over plain HTTP.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
