import { writeArea } from '@refugia/contract/area.ts';
import type { PersonalDataHolder, Platform } from '../../../platform/platform.ts';
import { countPlaces, listPlaces, lookIds } from './place-queries.ts';

/** An account's places, with the ids of the analyses that looked at them. */
export function placesOfAccounts({ database }: Pick<Platform, 'database'>): PersonalDataHolder {
  const { orm } = database;
  return {
    name: 'places',
    count: (accountId) => countPlaces(orm, accountId),
    async *collect(accountId) {
      for (const { id, name, note, area, createdAt } of await listPlaces(orm, accountId)) {
        yield {
          id,
          name,
          note,
          coords: writeArea(area.geometry),
          looks: await lookIds(orm, id),
          created_at: createdAt,
        };
      }
    },
  };
}
