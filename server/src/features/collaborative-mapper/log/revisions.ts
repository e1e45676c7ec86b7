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
import type { StoredFeature } from './feature-rows.ts';

/** A feature, and the number of the operation after which its state is wanted. */
export interface RevisionQuestion {
  readonly feature: StoredFeature;
  readonly revision: number;
}

/**
 * The states of features at earlier revisions. They are computed from the present states by
 * reverting the operations since. The answers have the order of the questions, and are null where
 * the feature did not exist.
 * @throws {ApiFailure} 409 for a revision that does not exist yet
 */
export async function statesAt(
  orm: Queryable,
  questions: readonly RevisionQuestion[],
): Promise<(FeatureState | null)[]> {
  const moved = questions.filter(({ feature, revision }) => feature.revision !== revision);
  const since = Math.min(...moved.map(({ revision }) => revision));
  const operations = moved.length === 0 ? [] : await operationsSince(orm, moved, since);
  return questions.map(({ feature, revision }) => {
    if (revision > feature.revision) {
      throw new ApiFailure(
        409,
        'unknown_revision',
        `The feature has no revision ${revision}: its latest one is ${feature.revision}.`,
      );
    }
    let state = feature.isDeleted ? null : feature.state;
    for (const operation of operations) {
      if (operation.featureId !== feature.id || operation.seq <= revision) continue;
      state = applyPatch(state, invertPatch(operation.patch as Patch));
    }
    return state;
  });
}

/** The latest operations come first. */
function operationsSince(orm: Queryable, questions: readonly RevisionQuestion[], since: number) {
  return orm
    .select({
      featureId: mapOperation.featureId,
      seq: mapOperation.seq,
      patch: mapOperation.patch,
    })
    .from(mapOperation)
    .where(
      and(
        inArray(mapOperation.featureId, [...new Set(questions.map(({ feature }) => feature.id))]),
        gt(mapOperation.seq, since),
        eq(mapOperation.mapId, questions[0].feature.mapId),
      ),
    )
    .orderBy(desc(mapOperation.seq));
}
