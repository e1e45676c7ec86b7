import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import type { Orm } from '../../platform/database/database.ts';
import {
  account,
  collaborativeMap,
  mapAccessRequest,
  mapComment,
  mapFeature,
  mapInvitation,
  mapMember,
  mapOperation,
  mapProposal,
  mapProposedChange,
} from '../../platform/database/schema/index.ts';
import type { PersonalDataHolder, Platform } from '../../platform/platform.ts';
import { listKeys } from '../../services/keys/keys.ts';

const featuresPerReading = 1_000;
const operationsPerReading = 500;

/** The maps that an account owns, with all their features. */
export function mapsOfAccounts({ database }: Pick<Platform, 'database'>): PersonalDataHolder {
  const { orm } = database;
  return {
    name: 'maps',
    count: (accountId) => orm.$count(collaborativeMap, eq(collaborativeMap.ownerId, accountId)),
    async *collect(accountId) {
      const maps = await orm
        .select()
        .from(collaborativeMap)
        .where(eq(collaborativeMap.ownerId, accountId))
        .orderBy(asc(collaborativeMap.id));
      for (const map of maps) {
        const { token: _, ownerId: __, thumbnail: ___, ...described } = map;
        yield described;
        for (const { name, createdAt, lastUsedAt } of await listKeys(orm, keysOfMap(map.id))) {
          yield { kind: 'view_link', map_id: map.id, name, createdAt, lastUsedAt };
        }
        for await (const feature of featuresOf(orm, map.id)) yield feature;
      }
    },
  };
}

const keysOfMap = (mapId: number) => ({ type: 'map', id: String(mapId) }) as const;

async function* featuresOf(orm: Orm, mapId: number) {
  for (let last = 0; ; ) {
    const features = await orm
      .select({
        map_id: mapFeature.mapId,
        feature_id: mapFeature.id,
        geometry: mapFeature.geometry,
        properties: mapFeature.properties,
        is_deleted: mapFeature.isDeleted,
        number: mapFeature.number,
      })
      .from(mapFeature)
      .where(and(eq(mapFeature.mapId, mapId), gt(mapFeature.number, last)))
      .orderBy(asc(mapFeature.number))
      .limit(featuresPerReading);
    yield* features.map(({ number: _, ...feature }) => feature);
    if (features.length < featuresPerReading) return;
    last = features.at(-1)!.number;
  }
}

/** SQL condition: the account sent the invitation, or it waits for the account's confirmed address. */
const invitationsOf = (accountId: number) =>
  or(
    eq(mapInvitation.inviterId, accountId),
    sql`lower(${mapInvitation.address}) = (SELECT lower(COALESCE(former_email, email)) FROM ${account} WHERE ${account.id} = ${accountId} AND ${account.activatedAt} IS NOT NULL)`,
  );

/** An account's work on its own and other maps: comments, proposals, changes and memberships. */
export function mapWorkOfAccounts({ database }: Pick<Platform, 'database'>): PersonalDataHolder {
  const { orm } = database;
  return {
    name: 'work_on_maps',
    count: async (accountId) =>
      (await orm.$count(mapOperation, eq(mapOperation.authorId, accountId))) +
      (await orm.$count(mapComment, eq(mapComment.accountId, accountId))) +
      (await orm.$count(mapProposal, eq(mapProposal.authorId, accountId))) +
      (await orm.$count(mapMember, eq(mapMember.accountId, accountId))) +
      (await orm.$count(mapAccessRequest, eq(mapAccessRequest.accountId, accountId))) +
      (await orm.$count(mapInvitation, invitationsOf(accountId))),
    async *collect(accountId) {
      const members = await orm.select().from(mapMember).where(eq(mapMember.accountId, accountId));
      for (const { mapId, role, addedAt } of members) {
        yield { kind: 'collaboration', map_id: mapId, role, added_at: addedAt };
      }
      const requests = await orm
        .select()
        .from(mapAccessRequest)
        .where(eq(mapAccessRequest.accountId, accountId));
      for (const { mapId, askedAt } of requests) yield { kind: 'access_request', mapId, askedAt };
      const invitations = await orm
        .select()
        .from(mapInvitation)
        .where(invitationsOf(accountId))
        .orderBy(asc(mapInvitation.createdAt));
      for (const { mapId, inviterId, role, status, address, createdAt } of invitations) {
        const direction = inviterId === accountId ? 'sent' : 'received';
        yield { kind: 'invitation', direction, mapId, role, status, address, createdAt };
      }
      const comments = await orm
        .select()
        .from(mapComment)
        .where(eq(mapComment.accountId, accountId))
        .orderBy(asc(mapComment.createdAt));
      for (const { accountId: _, ...comment } of comments) yield { kind: 'comment', ...comment };
      const proposals = await orm
        .select({ proposal: mapProposal, change: mapProposedChange })
        .from(mapProposal)
        .innerJoin(mapProposedChange, eq(mapProposedChange.proposalId, mapProposal.id))
        .where(eq(mapProposal.authorId, accountId))
        .orderBy(asc(mapProposal.createdAt), asc(mapProposedChange.position));
      for (const { proposal, change } of proposals) {
        const { id, mapId, note, status, createdAt } = proposal;
        yield { kind: 'proposal', id, mapId, note, status, createdAt, patch: change.patch };
      }
      yield* operationsOf(orm, accountId);
    },
  };
}

async function* operationsOf(orm: Orm, accountId: number) {
  for (let offset = 0; ; offset += operationsPerReading) {
    const operations = await orm
      .select()
      .from(mapOperation)
      .where(eq(mapOperation.authorId, accountId))
      .orderBy(asc(mapOperation.mapId), asc(mapOperation.seq))
      .limit(operationsPerReading)
      .offset(offset);
    for (const { mapId, seq, verb, featureId, patch, at } of operations) {
      yield { kind: 'operation', map_id: mapId, seq, verb, feature_id: featureId, patch, at };
    }
    if (operations.length < operationsPerReading) return;
  }
}
