import {
  collaboratorSchema,
  type MemberRole,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import {
  collaboratorAdditionSchema,
  collaboratorRemovalSchema,
  mapUsersQuerySchema,
  mapUsersSchema,
} from '@refugia/contract/collaborative-mapper/people.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { App } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { type MapAccess, requireAccount, requireOwner } from './access.ts';
import { takeBackMap, tellAccessChanged, tellOfMembership } from './announcements.ts';
import { forAccounts, forAnybody, type MapContext } from './map-context.ts';
import { findOwner } from './map-queries.ts';
import {
  addMember,
  findAvailablePeople,
  listMembers,
  removeMember,
  requirePerson,
} from './member-queries.ts';
import { describeCollaborator, describePerson, type PersonRow } from './people.ts';

const { maxCollaborators, maxFoundUsers } = limits.collaborativeMapper;

const describeMembers = async (orm: Queryable, mapId: number) =>
  (await listMembers(orm, mapId)).map(describeCollaborator);

/** @throws {ApiFailure} 409 for the owner, or when the map has as many collaborators as it can have */
export async function requirePlace(
  orm: Queryable,
  { id, ownerId }: Pick<MapAccess['map'], 'id' | 'ownerId'>,
  accountId: number,
): Promise<void> {
  if (accountId === ownerId) {
    throw new ApiFailure(409, 'is_owner', 'You are the owner of this map already.');
  }
  const members = await listMembers(orm, id);
  if (members.length >= maxCollaborators && !members.some((member) => member.id === accountId)) {
    const sentence = `A map can have at most ${maxCollaborators} collaborators.`;
    throw new ApiFailure(409, 'too_many_collaborators', sentence);
  }
}

/**
 * Adds the person of a username to a map, or gives that person another role. Who was not on the map is
 * told.
 * @throws {ApiFailure} 404 when nobody has the name, 409 for the owner, or when the map has as many
 * collaborators as it can have
 */
export async function addPerson(
  orm: MapContext['orm'],
  map: MapAccess['map'],
  { username, role }: { readonly username: string; readonly role: MemberRole | undefined },
): Promise<PersonRow> {
  const person = await requirePerson(orm, username);
  await requirePlace(orm, map, person.id);
  await orm.transaction(async (transaction) => {
    if (await addMember(transaction, map.id, { accountId: person.id, role })) {
      const news = { kind: 'invitation', to: person.id, by: map.ownerId } as const;
      await tellOfMembership(transaction, map, news);
    }
    await tellAccessChanged(transaction, map.id);
  });
  return person;
}

/** Registers the routes that list the people of a map, find others, and add or remove collaborators. */
export function registerMembers(app: App, context: MapContext): void {
  registerMemberLists(app, context);
  registerMemberChanges(app, context);
}

function registerMemberLists(app: App, { orm, read }: MapContext): void {
  app.get(
    '/api/rrm/map_users',
    forAnybody("A map's owner, its collaborators, or people who can be added", {
      querystring: mapUsersQuerySchema,
      response: { 200: mapUsersSchema },
    }),
    async (request) => {
      const { id, type, query_string: text } = request.query;
      const access = await read(request, id);
      switch (type) {
        case 'owner':
          return { owner: [describePerson(await findOwner(orm, access.map.ownerId))] };
        case 'collaborators':
          return { collaborators: await describeMembers(orm, id) };
        case 'available_collaborators': {
          requireOwner(access);
          const found =
            text === ''
              ? []
              : await findAvailablePeople(orm, access.map, { text, limit: maxFoundUsers });
          return { available_collaborators: found.map(describePerson) };
        }
      }
    },
  );
}

function registerMemberChanges(app: App, { orm, read, own }: MapContext): void {
  app.post(
    '/api/rrm/map_users',
    forAccounts('Add a collaborator to a map of your own, or change their role', {
      body: collaboratorAdditionSchema,
      response: { 200: collaboratorSchema.array(), 409: apiErrorSchema },
    }),
    async (request) => {
      const { mapID, username, role } = request.body;
      const { map } = await own(request, mapID);
      await addPerson(orm, map, { username, role });
      return await describeMembers(orm, mapID);
    },
  );

  app.delete(
    '/api/rrm/map_users',
    forAccounts('Remove a collaborator from a map of your own, or leave a map of another person', {
      body: collaboratorRemovalSchema,
      response: { 200: collaboratorSchema.array() },
    }),
    async (request) => {
      const { mapID, editorID } = request.body;
      const access = await read(request, mapID);
      if (requireAccount(access).id !== editorID) requireOwner(access);
      const wasMember = await orm.transaction(async (transaction) => {
        const removed = await removeMember(transaction, mapID, editorID);
        if (removed) {
          await tellAccessChanged(transaction, mapID);
          await takeBackMap(transaction, access.map, editorID);
        }
        return removed;
      });
      if (!wasMember) {
        throw new ApiFailure(
          404,
          'not_a_collaborator',
          'This person is no collaborator of the map.',
        );
      }
      return await describeMembers(orm, mapID);
    },
  );
}
