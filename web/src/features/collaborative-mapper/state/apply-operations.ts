import type { MapOperation, MapPatch } from '@refugia/contract/collaborative-mapper/operations.ts';
import { applyPatch, type Patch, PatchMismatchError } from '@refugia/engine/merge/index.ts';
import type { ConfirmedFeature, MapState } from './map-state.ts';
import { withMovedBases } from './proposals.ts';
import { boxOf, boxOfPatch, joined, type TileNews, withChanged } from './tile-news.ts';

/** A list of the server that operations may change. */
export type ChangedList = 'layers' | 'rasters' | 'map' | 'history' | 'collaborators';

/** What operations do not contain, so that it has to be fetched. */
interface Wants {
  /** Because operations are missing or a whole layer was added. */
  readonly allFeatures: boolean;
  readonly featureIds: readonly string[];
  readonly lists: ReadonlySet<ChangedList>;
}

/**
 * Applies operations of the map's log in the order of their numbers, without those that the map
 * contains already. Edits of this browser among them are no longer pending.
 */
export function applyOperations(
  state: MapState,
  operations: readonly MapOperation[],
): { state: MapState; wants: Wants } {
  const features = new Map(state.features);
  const lists = new Set<ChangedList>();
  const featureIds = new Set<string>();
  const confirmed = new Set<string>();
  const changed = new Set<string>();
  let { seq, map, tileNews: news } = state;
  let allFeatures = false;
  for (const operation of operations) {
    if (operation.seq <= seq) continue;
    if (operation.seq > seq + 1) allFeatures = true;
    seq = operation.seq;
    lists.add('history');
    if (operation.client_operation_id !== null) confirmed.add(operation.client_operation_id);
    if (operation.feature_id !== null) changed.add(operation.feature_id);
    const { patch } = operation;
    if (isFeaturePatch(patch)) {
      news = news && newsOf(news, features, operation, patch);
      // The list tells how many features each layer has.
      if (patch.kind !== 'edit' || patch.layer) lists.add('layers');
      const id = operation.feature_id ?? '';
      if (!applyToFeature(features, operation, patch)) featureIds.add(id);
      // What an earlier operation did not tell, this one brings.
      else if (patch.kind !== 'edit') featureIds.delete(id);
    } else if (patch === null) {
      if (operation.feature_id === null) allFeatures = true;
      else featureIds.add(operation.feature_id);
    } else if (patch.kind === 'edit-map') {
      map = { ...map, [patch.attribute]: patch.after };
      lists.add('map');
    } else if (patch.kind === 'delete-layer') {
      for (const [id, { state }] of features)
        if (state.layerId === patch.layer_id) features.delete(id);
      lists.add('layers');
    } else if (patch.kind === 'edit-layer') {
      // Tiles contain the attributes that colour and label features.
      if (news && patch.after.style !== undefined) news = { ...news, wholeSeq: seq };
      lists.add('layers');
    } else if (patch.kind.endsWith('-layer')) {
      if (patch.kind !== 'create-layer') allFeatures = true;
      lists.add('layers');
    } else if (patch.kind === 'note') {
      // A note may tell that the map has another owner.
      lists.add('map').add('collaborators');
    } else {
      lists.add('rasters');
    }
  }
  const pending = state.pending.filter(({ id }) => !confirmed.has(id));
  const proposals = withMovedBases(state.proposals, changed);
  return {
    state: { ...state, seq, map, features, pending, proposals, tileNews: news },
    wants: { allFeatures, featureIds: [...featureIds], lists },
  };
}

function isFeaturePatch(patch: MapPatch | null): patch is Patch {
  return patch?.kind === 'create' || patch?.kind === 'edit' || patch?.kind === 'delete';
}

function newsOf(
  news: TileNews,
  features: ReadonlyMap<string, ConfirmedFeature>,
  { feature_id: id, seq }: MapOperation,
  patch: Patch,
): TileNews {
  if (id === null) return news;
  const before = boxOf(features.get(id)?.state.geometry ?? null);
  return withChanged(news, id, { seq, box: joined(before, boxOfPatch(patch)) });
}

/** @returns false if this browser lacks what the patch changes, which then has to be read */
function applyToFeature(
  features: Map<string, ConfirmedFeature>,
  { feature_id: id, seq, base_revision: baseRevision, verb }: MapOperation,
  patch: Patch,
): boolean {
  if (id === null) return true;
  const known = features.get(id);
  // A feature may have been read after this operation, because a list of features counts as of its
  // beginning.
  if (known && known.revision >= seq) return true;
  try {
    const after = patch.kind === 'create' ? patch.after : null;
    // The server decides what is deleted.
    const state = patch.kind === 'edit' ? applyPatch(known?.state ?? null, patch) : after;
    if (state === null) features.delete(id);
    else features.set(id, { ...(known ?? { id, isResolved: false }), state, revision: seq });
    // A restored feature may have comments, so it is fetched.
    return verb !== 'create' || (baseRevision ?? 0) === 0;
  } catch (error) {
    if (error instanceof PatchMismatchError) return false;
    throw error;
  }
}
