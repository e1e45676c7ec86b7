import {
  mapsOfAccounts,
  mapWorkOfAccounts,
} from './features/collaborative-mapper/personal-data.ts';
import { batchesOfAccounts } from './features/habitat-patrol/batches/personal-data.ts';
import { placesOfAccounts } from './features/habitat-patrol/places/personal-data.ts';
import {
  analysesOfAccounts,
  verdictsOfAccounts,
} from './features/habitat-patrol/runs/personal-data.ts';
import { betaTestingOfAccounts, contactMessagesOfAccounts } from './features/site/queries.ts';
import { valueProjectsOfAccounts, zonesOfAccounts } from './features/value-mapper/personal-data.ts';
import type { PersonalDataHolder, Platform } from './platform/platform.ts';
import { notificationsOfAccounts } from './services/notifications/queries.ts';

/** Every part of the product that stores data about accounts, besides the account feature itself. */
export function personalDataHolders(
  platform: Pick<Platform, 'database' | 'config'>,
): readonly PersonalDataHolder[] {
  return [
    analysesOfAccounts(platform),
    verdictsOfAccounts(platform),
    batchesOfAccounts(platform),
    placesOfAccounts(platform),
    mapsOfAccounts(platform),
    mapWorkOfAccounts(platform),
    valueProjectsOfAccounts(platform),
    zonesOfAccounts(platform),
    notificationsOfAccounts(platform),
    contactMessagesOfAccounts(platform),
    betaTestingOfAccounts(platform),
  ];
}
