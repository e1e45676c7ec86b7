import { randomBytes } from 'node:crypto';
import type { MapListType, MapSort } from '@refugia/contract/collaborative-mapper/calls.ts';
import type {
  MemberRole,
  mapListQuerySchema,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import { limits } from '@refugia/contract/limits.ts';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { z } from 'zod';
import {
  changerOf,
  type Orm,
  type Queryable,
  type Transaction,
  theRow,
} from '../../../platform/database/database.ts';
import {
  account,
  collaborativeMap,
  mapFeature,
  mapMember,
  mapProposal,
  mapProposedChange,
} from '../../../platform/database/schema/index.ts';
import { insertDefaultLayer, isLayerPresent } from './map-layers.ts';
import { type PersonRow, personColumns } from './people.ts';

const { collaborativeMapper: cm } = limits;

export type MapRow = typeof collaborativeMap.$inferSelect;
export type MapValues = Partial<typeof collaborativeMap.$inferInsert>;
/** A map with the account that owns it. */
export interface OwnedMap {
  readonly map: MapRow;
  readonly owner: PersonRow;
}

/** Makes a map's token of 192 random bits. Anyone who knows the token may edit the map. */
export function createMapToken(): string {
  return randomBytes(24).toString('base64url');
}

export const isThere = and(isNull(collaborativeMap.deletedAt), collaborativeMap.isComplete);

/** Finds a map. A map that was deleted, or that is still being copied, is not found. */
export async function findMap(orm: Queryable, id: number): Promise<MapRow | undefined> {
  return (await selectMap(orm, id, isThere))[0];
}

function selectMap(orm: Queryable, id: number, condition: SQL | undefined) {
  return orm
    .select()
    .from(collaborativeMap)
    .where(and(eq(collaborativeMap.id, id), condition));
}

/** Reads a map and locks it until the transaction ends, so that its edits follow one another. */
export async function lockMap(transaction: Transaction, id: number): Promise<MapRow | undefined> {
  return (await selectMap(transaction, id, isThere).for('update'))[0];
}

/** Makes a map as `insertMap` does, and its default layer. */
export function createMap(orm: Orm, values: Pick<MapRow, 'ownerId'> & MapValues): Promise<MapRow> {
  return orm.transaction(async (transaction) => {
    const map = await insertMap(transaction, values);
    await insertDefaultLayer(transaction, map.id);
    return map;
  });
}

/** Makes a map without a layer, with default values where none are given. */
export async function insertMap(
  orm: Queryable,
  values: Pick<MapRow, 'ownerId'> & MapValues,
): Promise<MapRow> {
  const rows = await orm
    .insert(collaborativeMap)
    .values({
      name: cm.defaultName,
      summary: cm.defaultSummary,
      token: createMapToken(),
      ...cm.defaultCenter,
      zoom: cm.defaultZoom,
      ...values,
    })
    .returning();
  return theRow(rows);
}

/** Changes a map's row. Returns undefined when there is no such map. */
export const updateMap = changerOf(collaborativeMap, 'id');

/** Counts the maps that an account owns, without deleted ones. */
export function countOwnedMaps(orm: Queryable, accountId: number): Promise<number> {
  return orm.$count(
    collaborativeMap,
    and(eq(collaborativeMap.ownerId, accountId), isNull(collaborativeMap.deletedAt)),
  );
}

/**
 * Finds the owner of a map.
 * @throws when there is no such account
 */
export async function findOwner(orm: Queryable, accountId: number): Promise<PersonRow> {
  const [owner] = await orm.select(personColumns).from(account).where(eq(account.id, accountId));
  if (!owner) throw new Error(`account ${accountId} owns a map and is not there`);
  return owner;
}

/**
 * The SQL condition for features that were not deleted, neither themselves nor with their layer. A
 * query with it has to join the layer.
 */
export const isFeatureThere = and(eq(mapFeature.isDeleted, false), isLayerPresent);

/** The role that the owner of a map gave to an account, or undefined for none. */
export async function findMemberRole(
  orm: Queryable,
  mapId: number,
  accountId: number,
): Promise<MemberRole | undefined> {
  const [member] = await orm
    .select({ role: mapMember.role })
    .from(mapMember)
    .where(and(eq(mapMember.mapId, mapId), eq(mapMember.accountId, accountId)));
  return member?.role;
}

const isMemberOfMap = (accountId: number) =>
  and(eq(mapMember.mapId, collaborativeMap.id), eq(mapMember.accountId, accountId));

/**
 * Who owns a map, and the role that the owner gave to an account, as of one instant: read one after the
 * other, a hand-over in between would make its new owner neither.
 */
export async function findOwnerAndRole(orm: Queryable, mapId: number, accountId: number) {
  const [found] = await orm
    .select({ ownerId: collaborativeMap.ownerId, memberRole: mapMember.role })
    .from(collaborativeMap)
    .leftJoin(mapMember, isMemberOfMap(accountId))
    .where(eq(collaborativeMap.id, mapId));
  return found;
}

/** Finds a deleted map that can still be restored. */
export async function findDeletedMap(orm: Queryable, id: number): Promise<MapRow | undefined> {
  return (await selectMap(orm, id, isRestorable))[0];
}

const isRestorable = and(
  isNotNull(collaborativeMap.deletedAt),
  gt(
    collaborativeMap.deletedAt,
    sql`now() - make_interval(days => ${sql.raw(String(cm.restorationDays))})`,
  ),
);

/** The SQL condition that an account owns a map, or has a role on it. */
export const worksOnMap = (accountId: number) =>
  or(
    eq(collaborativeMap.ownerId, accountId),
    sql`EXISTS (SELECT FROM ${mapMember} WHERE ${isMemberOfMap(accountId)})`,
  );

const listConditions: Record<MapListType, (accountId: number) => SQL | undefined> = {
  public_maps: () => and(isThere, collaborativeMap.isPublished),
  my_maps: (accountId) => and(isThere, worksOnMap(accountId)),
  deleted_maps: (accountId) => and(isRestorable, eq(collaborativeMap.ownerId, accountId)),
};

/** The ILIKE pattern for texts that contain a text, whose percent signs and underscores mean themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

const sortColumns: Record<MapSort, SQL | typeof collaborativeMap.createdAt> = {
  date: collaborativeMap.createdAt,
  name: sql`lower(${collaborativeMap.name})`,
  owner: sql`lower(${account.username})`,
};

/** A map in a list for an account, with the role that its owner gave to that account. */
interface MapForAccount extends OwnedMap {
  readonly memberRole: MemberRole | null;
}

/** Lists a page of maps for an account, with the number of maps on all pages. */
export async function listMaps(
  orm: Queryable,
  accountId: number,
  query: z.output<typeof mapListQuerySchema>,
): Promise<{ total: number; maps: MapForAccount[] }> {
  const pattern = containing(query.search);
  const where = and(
    listConditions[query.type](accountId),
    query.search === ''
      ? undefined
      : or(ilike(collaborativeMap.name, pattern), ilike(account.username, pattern)),
  );
  const { sort, direction = sort === 'date' ? 'descending' : 'ascending' } = query;
  const order = direction === 'descending' ? desc : asc;
  const maps = await orm
    .select({ map: collaborativeMap, owner: personColumns, memberRole: mapMember.role })
    .from(collaborativeMap)
    .innerJoin(account, eq(account.id, collaborativeMap.ownerId))
    .leftJoin(mapMember, isMemberOfMap(accountId))
    .where(where)
    .orderBy(order(sortColumns[sort]), order(collaborativeMap.id))
    .limit(query.limit)
    .offset(query.offset);
  const [row] = await orm
    .select({ total: count() })
    .from(collaborativeMap)
    .innerJoin(account, eq(account.id, collaborativeMap.ownerId))
    .where(where);
  return { total: row?.total ?? 0, maps };
}

/**
 * Finds the open proposed change that adds, edits or deletes a feature. If there are several, it is the
 * one that was proposed first.
 */
export async function findOpenChange(
  orm: Queryable,
  featureId: string,
  verb: (typeof mapProposedChange.$inferSelect)['verb'],
): Promise<{ mapId: number; proposalId: string; changeId: string } | undefined> {
  const [found] = await orm
    .select({
      mapId: mapProposal.mapId,
      proposalId: mapProposal.id,
      changeId: mapProposedChange.id,
    })
    .from(mapProposedChange)
    .innerJoin(mapProposal, eq(mapProposal.id, mapProposedChange.proposalId))
    .where(
      and(
        eq(mapProposedChange.featureId, featureId),
        eq(mapProposedChange.verb, verb),
        eq(mapProposedChange.status, 'open'),
      ),
    )
    .orderBy(asc(mapProposal.createdAt))
    .limit(1);
  return found;
}

/** Counts the proposals that wait for a decision, by map. Maps without any are left out. */
export async function countWaitingProposals(
  orm: Queryable,
  mapIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (mapIds.length === 0) return new Map();
  const rows = await orm
    .select({ mapId: mapProposal.mapId, waiting: count() })
    .from(mapProposal)
    .where(and(inArray(mapProposal.mapId, [...mapIds]), eq(mapProposal.status, 'open')))
    .groupBy(mapProposal.mapId);
  return new Map(rows.map(({ mapId, waiting }) => [mapId, waiting]));
}
