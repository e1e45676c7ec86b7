import type { SortOrder } from '@refugia/contract/collaborative-mapper/calls.ts';
import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { FeatureFilter } from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import type { Properties } from '@refugia/engine/vector/types.ts';
import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import {
  mapComment,
  mapFeature,
  mapLayer,
  mapProposal,
  mapProposedChange,
} from '../../../platform/database/schema/index.ts';
import { readableComments, selectComments } from '../comments/comment-queries.ts';
import type { MapAccess } from '../maps/access.ts';
import { type CountsByLayer, totalOf } from '../maps/feature-counts.ts';
import {
  isInLayer,
  isLayerPresent,
  layersInOrder,
  type RemovedColumns,
  withoutRemoved,
} from '../maps/map-layers.ts';
import { attributesExcept, meetsFilter, numberIn } from './filter-sql.ts';

/** The conditions that select features of a map. Those that are left out select all. */
interface FeatureQuestion {
  readonly mapId: number;
  readonly featureId?: string | undefined;
  readonly layerId?: string | undefined;
  /** West, south, east, north in degrees. */
  readonly box?: readonly number[] | undefined;
  readonly filter?: FeatureFilter | undefined;
  /** Columns by which the caller can neither filter nor sort. */
  readonly removed?: RemovedColumns | undefined;
}

/** A page of features. Without `sort` they have the order in which they were added. */
interface FeaturePage {
  readonly limit: number;
  readonly offset: number;
  readonly sort?: { readonly attribute: string; readonly order: SortOrder } | undefined;
}

const noColumns: RemovedColumns = new Map();

function conditionsOf({
  mapId,
  featureId,
  layerId,
  box,
  filter,
  removed = noColumns,
}: FeatureQuestion): SQL | undefined {
  const conditions: (SQL | undefined)[] = [
    eq(mapFeature.mapId, mapId),
    eq(mapFeature.isDeleted, false),
    layerId === undefined ? isLayerPresent : isInLayer(layerId),
  ];
  if (featureId !== undefined) conditions.push(eq(mapFeature.id, featureId));
  if (box) {
    const [west = 0, south = 0, east = 0, north = 0] = box;
    conditions.push(
      sql`${mapFeature.box} && box(point(${east}, ${north}), point(${west}, ${south}))`,
    );
  }
  if (filter) conditions.push(meetsFilter(filter, removed));
  return and(...conditions);
}

/**
 * Sorts numbers before texts when ascending, and after them when descending. Features without a
 * value are last either way.
 */
function orderBy(
  { attribute, order }: NonNullable<FeaturePage['sort']>,
  removed: RemovedColumns,
): SQL[] {
  const text = sql`NULLIF((${attributesExcept(removed)}) ->> ${attribute}::text, '')`;
  const number = numberIn(text);
  return order === 'ascending'
    ? [sql`${text} IS NULL`, sql`${number} ASC NULLS LAST`, sql`lower(${text}) ASC`]
    : [sql`${text} IS NULL`, sql`${number} DESC NULLS FIRST`, sql`lower(${text}) DESC`];
}

export async function countFeaturesThat(
  orm: Queryable,
  question: FeatureQuestion,
): Promise<number> {
  const [row] = await orm
    .select({ features: count() })
    .from(mapFeature)
    .innerJoin(mapLayer, eq(mapLayer.id, mapFeature.layerId))
    .where(conditionsOf(question));
  return row?.features ?? 0;
}

interface SelectedFeature {
  readonly feature: typeof mapFeature.$inferSelect;
  readonly dataset: string;
}

function selectFeatures(
  orm: Queryable,
  question: FeatureQuestion,
  { limit, offset, sort }: FeaturePage,
): Promise<SelectedFeature[]> {
  // The order within a layer is that of an index, which is used only where nothing else is sorted by.
  const byLayer = [asc(mapLayer.position), asc(mapFeature.layerId)];
  return orm
    .select({ feature: mapFeature, dataset: mapLayer.dataset })
    .from(mapFeature)
    .innerJoin(mapLayer, eq(mapLayer.id, mapFeature.layerId))
    .where(conditionsOf(question))
    .orderBy(
      ...(sort ? orderBy(sort, question.removed ?? noColumns) : []),
      ...(question.layerId === undefined ? byLayer : []),
      asc(mapFeature.number),
    )
    .limit(limit)
    .offset(offset);
}

/** Selects a page of all features of a map layer by layer, because sorting a large map takes long. */
async function selectByLayers(
  orm: Queryable,
  mapId: number,
  { counts, limit, offset }: FeaturePage & { readonly counts: CountsByLayer },
): Promise<SelectedFeature[]> {
  const rows: SelectedFeature[] = [];
  let skipped = 0;
  for (const layerId of await layersInOrder(orm, mapId)) {
    if (rows.length >= limit) break;
    const features = totalOf(counts, layerId);
    const from = Math.max(0, offset - skipped);
    skipped += features;
    if (from >= features) continue;
    const page = { limit: limit - rows.length, offset: from };
    rows.push(...(await selectFeatures(orm, { mapId, layerId }, page)));
  }
  return rows;
}

/**
 * Lists features with their comments, as the API describes them, layer by layer. Within a layer they
 * have the order in which they were added, unless the page sorts them.
 */
export async function listFeatures(
  orm: Queryable,
  question: FeatureQuestion,
  page: FeaturePage,
): Promise<MapFeature[]> {
  return await describeFeatures(orm, question.mapId, await selectFeatures(orm, question, page));
}

/** Lists a page of all features of a map, in the same order. */
export async function listAllFeatures(
  orm: Queryable,
  mapId: number,
  page: FeaturePage & { readonly counts: CountsByLayer; readonly removed: RemovedColumns },
): Promise<MapFeature[]> {
  // A map that fits into the page is read by one query, however many layers it has.
  const rows =
    page.sort || totalOf(page.counts) <= page.limit
      ? await selectFeatures(orm, { mapId, removed: page.removed }, page)
      : await selectByLayers(orm, mapId, page);
  return await describeFeatures(orm, mapId, rows);
}

async function describeFeatures(
  orm: Queryable,
  mapId: number,
  rows: readonly SelectedFeature[],
): Promise<MapFeature[]> {
  const ids = rows.map(({ feature }) => feature.id);
  const comments = await commentsByFeature(orm, mapId);
  const proposed = await featuresProposedForDeletion(orm, mapId, ids);
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
      resolved: areResolved(own),
    };
  });
}

/**
 * Features as the caller may see them. Viewers must not learn of proposals, of comments that are the
 * team's alone, and of removed columns.
 */
export function readableFeatures(
  features: readonly MapFeature[],
  access: Pick<MapAccess, 'role' | 'isInvited' | 'account'>,
  removed: RemovedColumns,
): MapFeature[] {
  if (access.role !== 'viewer') return [...features];
  return features.map((feature) => {
    const comments = readableComments(feature.comments, access);
    return {
      ...feature,
      properties: withoutRemoved(feature.properties, feature.layer_id, removed),
      comments,
      propose_delete: false,
      resolved: areResolved(comments),
    };
  });
}

function areResolved(comments: readonly MapComment[]): boolean {
  return comments.length > 0 && comments.every(({ resolved }) => resolved);
}

/** Finds one feature of a map as the API describes it. */
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
