import type { PersonalDataHolder } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { countContactMessages, findBetaPreferences, findContactMessages } from './queries.ts';

/** The contact messages that an account wrote while it was logged in. */
export function contactMessagesOfAccounts({
  database: { orm },
}: Pick<Platform, 'database'>): PersonalDataHolder {
  return {
    name: 'contact_messages',
    count: (accountId) => countContactMessages(orm, accountId),
    async collect(accountId) {
      const written = await findContactMessages(orm, accountId);
      return written.map(({ accountId: _, firstName, lastName, createdAt, ...rest }) => ({
        ...rest,
        first_name: firstName,
        last_name: lastName,
        created_at: createdAt,
      }));
    },
  };
}

/** An account's answer about beta testing, or null when it never answered. */
export function betaTestingOfAccounts({
  database: { orm },
}: Pick<Platform, 'database'>): PersonalDataHolder {
  return {
    name: 'beta_testing',
    count: async (accountId) => ((await findBetaPreferences(orm, accountId)) ? 1 : 0),
    async collect(accountId) {
      const kept = await findBetaPreferences(orm, accountId);
      return kept ? { ...kept.preferences, updated_at: kept.updatedAt } : null;
    },
  };
}
