import { currentAccountSchema } from '@refugia/contract/account/account.ts';
import {
  profileUpdateSchema,
  publicAccountQuerySchema,
  publicAccountSchema,
} from '@refugia/contract/account/profile.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { type AccountContext, forAccounts, withoutToken } from '../context.ts';
import { describeAccount, describePublicly } from '../describe.ts';
import { findByUsername } from '../queries.ts';
import { changesEmail, updateProfile } from './profile-update.ts';

/** Registers the routes for one's own profile and for the public part of anybody's profile. */
export function registerProfiles(app: App, context: AccountContext): void {
  const { platform, allow, isTester } = context;
  const { database, sessions } = platform;

  app.put(
    '/api/accounts/useraccount',
    {
      ...forAccounts('Replace your own profile', {
        description:
          'A changed username ends every session. A changed email address counts once its mailed link is followed; until then the former one receives password resets.',
        body: profileUpdateSchema,
        response: { 200: currentAccountSchema, ...errorReplies(400, 401, 409, 429) },
      }),
      // Callers who are not logged in are told so, and not what is wrong with the form.
      onRequest: async (request) => {
        await sessions.require(request);
      },
    },
    async (request, reply) => {
      const account = await sessions.require(request);
      if (changesEmail(account, request.body)) {
        await allow.sendMail(request, reply, String(account.id));
      }
      const changed = await updateProfile(context, account, request.body);
      return describeAccount(changed, isTester(changed.username));
    },
  );

  app.get(
    '/api/accounts/public_account',
    withoutToken('What everybody may see of an account', {
      querystring: publicAccountQuerySchema,
      response: { 200: publicAccountSchema, ...errorReplies(400, 404) },
    }),
    async (request) => {
      const account = await findByUsername(database.orm, request.query.username);
      if (!account?.activatedAt) {
        throw new ApiFailure(404, 'account_not_found', 'There is no account of this name.');
      }
      return describePublicly(account);
    },
  );
}
