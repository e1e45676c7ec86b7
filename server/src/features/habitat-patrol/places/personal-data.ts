import { writeArea } from '@refugia/contract/area.ts';
import type { PersonalDataHolder, Platform } from '../../../platform/platform.ts';
import { countPlaces, listPlaces, listSharedPlaces, lookIds } from './place-queries.ts';
import { listMembers } from './sharing/member-queries.ts';
import { listFindings } from './watching/finding-queries.ts';

const mostFindings = 100_000;

/**
 * An account's places, with the ids of the analyses that looked at them, and the places that others
 * share with it.
 */
export function placesOfAccounts({ database }: Pick<Platform, 'database'>): PersonalDataHolder {
  const { orm } = database;
  return {
    name: 'places',
    count: (accountId) => countPlaces(orm, accountId),
    async *collect(accountId) {
      for (const { id, name, note, area, watch, createdAt } of await listPlaces(orm, accountId)) {
        yield {
          id,
          name,
          note,
          coords: writeArea(area.geometry),
          watch,
          findings: await listFindings(orm, id, mostFindings),
          looks: await lookIds(orm, id),
          shared_with: (await listMembers(orm, id)).map(({ username }) => username),
          created_at: createdAt,
        };
      }
      for (const { id, name, owner, role } of await listSharedPlaces(orm, accountId)) {
        yield { id, name, shared_by: owner, role };
      }
    },
  };
}
