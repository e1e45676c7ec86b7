import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import {
  account,
  mapComment,
  mapMember,
  mapProposal,
  mapProposedChange,
} from '../../../platform/database/schema/index.ts';
import { takeBackNotifications, tellPeople } from '../../../services/notifications/tell.ts';
import type { Author } from './access.ts';
import { mapAddress, targetOf } from './announcements.ts';
import type { MapRow } from './map-queries.ts';

type ToldMap = Pick<MapRow, 'id' | 'ownerId' | 'name' | 'isPublished'>;

const subjectOf = (kind: 'comment' | 'proposal', id: string) => `${kind}:${id}`;

/**
 * An SQL condition: the account works on the map, as its owner or as a collaborator. Viewers do not
 * learn of proposals.
 */
const worksOn = ({ id, ownerId }: Pick<ToldMap, 'id' | 'ownerId'>, isOfProposal: boolean) =>
  or(
    eq(account.id, ownerId),
    sql`EXISTS (SELECT FROM ${mapMember} WHERE ${mapMember.mapId} = ${id} AND ${mapMember.accountId} = ${account.id} AND (${mapMember.role} <> 'viewer' OR NOT ${isOfProposal}::boolean))`,
  );

/** The accounts that decide about proposals for a map. */
async function decidersOf(
  orm: Queryable,
  { id, ownerId }: Pick<ToldMap, 'id' | 'ownerId'>,
): Promise<number[]> {
  const reviewers = await orm
    .select({ id: mapMember.accountId })
    .from(mapMember)
    .where(and(eq(mapMember.mapId, id), eq(mapMember.role, 'reviewer')));
  return [ownerId, ...reviewers.map((each) => each.id)];
}

/** The account that made a proposal, if it may make proposals for the map now. */
async function findProposer(orm: Queryable, map: ToldMap, proposalId: string): Promise<number[]> {
  const found = await orm
    .select({ id: account.id })
    .from(mapProposal)
    .innerJoin(account, eq(account.id, mapProposal.authorId))
    .where(and(eq(mapProposal.id, proposalId), worksOn(map, true)));
  return found.map(({ id }) => id);
}

/** Tells who decides about a map of a new proposal. */
export async function tellOfProposal(
  transaction: Queryable,
  map: ToldMap,
  proposal: {
    readonly id: string;
    readonly author: Author;
    readonly note: string;
    readonly changes: number;
  },
): Promise<void> {
  const { id, author, note, changes } = proposal;
  await tellPeople(transaction, await decidersOf(transaction, map), {
    kind: 'proposal',
    actor: author,
    target: targetOf(map),
    subject: subjectOf('proposal', id),
    text: note,
    changes: { count: changes, inAll: changes },
    address: mapAddress(map.id, `&proposal=${id}`),
  });
}

/** Tells the proposer of a decision, if that person still works on the map. */
export async function tellOfDecision(
  transaction: Queryable,
  map: ToldMap,
  decision: {
    readonly id: string;
    readonly author: Author;
    readonly kind: 'accepted' | 'rejected';
    readonly reason: string | undefined;
    /** The changes that were decided. */
    readonly changes: readonly { readonly featureId: string; readonly verb: string }[];
  },
): Promise<void> {
  const { id, author, kind, reason = '', changes } = decision;
  const inAll = await transaction.$count(mapProposedChange, eq(mapProposedChange.proposalId, id));
  const shown = changes.find(({ verb }) =>
    kind === 'accepted' ? verb !== 'delete' : verb !== 'create',
  );
  await tellPeople(transaction, await findProposer(transaction, map, id), {
    kind,
    actor: author,
    target: targetOf(map),
    subject: subjectOf('proposal', id),
    text: reason,
    changes: { count: changes.length, inAll },
    address: mapAddress(map.id, shown ? `&feature=${shown.featureId}` : `&proposal=${id}`),
  });
}

