import { analysesOfAccounts } from './features/habitat-patrol/runs/personal-data.ts';
import { betaTestingOfAccounts, contactMessagesOfAccounts } from './features/site/personal-data.ts';
import type { PersonalDataHolder } from './platform/personal-data.ts';
import type { Platform } from './platform/platform.ts';

/** Every part of the product that keeps something about accounts, besides the account itself. */
export function personalDataHolders(
  platform: Pick<Platform, 'database'>,
): readonly PersonalDataHolder[] {
  return [
    analysesOfAccounts(platform),
    contactMessagesOfAccounts(platform),
    betaTestingOfAccounts(platform),
  ];
}
