import type {
  ConflictingChange,
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
import { cleanNewState, cleanState } from './clean-state.ts';
import {
  type FeatureToStore,
  featureIdUsed,
  findFeatures,
  type StoredFeature,
  storeFeatures,
} from './feature-rows.ts';
import type { MapEdit } from './map-edit.ts';
import { movedPositions } from './moved-positions.ts';
import { statesAt } from './revisions.ts';

/** A change of one feature, from any call. */
export interface FeatureChange {
  readonly featureId: string;
  /**
   * The revision that the change starts from. It is 0 for a new feature, and undefined for the
   * current revision.
   */
  readonly baseRevision: number | undefined;
  /** True when the change creates the feature. */
  readonly isNew: boolean;
  /**
   * Computes the state after the change from the state that it starts from. Null deletes the
   * feature.
   */
  incoming(base: FeatureState | null): FeatureState | null;
  readonly proposalId?: string;
}

/** The failure for a feature that the map does not have. */
export function featureNotFound(): ApiFailure {
  return new ApiFailure(404, 'feature_not_found', 'There is no such feature on this map.');
}

/** Converts a change in an API call. */
export function changeOf(request: FeatureChangeRequest): FeatureChange {
  const { feature_id: featureId, base_revision: baseRevision, patch } = request;
  return {
    featureId,
    baseRevision,
    isNew: patch.kind === 'create',
    incoming(base) {
      switch (patch.kind) {
        case 'create':
          return cleanNewState(patch.after);
        case 'delete':
          return null;
        case 'edit':
          return cleanState(patched(base, patch as EditPatch), base);
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
 * A change and the states that the merge needs: the base, the current state, and the state after
 * the change.
 */
interface ChangeInContext {
  readonly change: FeatureChange;
  readonly stored: StoredFeature | undefined;
  readonly base: FeatureState | null;
  readonly current: FeatureState | null;
  readonly incoming: FeatureState | null;
}

/**
 * @throws {ApiFailure} 404, 409 and 400 for features that do not belong to the map or are named
 * twice
 */
async function putInContext(
  orm: Queryable,
  mapId: number,
  changes: readonly FeatureChange[],
): Promise<ChangeInContext[]> {
  const ids = changes.map(({ featureId }) => featureId);
  if (new Set(ids).size < ids.length) {
    throw new ApiFailure(400, 'feature_twice', 'A feature can be changed once in one call.');
  }
  const known = await findFeatures(orm, ids);
  for (const { featureId, isNew } of changes) {
    const stored = known.get(featureId);
    if (stored && stored.mapId !== mapId && isNew) {
      throw featureIdUsed();
    }
    if (!isNew && stored?.mapId !== mapId) throw featureNotFound();
  }
  const edited = changes.filter(({ isNew }) => !isNew);
  const questions = edited.map(({ featureId, baseRevision }) => {
    const feature = known.get(featureId)!;
    return { feature, revision: baseRevision ?? feature.revision };
  });
  const answers = await statesAt(orm, questions);
  const bases = new Map(edited.map(({ featureId }, index) => [featureId, answers[index] ?? null]));
  return changes.map((change) => {
    const stored = known.get(change.featureId);
    const base = bases.get(change.featureId) ?? null;
    const current = stored?.isThere ? stored.state : null;
    return { change, stored, base, current, incoming: change.incoming(base) };
  });
}

/** The outcome of a change: the feature after it, or the conflict that prevents it. */
function mergeChange(
  { change, stored, base, current, incoming }: ChangeInContext,
  resolutions: ReadonlyMap<string, Resolution>,
): { merged: FeatureState | null } | { conflict: ConflictingChange } {
  const outcome = mergeStates({ base, current, incoming });
  if (outcome.kind === 'merged') {
    const { feature } = outcome;
    return { merged: feature?.geometry ? feature : null };
  }
  const revision = stored?.revision ?? 0;
  const resolution = resolutions.get(change.featureId);
  if (resolution?.revision === revision) {
    return { merged: cleanState(resolution.feature, current) };
  }
  const { conflicts, states, partial } = outcome;
  return {
    conflict: {
      feature_id: change.featureId,
      revision,
      conflicts: [...conflicts],
      states,
      partial,
    },
  };
}

/**
 * Merges changes of features into a map and appends them to its log. If one of them conflicts,
 * nothing is written.
 * @param resolutions the owner's decisions about changes that conflicted before
 * @returns the changes that conflict; none when all were applied
 * @throws {ApiFailure} 400, 404 and 409 for changes that can't be merged at all
 */
export async function applyChanges(
  edit: MapEdit,
  changes: readonly FeatureChange[],
  resolutions: readonly Resolution[] = [],
): Promise<ConflictingChange[]> {
  const decided = new Map(resolutions.map((each) => [each.feature_id, each]));
  const inContext = await putInContext(edit.transaction, edit.map.id, changes);
  const merges = inContext.map((each) => ({ ...each, outcome: mergeChange(each, decided) }));
  const conflicts = merges.flatMap(({ outcome }) =>
    'conflict' in outcome ? outcome.conflict : [],
  );
  if (conflicts.length > 0) return conflicts;

  const toStore: FeatureToStore[] = [];
  for (const { change, stored, current, outcome } of merges) {
    const merged = 'merged' in outcome ? outcome.merged : null;
    const patch = makePatch(current, merged);
    if (!patch) continue;
    const revision = edit.append({
      patch,
      featureId: change.featureId,
      baseRevision: stored?.revision ?? 0,
      ...(change.proposalId && { proposalId: change.proposalId }),
    });
    toStore.push({
      id: change.featureId,
      // A feature whose layer was deleted comes back without a layer.
      layerId: stored?.isLayerThere ? stored.layerId : null,
      revision,
      state: merged ?? current!,
      isDeleted: merged === null,
      moved: merged?.geometry ? movedPositions(patch, merged.geometry) : undefined,
    });
  }
  await storeFeatures(edit.transaction, edit.map.id, toStore);
  return [];
}

/** Aborts the transaction of changes that conflict. */
export class ConflictError extends Error {
  readonly conflicts: readonly ConflictingChange[];

  constructor(conflicts: readonly ConflictingChange[]) {
    super('a change conflicts with what was done meanwhile');
    this.name = 'ConflictError';
    this.conflicts = conflicts;
  }
}

/**
 * Like `applyChanges`, but conflicts are thrown.
 * @throws {ConflictError} when a change conflicts; {ApiFailure} as `applyChanges`
 */
export async function applyAll(
  edit: MapEdit,
  changes: readonly FeatureChange[],
  resolutions: readonly Resolution[] = [],
): Promise<void> {
  const conflicts = await applyChanges(edit, changes, resolutions);
  if (conflicts.length > 0) throw new ConflictError(conflicts);
}
