import { apiErrorSchema } from '@refugia/contract/errors.ts';
import {
  type PlaceMembers,
  placeMemberChangeSchema,
  placeMemberParamsSchema,
  placeMembersSchema,
} from '@refugia/contract/habitat-patrol/places.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { Orm } from '../../../../platform/database/database.ts';
import { type App, errorReplies } from '../../../../platform/http/api.ts';
import { ApiFailure } from '../../../../platform/http/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { takeBackNotifications, tellPeople } from '../../../../services/notifications/tell.ts';
import { idSchema } from '../../runs/run-context.ts';
import {
  forAccounts,
  notificationTarget,
  placePath,
  readPlace,
  requireOwnPlace,
} from './access.ts';
import { findPerson, listMembers, putMember, removeMember } from './member-queries.ts';

const { maxPlaceMembers } = limits.habitatPatrol;
const refusals = errorReplies(400, 401, 403, 404);

/** Registers the calls by which the owner of a place shares it with accounts. */
export function registerPlaceMembers(app: App, platform: Platform): void {
  const { orm } = platform.database;

  app.get(
    '/api/places/:id/members',
    forAccounts('Who shares a place of your own', {
      params: idSchema,
      response: { 200: placeMembersSchema, ...refusals },
    }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { id } = await requireOwnPlace(platform, request, request.params.id);
      return describeMembers(orm, id);
    },
  );

  app.put(
    '/api/places/:id/members',
    forAccounts('Share a place of your own with an account, or change what it may do', {
      description:
        '`watch` reads the place and its looks; `judge` may also say of their patches of change whether they are real. Your note stays yours.',
      params: idSchema,
      body: placeMemberChangeSchema,
      response: { 200: placeMembersSchema, 409: apiErrorSchema, ...refusals },
    }),
    async (request) => {
      const row = await requireOwnPlace(platform, request, request.params.id);
      const { username, role } = request.body;
      const person = await findPerson(orm, username);
      if (!person) {
        const sentence = `Nobody is called "${username}" here.`;
        throw new ApiFailure(404, 'user_not_found', sentence, { username: sentence });
      }
      if (person.id === row.accountId) {
        throw new ApiFailure(409, 'is_owner', 'You are the owner of this place already.');
      }
      await orm.transaction(async (transaction) => {
        const member = { placeId: row.id, accountId: person.id, role };
        const done = await putMember(transaction, member, maxPlaceMembers);
        if (done === 'too many') {
          const sentence = `At most ${maxPlaceMembers} people can share a place. Please remove somebody first.`;
          throw new ApiFailure(409, 'too_many_members', sentence);
        }
        if (done === 'changed') return;
        await tellPeople(transaction, [person.id], {
          kind: 'place-shared',
          actor: { accountId: row.accountId, visitorName: null },
          target: { id: notificationTarget(row.id), name: row.name },
          subject: `membership:${row.id}`,
          text: '',
          address: placePath(row.id),
        });
      });
      return describeMembers(orm, row.id);
    },
  );

  registerLeaving(app, platform);
}

function registerLeaving(app: App, platform: Platform): void {
  const { orm } = platform.database;

  app.delete(
    '/api/places/:id/members/:username',
    forAccounts(
      'Stop sharing a place of your own with an account, or leave a place of another person',
      { params: placeMemberParamsSchema, response: { 200: placeMembersSchema, ...refusals } },
    ),
    async (request) => {
      const { id, username } = request.params;
      const { row, accountId, role } = await readPlace(platform, request, id);
      const person = await findPerson(orm, username);
      const isOwner = role === 'owner';
      if (!isOwner && (person === undefined || person.id !== accountId)) {
        throw new ApiFailure(403, 'not_your_place', 'Only the owner of this place may do this.');
      }
      const wasMember =
        person !== undefined &&
        (await orm.transaction(async (transaction) => {
          const target = notificationTarget(row.id);
          await takeBackNotifications(transaction, { target, accountId: person.id });
          return removeMember(transaction, row.id, person.id);
        }));
      if (!wasMember) {
        throw new ApiFailure(404, 'not_a_member', `"${username}" does not share this place.`);
      }
      return isOwner ? describeMembers(orm, row.id) : { members: [] };
    },
  );
}

async function describeMembers(orm: Orm, placeId: string): Promise<PlaceMembers> {
  const members = await listMembers(orm, placeId);
  return {
    members: members.map(({ username, role, since }) => ({
      ...{ username, role, since: since.toISOString() },
    })),
  };
}