interface NewComment {
  readonly id: string;
  readonly map: MapRow;
  readonly author: { readonly id: number; readonly username: string };
  readonly text: string;
  readonly featureId?: string | null | undefined;
  readonly proposalId?: string | null | undefined;
  readonly parentId?: string | undefined;
}

/**
 * Tells people of a comment: those whom it mentions, who wrote what it replies to, who made the
 * proposal that it is on, and who decides about the map. Each is told once, and only who may read it.
 */
export async function tellOfComment(transaction: Queryable, comment: NewComment): Promise<void> {
  const { id, map, author, text, featureId, proposalId, parentId } = comment;
  const news = {
    actor: { accountId: author.id, visitorName: null },
    target: targetOf(map),
    subject: subjectOf('comment', id),
    text,
    address: mapAddress(map.id, subjectAddress({ id, featureId, proposalId })),
  };
  const known = new Set<number>();
  const tell = async (kind: 'mention' | 'reply' | 'comment', ids: readonly number[]) => {
    const others = ids.filter((each) => !known.has(each));
    for (const each of others) known.add(each);
    await tellPeople(transaction, others, { ...news, kind });
  };
  await tell('mention', await findMentioned(transaction, comment));
  await tell('reply', await findAnswered(transaction, { map, proposalId, parentId }));
  const proposers = proposalId ? await findProposer(transaction, map, proposalId) : [];
  await tell('comment', [...(await decidersOf(transaction, map)), ...proposers]);
}

function subjectAddress({
  id,
  featureId,
  proposalId,
}: Pick<NewComment, 'id' | 'featureId' | 'proposalId'>): string {
  if (featureId) return `&feature=${featureId}&comment=${id}`;
  return proposalId ? `&proposal=${proposalId}` : `&section=comments&comment=${id}`;
}

/** The author of the comment to which another one replies, if that person may read the reply. */
async function findAnswered(
  orm: Queryable,
  { map, proposalId, parentId }: Pick<NewComment, 'map' | 'proposalId' | 'parentId'>,
): Promise<number[]> {
  if (parentId === undefined) return [];
  const isForAll = map.isPublished && !proposalId;
  const [parent] = await orm
    .select({ id: account.id })
    .from(mapComment)
    .innerJoin(account, eq(account.id, mapComment.accountId))
    .where(
      and(eq(mapComment.id, parentId), isForAll ? undefined : worksOn(map, Boolean(proposalId))),
    );
  return parent ? [parent.id] : [];
}

/** The largest number of people whom one comment can mention. */
const maxMentions = 10;
const mentionPattern = /(?<![\w@.])@([A-Za-z][A-Za-z0-9_-]{1,19})/g;

/** The usernames that a text mentions with @, in lower case. */
function mentionsIn(text: string): string[] {
  const names = [...text.matchAll(mentionPattern)].map(([, name = '']) => name.toLowerCase());
  return [...new Set(names)].slice(0, maxMentions);
}

/**
 * The people whom a comment mentions as @username. Only people who work on the map or have commented
 * on it are told, so that strangers can't send mail to anybody.
 */
async function findMentioned(
  orm: Queryable,
  { map, text, proposalId }: Pick<NewComment, 'map' | 'text' | 'proposalId'>,
): Promise<number[]> {
  const names = mentionsIn(text);
  if (names.length === 0) return [];
  const takesPart = or(
    worksOn(map, Boolean(proposalId)),
    map.isPublished && !proposalId
      ? sql`EXISTS (SELECT FROM ${mapComment} WHERE ${mapComment.mapId} = ${map.id} AND ${mapComment.accountId} = ${account.id})`
      : undefined,
  );
  const people = await orm
    .select({ id: account.id })
    .from(account)
    .where(
      and(
        inArray(sql`lower(${account.username})`, names),
        isNotNull(account.activatedAt),
        takesPart,
      ),
    );
  return people.map(({ id }) => id);
}

/** Takes back what was told of a comment that is gone. */
export function takeBackComment(transaction: Queryable, commentId: string): Promise<void> {
  return takeBackNotifications(transaction, { subject: subjectOf('comment', commentId) });
}
