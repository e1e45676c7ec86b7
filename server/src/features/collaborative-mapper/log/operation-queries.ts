import type { MapOperation } from '@refugia/contract/collaborative-mapper/operations.ts';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { account, mapOperation } from '../../../platform/database/schema/index.ts';
import type { MapAccess } from '../maps/access.ts';
import { authorName, describeAuthor } from '../maps/people.ts';
import { lastUnreadable, operationsForViewers } from './viewers-log.ts';

/** The largest patch that is sent with its operation, in bytes as PostgreSQL compresses it. */
const largestSentPatchBytes = 200_000;

const columns = {
  seq: mapOperation.seq,
  clientOperationId: mapOperation.clientOperationId,
  featureId: mapOperation.featureId,
  baseRevision: mapOperation.baseRevision,
  verb: mapOperation.verb,
  patch: sql<
    MapOperation['patch']
  >`CASE WHEN pg_column_size(${mapOperation.patch}) <= ${sql.raw(String(largestSentPatchBytes))} THEN ${mapOperation.patch} END`,
  authorId: mapOperation.authorId,
  visitorName: mapOperation.visitorName,
  authorName,
  at: mapOperation.at,
  groupId: mapOperation.groupId,
  proposalId: mapOperation.proposalId,
};

async function select(orm: Queryable, where: SQL | undefined, limit: number) {
  const rows = await orm
    .select(columns)
    .from(mapOperation)
    .leftJoin(account, eq(account.id, mapOperation.authorId))
    .where(where)
    .orderBy(asc(mapOperation.seq))
    .limit(limit);
  return rows.map(
    (row): MapOperation => ({
      seq: row.seq,
      client_operation_id: row.clientOperationId,
      feature_id: row.featureId,
      base_revision: row.baseRevision,
      verb: row.verb,
      patch: row.patch,
      author: describeAuthor(row),
      at: row.at.toISOString(),
      group: row.groupId,
      proposal: row.proposalId,
    }),
  );
}

/** Lists the operations of a map after a number, in order, as its team may read them. */
export function listOperations(
  orm: Queryable,
  mapId: number,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<MapOperation[]> {
  return select(orm, and(eq(mapOperation.mapId, mapId), gt(mapOperation.seq, since)), limit);
}

/** Lists the operations of a map after a number, in order, as the caller may read them. */
export async function listReadableOperations(
  orm: Queryable,
  { map, role }: Pick<MapAccess, 'map' | 'role'>,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<MapOperation[]> {
  const from = Math.max(since, lastUnreadable({ map, role }));
  const operations = await listOperations(orm, map.id, { since: from, limit });
  return role === 'viewer' ? await operationsForViewers(orm, map.id, operations) : operations;
}

/** Lists the operations of a group. */
export function listGroup(orm: Queryable, mapId: number, groupId: string): Promise<MapOperation[]> {
  const where = and(eq(mapOperation.mapId, mapId), eq(mapOperation.groupId, groupId));
  return select(orm, where, 100_000);
}
