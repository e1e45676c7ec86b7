import { mapSchema } from '@refugia/contract/collaborative-mapper/maps.ts';
import { handOverSchema } from '@refugia/contract/collaborative-mapper/people.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { App } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { editMap, type MapEdit } from '../log/map-edit.ts';
import { mapNotFound } from '../maps/access.ts';
import { tellAccessChanged, tellOfMembership } from '../maps/announcements.ts';
import { describeMapAgain } from '../maps/describe-map.ts';
import { forAccounts, type MapContext } from '../maps/map-context.ts';
import { countOwnedMaps, findMemberRole, updateMap } from '../maps/map-queries.ts';
import { addMember, removeMember, requirePerson } from '../maps/member-queries.ts';
import type { PersonRow } from '../maps/people.ts';

/**
 * Makes a collaborator the owner of a map. The former owner stays as a reviewer.
 * @throws {ApiFailure} 404 when the map has another owner meanwhile, 409 for who is no collaborator or
 * has as many maps as an account can have
 */
async function handOver(
  { transaction, map, append }: MapEdit,
  formerId: number,
  person: PersonRow,
): Promise<void> {
  if (map.ownerId !== formerId) throw mapNotFound();
  if ((await findMemberRole(transaction, map.id, person.id)) === undefined) {
    const sentence = `${person.username} is no collaborator of this map. Please invite them first.`;
    throw new ApiFailure(409, 'not_a_collaborator', sentence, { username: sentence });
  }
  const { maxMapsPerAccount } = limits.collaborativeMapper;
  if ((await countOwnedMaps(transaction, person.id)) >= maxMapsPerAccount) {
    const sentence = `${person.username} has as many maps as an account can have.`;
    throw new ApiFailure(409, 'too_many_maps', sentence, { username: sentence });
  }
  await removeMember(transaction, map.id, person.id);
  await updateMap(transaction, map.id, { ownerId: person.id });
  await addMember(transaction, map.id, { accountId: formerId, role: 'reviewer' });
  append({ patch: { kind: 'note', text: `Handed the map over to ${person.username}` } });
  await tellAccessChanged(transaction, map.id);
  await tellOfMembership(transaction, map, { kind: 'ownership', to: person.id, by: formerId });
  await tellOfMembership(transaction, map, { kind: 'handed-over', to: formerId, by: person.id });
}

/** Registers the call by which an owner hands a map over. */
export function registerHandingOver(app: App, context: MapContext): void {
  const { orm, own } = context;
  app.post(
    '/api/rrm/hand_over',
    forAccounts('Hand a map of your own over to a collaborator; you stay as a reviewer', {
      body: handOverSchema,
      response: { 200: mapSchema, 409: apiErrorSchema },
    }),
    async (request) => {
      const { mapID: mapId, username } = request.body;
      const { account, author } = await own(request, mapId);
      const person = await requirePerson(orm, username);
      await editMap(orm, { mapId, author }, (edit) => handOver(edit, account.id, person));
      return await describeMapAgain(context, mapId, 'reviewer');
    },
  );
}
