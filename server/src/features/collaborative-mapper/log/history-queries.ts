import type { HistoryEntry } from '@refugia/contract/collaborative-mapper/history.ts';
import type {
  LayerField,
  OperationVerb,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { and, desc, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../platform/database/database.ts';
import {
  account,
  mapFeature,
  mapLayer,
  mapOperation,
  mapProposal,
} from '../../../platform/database/schema/index.ts';
import type { MapAccess } from '../maps/access.ts';
import { authorName, describeAuthor } from '../maps/people.ts';
import { describeForViewers, describeGroup, withOthers } from './describe-history.ts';
import {
  type LoggedChange,
  lastUnreadable,
  type PresentMap,
  patchForViewers,
  readPresent,
} from './viewers-log.ts';

/** What a sentence about an operation says of its feature: that as it is, or as it was at last. */
const changedFeature = {
  properties: sql<FeatureState['properties'] | null>`${mapFeature.properties}`,
  /** The name of the layer into which the operation moved it. */
  movedTo: sql<string | null>`(SELECT ${mapLayer.dataset} FROM ${mapLayer}
    WHERE ${mapLayer.id} = (${mapOperation.patch} -> 'layer' ->> 'after')::uuid)`,
  fields: sql<LayerField[] | null>`(SELECT ${mapLayer.fields} FROM ${mapLayer}
    WHERE ${mapLayer.id} = ${mapFeature.layerId})`,
};

/** A group of operations, and the group that it reverts. */
type Reversal = { readonly groupId: string; readonly revertsGroupId: string | null };

/** The groups that are reverted now: a reversal counts unless it was reverted itself. */
function groupsTakenBack(reversals: readonly Reversal[]): Set<string> {
  const takenBack = new Set<string>();
  // The latest come first: whether a reversal counts is known before the group that it reverts comes.
  for (const { groupId, revertsGroupId } of reversals) {
    if (revertsGroupId !== null && !takenBack.has(groupId)) takenBack.add(revertsGroupId);
  }
  return takenBack;
}

function listReversals(orm: Queryable, mapId: number): Promise<Reversal[]> {
  return orm
    .select({
      groupId: mapOperation.groupId,
      revertsGroupId: sql<string>`min(${mapOperation.revertsGroupId}::text)`,
    })
    .from(mapOperation)
    .where(and(eq(mapOperation.mapId, mapId), isNotNull(mapOperation.revertsGroupId)))
    .groupBy(mapOperation.groupId)
    .orderBy(desc(sql`max(${mapOperation.seq})`));
}

interface HistoryPage {
  /** Only entries before this number. */
  readonly before: number;
  readonly limit: number;
  /** The id of the only feature whose changes are read. */
  readonly feature?: string | undefined;
}

/** The account that made the proposal which an operation carries out. */
const proposer = alias(account, 'proposer');

function listGroups(
  orm: Queryable,
  access: Pick<MapAccess, 'map' | 'role'>,
  { before, limit, feature }: HistoryPage,
) {
  const { map } = access;
  const ofMap = eq(mapOperation.mapId, map.id);
  const groupsOfFeature = orm
    .select({ groupId: mapOperation.groupId })
    .from(mapOperation)
    .where(and(ofMap, eq(mapOperation.featureId, feature ?? '')));
  return orm
    .select({
      groupId: mapOperation.groupId,
      firstSeq: sql<number>`min(${mapOperation.seq})`.mapWith(Number),
      seq: sql<number>`max(${mapOperation.seq})`.mapWith(Number),
      count: sql<number>`count(*)`.mapWith(Number),
      verbs: sql<OperationVerb[]>`array_agg(DISTINCT ${mapOperation.verb})`,
      featureIds: sql<
        string[]
      >`coalesce((array_agg(${mapOperation.featureId} ORDER BY ${mapOperation.seq}) FILTER (WHERE ${mapOperation.featureId} IS NOT NULL))[1:20], '{}')`,
    })
    .from(mapOperation)
    .where(
      and(
        ofMap,
        gt(mapOperation.seq, lastUnreadable(access)),
        feature === undefined ? undefined : inArray(mapOperation.groupId, groupsOfFeature),
      ),
    )
    .groupBy(mapOperation.groupId)
    .having(lt(sql`max(${mapOperation.seq})`, before))
    .orderBy(desc(sql`max(${mapOperation.seq})`))
    .limit(limit);
}

/** Reads the first operation of each group, with what a sentence about it needs. */
function readFirstOperations(
  orm: Queryable,
  mapId: number,
  groups: readonly { readonly firstSeq: number }[],
) {
  const seqs = groups.map(({ firstSeq }) => firstSeq);
  return orm
    .select({
      operation: mapOperation,
      authorName,
      ...changedFeature,
      proposal: mapProposal,
      proposerName: sql<string | null>`${proposer.username}`.as('proposer_name'),
    })
    .from(mapOperation)
    .leftJoin(account, eq(account.id, mapOperation.authorId))
    .leftJoin(mapFeature, eq(mapFeature.id, mapOperation.featureId))
    .leftJoin(mapProposal, eq(mapProposal.id, mapOperation.proposalId))
    .leftJoin(proposer, eq(proposer.id, mapProposal.authorId))
    .where(and(eq(mapOperation.mapId, mapId), inArray(mapOperation.seq, seqs)));
}

/**
 * Lists what the caller may read of a map's history, the latest first. Operations that were made
 * together are one entry.
 */
export async function listHistory(
  orm: Queryable,
  access: Pick<MapAccess, 'map' | 'role'>,
  page: HistoryPage,
): Promise<HistoryEntry[]> {
  const { map, role } = access;
  const groups = await listGroups(orm, access, page);
  const firsts = await readFirstOperations(orm, map.id, groups);
  const firstOf = new Map(firsts.map((first) => [first.operation.seq, first]));
  const takenBack = groupsTakenBack(await listReversals(orm, map.id));
  const changes = firsts.map(({ operation }) => changeIn(operation));
  const present = role === 'viewer' ? await readPresent(orm, map, changes) : undefined;
  return groups.flatMap((group): HistoryEntry[] => {
    const first = firstOf.get(group.firstSeq);
    if (!first) return [];
    const { operation, proposal } = first;
    const maker = describeAuthor({ ...operation, authorName: first.authorName });
    return [
      {
        group: group.groupId,
        first_seq: group.firstSeq,
        seq: group.seq,
        author: proposal ? describeAuthor({ ...proposal, authorName: first.proposerName }) : maker,
        accepted_by: proposal ? maker : null,
        at: operation.at.toISOString(),
        summary: present
          ? summariseForViewers(changeIn(operation), present, group.count)
          : describeGroup(operation.patch, group.count, first),
        verbs: group.verbs,
        feature_ids: group.featureIds,
        operation_count: group.count,
        proposal: operation.proposalId,
        reverts: operation.revertsGroupId,
        can_revert: operation.verb !== 'note' && !takenBack.has(group.groupId),
      },
    ];
  });
}

function changeIn(row: typeof mapOperation.$inferSelect): LoggedChange {
  const { verb, seq, featureId, patch } = row;
  return { verb, seq, feature_id: featureId, patch };
}

/** Describes a group for viewers by its first operation. */
function summariseForViewers(first: LoggedChange, present: PresentMap, count: number): string {
  const patch = patchForViewers(first, present);
  const feature = first.feature_id === null ? undefined : present.features.get(first.feature_id);
  return withOthers(describeForViewers(first.verb, patch, feature?.state.properties), count);
}

/** Describes a group of operations in a sentence. Undefined for a group without operations. */
export async function summariseGroup(
  orm: Queryable,
  mapId: number,
  groupId: string,
): Promise<string | undefined> {
  const where = and(eq(mapOperation.mapId, mapId), eq(mapOperation.groupId, groupId));
  const [first] = await orm
    .select({ patch: mapOperation.patch, ...changedFeature })
    .from(mapOperation)
    .leftJoin(mapFeature, eq(mapFeature.id, mapOperation.featureId))
    .where(where)
    .orderBy(mapOperation.seq)
    .limit(1);
  if (!first) return undefined;
  const count = await orm.$count(mapOperation, where);
  return describeGroup(first.patch, count, first);
}

/** Describes in a sentence what a group reverted, or the group itself if it reverted nothing. */
export async function summariseReverted(
  orm: Queryable,
  mapId: number,
  groupId: string,
): Promise<string | undefined> {
  const [reversal] = await orm
    .select({ revertsGroupId: mapOperation.revertsGroupId })
    .from(mapOperation)
    .where(and(eq(mapOperation.mapId, mapId), eq(mapOperation.groupId, groupId)))
    .limit(1);
  return summariseGroup(orm, mapId, reversal?.revertsGroupId ?? groupId);
}
