import type { ConflictingChange } from '@refugia/contract/collaborative-mapper/conflicts.ts';
import type {
  FeatureChangeRequest,
  Resolution,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import {
  applyPatch,
  type EditPatch,
  type FeatureState,
  makePatch,
  mergeStates,
  PatchMismatchError,
} from '@refugia/engine/merge/index.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { cleanEdit, cleanNewState, cleanState, type GivenFeature } from './clean-state.ts';
import { type FeatureToStore, featureIdUsed, storeFeatures } from './feature-rows.ts';
import { inItsLayer, readLayers, requireFitting } from './layers-of-features.ts';
import type { MapEdit } from './map-edit.ts';
import { movedPositions } from './moved-positions.ts';
import { type LookedUpChange, lookUpChanges } from './revisions.ts';

/** A change of one feature, from any call. */
export interface FeatureChange {
  readonly featureId: string;
  /**
   * The revision that the change starts from. It is 0 for a new feature, and undefined for the
   * current revision.
   */
  readonly baseRevision: number | undefined;
  readonly isNew: boolean;
  /** Computes the state after the change from the one that it starts from. Null deletes the feature. */
  incoming(base: FeatureState | null): FeatureState | null;
  readonly proposalId?: string | undefined;
  /**
   * True for what a person writes now, which has to fit the fields of the layer. What is taken back or was
   * proposed before is not held to them, since fields may have changed.
   */
  readonly mustFit?: boolean;
}

/** The failure for a feature that the map does not have. */
export function featureNotFound(): ApiFailure {
  return new ApiFailure(404, 'feature_not_found', 'There is no such feature on this map.');
}

/**
 * The change that adds a feature.
 * @throws {ApiFailure} 400 as `cleanNewState`
 */
export function additionOf(
  featureId: string,
  { geometry, properties }: GivenFeature,
  layerId?: string,
): FeatureChange {
  const state = cleanNewState({ geometry, properties: properties ?? {}, layerId });
  return { featureId, baseRevision: 0, isNew: true, incoming: () => state };
}

/** The change that makes a feature what a call sends. */
export function editOf(
  featureId: string,
  feature: GivenFeature,
  baseRevision: number | undefined,
): FeatureChange {
  return { featureId, baseRevision, isNew: false, incoming: (base) => cleanEdit(feature, base) };
}

/** The change that deletes a feature. */
export function deletionOf(featureId: string, baseRevision?: number): FeatureChange {
  return { featureId, baseRevision, isNew: false, incoming: () => null };
}

/** The change of an API call that changes several features. */
export function changeOf(request: FeatureChangeRequest): FeatureChange {
  const { feature_id: featureId, base_revision: baseRevision, patch } = request;
  return {
    featureId,
    baseRevision,
    isNew: patch.kind === 'create',
    mustFit: true,
    incoming(base) {
      switch (patch.kind) {
        case 'create':
          return cleanNewState(patch.after);
        case 'delete':
          return null;
        case 'edit':
          return cleanState(patched(base, patch), base);
      }
    },
  };
}

/** @throws {ApiFailure} 409 when the patch does not fit the state */
function patched(base: FeatureState | null, patch: EditPatch): FeatureState | null {
  try {
    return applyPatch(base, patch);
  } catch (error) {
    if (!(error instanceof PatchMismatchError)) throw error;
    throw new ApiFailure(
      409,
      'patch_mismatch',
      `This change does not fit the revision that it names. ${error.message}`,
    );
  }
}

/**
 * Finds the features that changes are about.
 * @throws {ApiFailure} 404, 409 and 400 for features that do not belong to the map or are named
 * twice
 */
export async function lookUpFeatures(
  orm: Queryable,
  mapId: number,
  changes: readonly FeatureChange[],
): Promise<LookedUpChange<FeatureChange>[]> {
  if (new Set(changes.map(({ featureId }) => featureId)).size < changes.length) {
    throw new ApiFailure(400, 'feature_twice', 'A feature can be changed once in one call.');
  }
  const lookedUp = await lookUpChanges(orm, mapId, changes);
  for (const { change, stored } of lookedUp) {
    if (change.isNew && stored && stored.mapId !== mapId) throw featureIdUsed();
    if (!change.isNew && stored?.mapId !== mapId) throw featureNotFound();
  }
  return lookedUp;
}

/** The outcome of a change: the feature after it, or the conflict that prevents it. */
function mergeChange(
  { change, stored, base }: LookedUpChange<FeatureChange>,
  { current, incoming }: Record<'current' | 'incoming', FeatureState | null>,
  resolutions: ReadonlyMap<string, Resolution>,
): { merged: FeatureState | null } | { conflict: ConflictingChange } {
  const revision = stored?.revision ?? 0;
  const states = { base, current, incoming };
  const { merged, disputed } = mergeStates(states);
  if (disputed.length === 0) return { merged: merged?.geometry ? merged : null };
  const resolution = resolutions.get(change.featureId);
  if (resolution?.revision === revision && resolution.choices.length === disputed.length) {
    return { merged: cleanState(mergeStates(states, resolution.choices).merged, current) };
  }
  const { featureId: feature_id } = change;
  return { conflict: { feature_id, revision, merged, disputed: [...disputed], states } };
}

/**
 * The refusal of changes that conflict, with everything that a person needs to resolve that. It aborts
 * the transaction.
 */
export class ConflictError extends ApiFailure {
  override readonly details: { readonly conflicts: readonly ConflictingChange[] };

  constructor(conflicts: readonly ConflictingChange[]) {
    super(
      409,
      'conflict',
      'This was changed by somebody else meanwhile, and both changes can’t be kept. Please choose.',
    );
    this.details = { conflicts };
  }
}

/**
 * Merges changes of features into a map and appends them to its log. If one of them conflicts,
 * nothing is written.
 * @param resolutions the owner's decisions about changes that conflicted before
 * @throws {ConflictError} when a change conflicts; {ApiFailure} 400, 404 and 409 for changes that can't be
 * merged at all
 */
export async function applyChanges(
  edit: MapEdit,
  changes: readonly FeatureChange[],
  resolutions: readonly Resolution[] = [],
): Promise<void> {
  const decided = new Map(resolutions.map((each) => [each.feature_id, each]));
  const { transaction, map } = edit;
  const lookedUp = await lookUpFeatures(transaction, map.id, changes);
  const layers = await readLayers(transaction, map.id);
  const merges = [];
  for (const each of lookedUp) {
    const { change, stored, base } = each;
    const current = stored?.isThere ? stored.state : null;
    const incoming = change.incoming(base);
    if (change.mustFit) {
      await requireFitting({ orm: transaction, mapId: map.id, layers }, { base, incoming }, stored);
    }
    merges.push({ ...each, current, outcome: mergeChange(each, { current, incoming }, decided) });
  }
  const conflicts = merges.flatMap(({ outcome }) =>
    'conflict' in outcome ? outcome.conflict : [],
  );
  if (conflicts.length > 0) throw new ConflictError(conflicts);

  const toStore: FeatureToStore[] = [];
  for (const { change, stored, current, outcome } of merges) {
    const state = 'merged' in outcome ? outcome.merged : null;
    const merged = state && (await inItsLayer(edit, layers, { merged: state, stored }));
    const patch = makePatch(current, merged);
    if (!patch) continue;
    const revision = edit.append({
      patch,
      featureId: change.featureId,
      baseRevision: stored?.revision ?? 0,
      proposalId: change.proposalId,
    });
    toStore.push({
      id: change.featureId,
      revision,
      state: merged ?? current!,
      isDeleted: merged === null,
      moved: merged?.geometry ? movedPositions(patch, merged.geometry) : undefined,
    });
  }
  await storeFeatures(transaction, map.id, toStore);
}
