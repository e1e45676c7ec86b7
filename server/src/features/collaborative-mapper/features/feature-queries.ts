import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { MapFeature, SortOrder } from '@refugia/contract/collaborative-mapper/features.ts';
import type { Properties } from '@refugia/engine/vector/types.ts';
import { and, asc, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import {
  mapComment,
  mapFeature,
  mapLayer,
  mapProposal,
  mapProposedChange,
} from '../../../platform/database/schema/index.ts';
import { selectComments } from '../comments/comment-queries.ts';
import { isFeatureThere } from '../maps/map-queries.ts';

/**
 * The conditions that select features of a map. Without optional conditions all features are
 * selected.
 */
export interface FeatureQuestion {
  readonly mapId: number;
  readonly featureId?: string | undefined;
  /** A layer's id, or `drawn` for features without a layer. */
  readonly layerId?: string | 'drawn' | undefined;
  /** West, south, east, north in degrees. */
  readonly box?: readonly number[] | undefined;
  /** A text that the named attribute contains, or any attribute if none is named. */
  readonly search?: { readonly text: string; readonly attribute: string | undefined } | undefined;
}

/** A page of features. Without `sort` they have the order in which they were added. */
interface FeaturePage {
  readonly limit: number;
  readonly offset: number;
  readonly sort?: { readonly attribute: string; readonly order: SortOrder } | undefined;
}

function conditionsOf({
  mapId,
  featureId,
  layerId,
  box,
  search,
}: FeatureQuestion): SQL | undefined {
  const conditions: (SQL | undefined)[] = [eq(mapFeature.mapId, mapId), isFeatureThere];
  if (featureId !== undefined) conditions.push(eq(mapFeature.id, featureId));
  if (layerId === 'drawn') conditions.push(isNull(mapFeature.layerId));
  else if (layerId !== undefined) conditions.push(eq(mapFeature.layerId, layerId));
  if (box) {
    const [west = 0, south = 0, east = 0, north = 0] = box;
    conditions.push(
      sql`${mapFeature.box} && box(point(${east}, ${north}), point(${west}, ${south}))`,
    );
  }
  if (search) conditions.push(containing(search));
  return and(...conditions);
}

function containing({ text, attribute }: NonNullable<FeatureQuestion['search']>): SQL {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return attribute === undefined
    ? sql`EXISTS (SELECT FROM jsonb_each_text(${mapFeature.properties}) AS each WHERE each.value ILIKE ${pattern})`
    : sql`${mapFeature.properties} ->> ${attribute}::text ILIKE ${pattern}`;
}

/** Texts of this form are sorted as numbers, because KML and old tables store numbers as texts. */
const numberPattern = '^[+-]?[0-9]{1,30}([.][0-9]{1,30})?$';

/**
 * Sorts numbers before texts when ascending, and after them when descending. Features without a
 * value are last either way.
 */
function orderBy({ attribute, order }: NonNullable<FeaturePage['sort']>): SQL[] {
  const text = sql`NULLIF(${mapFeature.properties} ->> ${attribute}::text, '')`;
  const number = sql`CASE WHEN ${text} ~ ${numberPattern}::text THEN (${text})::numeric END`;
  return order === 'ascending'
    ? [sql`${text} IS NULL`, sql`${number} ASC NULLS LAST`, sql`lower(${text}) ASC`]
    : [sql`${text} IS NULL`, sql`${number} DESC NULLS FIRST`, sql`lower(${text}) DESC`];
}

/** Counts the features that meet the conditions. */
export async function countFeaturesThat(
  orm: Queryable,
  question: FeatureQuestion,
): Promise<number> {
  const [row] = await orm
    .select({ features: count() })
    .from(mapFeature)
    .leftJoin(mapLayer, eq(mapLayer.id, mapFeature.layerId))
    .where(conditionsOf(question));
  return row?.features ?? 0;
}

/**
 * Lists features with their comments, as the API describes them. Features without a layer come
 * first, then those of each layer. Within a layer they have the order in which they were added,
 * unless the page sorts them.
 */
export async function listFeatures(
  orm: Queryable,
  question: FeatureQuestion,
  page: FeaturePage,
): Promise<MapFeature[]> {
  const rows = await orm
    .select({ feature: mapFeature, dataset: mapLayer.dataset })
    .from(mapFeature)
    .leftJoin(mapLayer, eq(mapLayer.id, mapFeature.layerId))
    .where(conditionsOf(question))
    .orderBy(
      ...(page.sort ? orderBy(page.sort) : []),
      sql`${mapLayer.position} NULLS FIRST`,
      sql`${mapFeature.layerId} NULLS FIRST`,
      asc(mapFeature.number),
    )
    .limit(page.limit)
    .offset(page.offset);
  const ids = rows.map(({ feature }) => feature.id);
  const comments = await commentsByFeature(orm, question.mapId);
  const proposed = await featuresProposedForDeletion(orm, question.mapId, ids);
  return rows.map(({ feature, dataset }) => {
    const own = comments.get(feature.id) ?? [];
    return {
      id: feature.id,
      layer: JSON.stringify(feature.geometry),
      dataset,
      layer_id: feature.layerId,
      properties: feature.properties as Properties,
      revision: feature.revision,
      comments: own,
      propose_delete: proposed.has(feature.id),
      resolved: own.length > 0 && own.every(({ resolved }) => resolved),
    };
  });
}

/**
 * Finds one feature of a map as the API describes it, or undefined when the map has no such
 * feature.
 */
export async function findMapFeature(
  orm: Queryable,
  mapId: number,
  featureId: string,
): Promise<MapFeature | undefined> {
  const [feature] = await listFeatures(orm, { mapId, featureId }, { limit: 1, offset: 0 });
  return feature;
}

async function commentsByFeature(
  orm: Queryable,
  mapId: number,
): Promise<Map<string, MapComment[]>> {
  const comments = await selectComments(
    orm,
    and(eq(mapComment.mapId, mapId), sql`${mapComment.featureId} IS NOT NULL`),
  );
  return Map.groupBy(comments, ({ feature }) => feature!);
}

async function featuresProposedForDeletion(
  orm: Queryable,
  mapId: number,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await orm
    .select({ featureId: mapProposedChange.featureId })
    .from(mapProposedChange)
    .innerJoin(mapProposal, eq(mapProposal.id, mapProposedChange.proposalId))
    .where(
      and(
        eq(mapProposal.mapId, mapId),
        eq(mapProposedChange.status, 'open'),
        eq(mapProposedChange.verb, 'delete'),
        ids.length === 1 ? inArray(mapProposedChange.featureId, [...ids]) : undefined,
      ),
    );
  return new Set(rows.map(({ featureId }) => featureId));
}
