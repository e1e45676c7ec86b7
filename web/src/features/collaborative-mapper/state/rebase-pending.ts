import { mergeStates } from '@refugia/engine/merge/index.ts';
import type { ConfirmedFeature, FeatureChange, MapState, PendingEdit } from './map-state.ts';

/**
 * Gives later edits of the same features a new base after one edit was confirmed. These edits were
 * made while the first was on its way, so their base is no revision of the server. The confirmed
 * state becomes their base. An edit that does not fit to it stays unchanged, and the server reports
 * the conflict.
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
  if (outcome.kind === 'conflict') return change;
  const { state: before, revision: baseRevision } = feature;
  return { ...change, baseRevision, before, after: outcome.feature };
}
