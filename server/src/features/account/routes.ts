import type { App } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountContext } from './context.ts';
import { createAccountLimits } from './limits.ts';
import { AccountMails } from './mails.ts';
import { registerPersonalData } from './personal-data/personal-data-routes.ts';
import { registerPhotos } from './profile/photo-routes.ts';
import { registerProfiles } from './profile/profile-routes.ts';
import { isTaken } from './queries.ts';
import { registerEmailConfirmation, registerRecovery } from './recovery/recovery-routes.ts';
import { registerSessions } from './sign-in/session-routes.ts';
import { registerSignUp } from './sign-in/sign-up-routes.ts';

/**
 * Registers the routes of accounts: signing up, logging in and out, profiles, recovery and
 * deletion.
 * @param others what other parts of the product do for accounts: `holders` store data about them, and
 *   `addressConfirmed` is told of each address that is confirmed
 */
export async function registerAccount(
  app: App,
  platform: Platform,
  others: Pick<AccountContext, 'holders' | 'addressConfirmed'>,
): Promise<void> {
  const { config } = platform;
  const testers = new Set(config.appTesters.map((name) => name.toLowerCase()));
  const isTester = (username: string) => testers.has(username.toLowerCase());
  const context: AccountContext = {
    platform,
    orm: platform.database.orm,
    allow: createAccountLimits(app, config.rateLimits),
    mails: new AccountMails(platform),
    ...others,
    isTester,
    isTaken: async (orm, field, value, ownId) =>
      (field === 'username' && isTester(value)) || (await isTaken(orm, field, value, ownId)),
  };
  await app.register(async (scope: App) => {
    // The replies are personal and change, so no cache may store them.
    scope.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store');
    });
    registerSignUp(scope, context);
    registerSessions(scope, context);
    registerProfiles(scope, context);
    registerEmailConfirmation(scope, context);
    registerRecovery(scope, context);
    registerPersonalData(scope, context);
    registerPhotos(scope, context);
  });
}
