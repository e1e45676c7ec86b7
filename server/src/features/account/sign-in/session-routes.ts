import {
  currentAccountSchema,
  loggedOutSchema,
  loginSchema,
  tokenSchema,
} from '@refugia/contract/account/account.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { messages } from '@refugia/contract/messages.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure, notAuthenticated } from '../../../platform/http/failure.ts';
import { type AccountContext, forAccounts, withoutToken } from '../context.ts';
import { describeAccount } from '../describe.ts';
import { endSessions } from '../queries.ts';
import { accountOfCredentials } from './credentials.ts';

/** Registers the routes for logging in, for learning who is logged in, and for logging out. */
export function registerSessions(app: App, context: AccountContext): void {
  const { sessions } = context.platform;

  app.post(
    '/token-auth/',
    withoutToken('Log in', {
      description: 'By username, or by the confirmed email address in its place.',
      body: loginSchema,
      response: { 200: tokenSchema, ...errorReplies(400, 429) },
    }),
    async (request, reply) => {
      const account = await accountOfCredentials(context, request.body, { request, reply });
      return { token: await sessions.issue(account) };
    },
  );

  app.post(
    '/auth',
    {
      ...withoutToken('Log in by another service, which is not available', {
        description: 'Always answers 404 with the code `social_login_off`.',
        deprecated: true,
        response: { 404: apiErrorSchema },
      }),
      // The route needs no body and ignores one.
      onRequest: async () => {
        throw new ApiFailure(
          404,
          'social_login_off',
          'Logging in by another service is not available here: use your username and password.',
        );
      },
    },
    () => undefined,
  );

  registerCurrentAccount(app, context);
  registerLogout(app, context);
}

function registerCurrentAccount(app: App, { platform, isTester }: AccountContext): void {
  const { sessions } = platform;

  app.get(
    '/api/accounts/useraccount',
    forAccounts('The account that the request is logged in to', {
      response: { 200: currentAccountSchema, 401: apiErrorSchema },
    }),
    async (request) => {
      const session = await sessions.read(request);
      if (!session) throw notAuthenticated();
      const { account, isDueForRenewal } = session;
      const described = describeAccount(account, isTester(account.username));
      if (!isDueForRenewal) return described;
      return { ...described, token: await sessions.issue(account, session.id) };
    },
  );
}

function registerLogout(app: App, { platform }: AccountContext): void {
  const { database, sessions } = platform;

  app.post(
    '/api/accounts/logout',
    forAccounts("End the token's session", {
      response: { 200: loggedOutSchema, 401: apiErrorSchema },
    }),
    async (request) => {
      const session = await sessions.read(request);
      if (!session?.isActivated) throw notAuthenticated();
      await sessions.end(session);
      return { message: messages.loggedOut };
    },
  );

  app.post(
    '/api/accounts/logout_everywhere',
    forAccounts('End every session of the account, this one too', {
      response: { 200: loggedOutSchema, 401: apiErrorSchema },
    }),
    async (request) => {
      const account = await sessions.require(request);
      await endSessions(database.orm, account.id);
      return { message: messages.loggedOut };
    },
  );
}
