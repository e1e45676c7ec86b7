import type {
  MapProposal,
  ProposedChange,
} from '@refugia/contract/collaborative-mapper/proposals.ts';
import { applyPatch } from '@refugia/engine/merge/index.ts';
import { and, asc, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { finderOf, type Queryable } from '../../../platform/database/database.ts';
import {
  account,
  collaborativeMap,
  mapProposal,
  mapProposedChange,
} from '../../../platform/database/schema/index.ts';
import { lookUpChanges } from '../log/revisions.ts';
import { worksOnMap } from '../maps/map-queries.ts';
import { authorName, describeAuthor } from '../maps/people.ts';

export type ProposalRow = typeof mapProposal.$inferSelect;
export type ProposedChangeRow = typeof mapProposedChange.$inferSelect;

/** A proposal, described but for whether it is the reader's own. */
export interface FoundProposal {
  readonly row: ProposalRow;
  readonly proposal: Omit<MapProposal, 'is_own'>;
}

/** The ids by which a proposal is recognized as the caller's own. */
interface Caller {
  readonly accountId: number | null | undefined;
  readonly visitorId: string | null | undefined;
}

export function isOwnProposal(row: ProposalRow, caller: Caller): boolean {
  return row.authorId === null
    ? row.visitorId !== null && row.visitorId === caller.visitorId
    : row.authorId === caller.accountId;
}

export function describeProposalFor({ row, proposal }: FoundProposal, caller: Caller): MapProposal {
  return { ...proposal, is_own: isOwnProposal(row, caller) };
}

function editTypeOf(changes: readonly ProposedChange[]): MapProposal['edit_type'] {
  return changes.every(({ verb }) => verb === 'delete') ? 'edit_delete' : 'edit_add';
}

/** Describes the changes of one map's proposals, with the states of their features before and after. */
async function describeChanges(
  orm: Queryable,
  mapId: number,
  rows: readonly ProposedChangeRow[],
): Promise<Map<string, ProposedChange[]>> {
  const changes = rows.map((row) => ({ ...row, isNew: row.verb === 'create' }));
  const lookedUp = await lookUpChanges(orm, mapId, changes);
  const described = lookedUp.map(({ change: row, stored, base: before }) => {
    const hasMoved = row.isNew
      ? stored !== undefined
      : !stored?.isThere || stored.revision !== row.baseRevision;
    const change: ProposedChange = {
      id: row.id,
      verb: row.verb,
      feature_id: row.featureId,
      base_revision: row.baseRevision,
      patch: row.patch,
      before,
      after: applyPatch(before, row.patch),
      status: row.status,
      has_moved_base: hasMoved && row.status === 'open',
    };
    return { proposalId: row.proposalId, change };
  });
  const byProposal = Map.groupBy(described, ({ proposalId }) => proposalId);
  return new Map([...byProposal].map(([id, each]) => [id, each.map(({ change }) => change)]));
}

/** Selects proposals for one map with all their changes, the oldest first. */
async function selectProposals(orm: Queryable, where: SQL | undefined): Promise<FoundProposal[]> {
  const rows = await orm
    .select({ row: mapProposal, authorName })
    .from(mapProposal)
    .leftJoin(account, eq(account.id, mapProposal.authorId))
    .where(where)
    .orderBy(asc(mapProposal.createdAt), asc(mapProposal.id));
  return await describeProposals(orm, rows);
}

/** Describes proposals for one map, in their order. */
async function describeProposals(
  orm: Queryable,
  rows: readonly { readonly row: ProposalRow; readonly authorName: string | null }[],
): Promise<FoundProposal[]> {
  if (rows.length === 0) return [];
  const [{ mapId }] = rows.map(({ row }) => row);
  const ids = rows.map(({ row }) => row.id);
  const changes = await describeChanges(
    orm,
    mapId,
    await orm
      .select()
      .from(mapProposedChange)
      .where(inArray(mapProposedChange.proposalId, ids))
      .orderBy(asc(mapProposedChange.position)),
  );
  return rows.map(({ row, authorName }) => {
    const own = changes.get(row.id) ?? [];
    const [first] = own;
    const geometry = (first?.after ?? first?.before)?.geometry;
    const author = describeAuthor({ ...row, authorName });
    return {
      row,
      proposal: {
        id: row.id,
        mapID: row.mapId,
        layer: geometry ? JSON.stringify(geometry) : null,
        note: row.note,
        editor: author.username,
        edit_type: editTypeOf(own),
        author,
        status: row.status,
        reason: row.reason,
        date_created: row.createdAt.toISOString(),
        date_decided: row.decidedAt?.toISOString() ?? null,
        changes: own,
        has_moved_base: own.some((change) => change.has_moved_base),
      },
    };
  });
}

/** Lists the proposals for a map: those with a status, or all, or one of them. The oldest come first. */
export function listProposals(
  orm: Queryable,
  mapId: number,
  which: { readonly id: string | undefined; readonly status: ProposalRow['status'] | 'all' },
): Promise<FoundProposal[]> {
  const { id, status } = which;
  return selectProposals(
    orm,
    and(
      eq(mapProposal.mapId, mapId),
      id === undefined ? undefined : eq(mapProposal.id, id),
      status === 'all' ? undefined : eq(mapProposal.status, status),
    ),
  );
}

export async function findProposal(orm: Queryable, id: string): Promise<FoundProposal | undefined> {
  return (await selectProposals(orm, eq(mapProposal.id, id)))[0];
}

/** Finds a proposal's row, without its changes. */
export const findProposalRow = finderOf(mapProposal, 'id');

/** Counts the open proposals of an author on a map. */
export function countOpenProposals(
  orm: Queryable,
  mapId: number,
  author: { readonly accountId: number | null; readonly visitorId: string | null },
): Promise<number> {
  const byAuthor =
    author.accountId === null
      ? eq(mapProposal.visitorId, author.visitorId ?? '')
      : eq(mapProposal.authorId, author.accountId);
  return orm.$count(
    mapProposal,
    and(eq(mapProposal.mapId, mapId), eq(mapProposal.status, 'open'), byAuthor),
  );
}

/**
 * Lists a person's own proposals in every state, the latest first, each with its map's name.
 * @param question.mapId the only map whose proposals are listed. Without it, those for the maps that
 * the account owns or edits are: who was removed from a map must not read what is on it.
 */
export async function listOwnProposals(
  orm: Queryable,
  { accountId, visitorId }: Caller,
  question: {
    readonly mapId: number | undefined;
    readonly status: ProposalRow['status'] | 'all';
    readonly limit: number;
    readonly offset: number;
  },
): Promise<(FoundProposal & { readonly mapName: string })[]> {
  const { mapId, status, limit, offset } = question;
  const rows = await orm
    .select({ row: mapProposal, authorName, mapName: collaborativeMap.name })
    .from(mapProposal)
    .innerJoin(collaborativeMap, eq(collaborativeMap.id, mapProposal.mapId))
    .leftJoin(account, eq(account.id, mapProposal.authorId))
    .where(
      and(
        typeof accountId !== 'number'
          ? and(isNull(mapProposal.authorId), eq(mapProposal.visitorId, visitorId ?? ''))
          : eq(mapProposal.authorId, accountId),
        isNull(collaborativeMap.deletedAt),
        mapId === undefined ? worksOnMap(accountId ?? 0) : eq(mapProposal.mapId, mapId),
        status === 'all' ? undefined : eq(mapProposal.status, status),
      ),
    )
    .orderBy(desc(mapProposal.createdAt), asc(mapProposal.id))
    .limit(limit)
    .offset(offset);
  const described = new Map<string, FoundProposal>();
  for (const ofMap of Map.groupBy(rows, ({ row }) => row.mapId).values()) {
    for (const each of await describeProposals(orm, ofMap)) described.set(each.row.id, each);
  }
  return rows.map(({ row, mapName }) => ({ ...described.get(row.id)!, mapName }));
}
