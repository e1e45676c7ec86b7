import { mergeStates } from '@refugia/engine/merge/index.ts';
import type { ConfirmedFeature, MapState, PendingEdit } from './map-state.ts';

/** A feature as the map draws it, with this browser's unconfirmed edits applied. */
export interface ShownFeature extends ConfirmedFeature {
  readonly isPending: boolean;
}

/**
 * Applies the owner's pending edits to the features, and merges them with changes that others made
 * meanwhile. An edit that conflicts is left out, because the server refuses it and it is then shown
 * as held.
 */
export function shownFeatures({
  features,
  pending,
}: Pick<MapState, 'features' | 'pending'>): ReadonlyMap<string, ShownFeature> {
  const shown = new Map<string, ShownFeature>();
  for (const [id, feature] of features) shown.set(id, { ...feature, isPending: false });
  for (const edit of pending) if (edit.kind === 'operation') lay(shown, edit);
  return shown;
}

function lay(shown: Map<string, ShownFeature>, { changes }: PendingEdit): void {
  for (const { featureId: id, before, after } of changes) {
    const feature = shown.get(id);
    const outcome = mergeStates({ base: before, current: feature?.state ?? null, incoming: after });
    if (outcome.kind === 'conflict') continue;
    if (outcome.feature === null) shown.delete(id);
    else {
      const origin = { id, revision: 0, layerId: null, dataset: null, isResolved: false };
      shown.set(id, { ...(feature ?? origin), state: outcome.feature, isPending: true });
    }
  }
}
