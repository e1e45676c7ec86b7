import {
  applyPatch,
  type FeatureState,
  invertPatch,
  type Patch,
} from '@refugia/engine/merge/index.ts';
import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { mapOperation } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { findFeatures, type StoredFeature } from './feature-rows.ts';

/** A change of one feature, by the revision that it starts from. */
interface RevisedFeature {
  readonly featureId: string;
  /** Undefined for the current revision. */
  readonly baseRevision: number | undefined;
  readonly isNew: boolean;
}

/** A change with its feature as it is stored, and as it was at the revision that the change names. */
export interface LookedUpChange<Change> {
  readonly change: Change;
  readonly stored: StoredFeature | undefined;
  /** Null for a new feature, one of another map, and one that did not exist at the revision. */
  readonly base: FeatureState | null;
}

/**
 * Finds the features of changes, and their states at the revisions that the changes start from.
 * @throws {ApiFailure} 409 for a revision that does not exist yet
 */
export async function lookUpChanges<Change extends RevisedFeature>(
  orm: Queryable,
  mapId: number,
  changes: readonly Change[],
): Promise<LookedUpChange<Change>[]> {
  const known = await findFeatures(orm, [...new Set(changes.map(({ featureId }) => featureId))]);
  const found = changes.map((change) => {
    const stored = known.get(change.featureId);
    const feature = !change.isNew && stored?.mapId === mapId ? stored : undefined;
    return { change, stored, feature, revision: change.baseRevision ?? stored?.revision ?? 0 };
  });
  const operations = await operationsSince(orm, mapId, found);
  return found.map(({ change, stored, feature, revision }) => ({
    change,
    stored,
    base: feature ? stateAt(feature, revision, operations) : null,
  }));
}

/** The state of a feature at a revision, computed by reverting the operations since. */
function stateAt(
  feature: StoredFeature,
  revision: number,
  operations: Awaited<ReturnType<typeof operationsSince>>,
): FeatureState | null {
  if (revision > feature.revision) {
    throw new ApiFailure(
      409,
      'unknown_revision',
      `The feature has no revision ${revision}: its latest one is ${feature.revision}.`,
    );
  }
  let state: FeatureState | null = feature.isDeleted ? null : feature.state;
  for (const operation of operations) {
    if (operation.featureId !== feature.id || operation.seq <= revision) continue;
    state = applyPatch(state, invertPatch(operation.patch as Patch));
  }
  return state;
}

/** The operations on features since the earliest of the revisions, the latest first. */
async function operationsSince(
  orm: Queryable,
  mapId: number,
  found: readonly { readonly feature: StoredFeature | undefined; readonly revision: number }[],
) {
  const ids = new Set<string>();
  let since = Number.POSITIVE_INFINITY;
  for (const { feature, revision } of found) {
    if (!feature || feature.revision === revision) continue;
    ids.add(feature.id);
    since = Math.min(since, revision);
  }
  if (ids.size === 0) return [];
  return await orm
    .select({
      featureId: mapOperation.featureId,
      seq: mapOperation.seq,
      patch: mapOperation.patch,
    })
    .from(mapOperation)
    .where(
      and(
        inArray(mapOperation.featureId, [...ids]),
        gt(mapOperation.seq, since),
        eq(mapOperation.mapId, mapId),
      ),
    )
    .orderBy(desc(mapOperation.seq));
}
