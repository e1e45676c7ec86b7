import {
  activatedSchema,
  activateSchema,
  type CurrentAccount,
  currentAccountSchema,
  loginSchema,
  registeredSchema,
  type SignUp,
  signUpSchema,
  tokenSchema,
  uniquenessQuerySchema,
  uniquenessSchema,
} from '@refugia/contract/account.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { App } from '../../platform/http/app.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkPassword, hashPassword } from '../../platform/session/password.ts';
import type { Account } from '../../platform/session/sessions.ts';
import { decodeUid, hashToken, mailActivation } from './activation.ts';
import { createAccountLimits } from './limits.ts';
import {
  activateWithToken,
  deleteAbandoned,
  findByUsername,
  insertAccount,
  isTaken,
  type TakenField,
  takenFieldOf,
} from './queries.ts';

const tags = ['account'];
const takenMessages: Record<TakenField, string> = {
  username: messages.usernameTaken,
  email: messages.emailTaken,
};

function takenFailure(field: TakenField): ApiFailure {
  const message = takenMessages[field];
  return new ApiFailure(409, `${field}_taken`, message, { [field]: message });
}

/** What an account is told of itself; one that is not activated is told only that. */
function describeAccount(account: Account, isAppTester: boolean): CurrentAccount {
  const anonymous = account.activatedAt === null;
  const shown = (text: string) => (anonymous ? '' : text);
  return {
    id: anonymous ? null : account.id,
    username: shown(account.username),
    email: shown(account.email),
    email_verified: !anonymous,
    first_name: shown(account.firstName),
    last_name: shown(account.lastName),
    organization: shown(account.organization),
    bio: shown(account.bio),
    photo: anonymous ? null : account.photo,
    email_subscribed: !anonymous && account.emailSubscribed,
    anonymous,
    is_app_tester: !anonymous && isAppTester,
  };
}

/** Signing up, activating, logging in, and asking who one is. */
export function registerAccount(app: App, platform: Platform): void {
  const { config, database, sessions } = platform;
  const { orm } = database;
  const allow = createAccountLimits(app, config.rateLimits);
  const testers = new Set(config.appTesters.map((name) => name.toLowerCase()));
  /** The testers' names are given out by the administrator, so nobody can take one. */
  const isReserved = (field: TakenField, value: string) =>
    field === 'username' && testers.has(value.toLowerCase());

  async function register(signUp: SignUp): Promise<Account> {
    if (isReserved('username', signUp.username)) throw takenFailure('username');
    for (const field of ['username', 'email'] as const) {
      if (await isTaken(orm, field, signUp[field])) throw takenFailure(field);
    }
    const passwordHash = await hashPassword(signUp.password);
    try {
      return await orm.transaction(async (transaction) => {
        await deleteAbandoned(transaction);
        const account = await insertAccount(transaction, {
          username: signUp.username,
          email: signUp.email,
          passwordHash,
          firstName: signUp.first_name,
          lastName: signUp.last_name,
        });
        await mailActivation(platform, transaction, account);
        return account;
      });
    } catch (error) {
      const field = takenFieldOf(error);
      throw field ? takenFailure(field) : error;
    }
  }

  app.post(
    '/token-auth/',
    {
      schema: {
        tags,
        summary: 'Log in',
        body: loginSchema,
        response: { 200: tokenSchema, 400: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, reply) => {
      await allow.logIn(request, reply);
      const { username, password } = request.body;
      const account = await findByUsername(orm, username.trim());
      if (!(await checkPassword(account?.passwordHash, password)) || !account) {
        throw new ApiFailure(400, 'credentials_not_valid', messages.credentialsNotValid);
      }
      return { token: await sessions.issue(account) };
    },
  );

  app.get(
    '/api/accounts/register',
    {
      schema: {
        tags,
        summary: 'Whether a username or email is still free',
        querystring: uniquenessQuerySchema,
        response: { 200: uniquenessSchema, 400: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, reply) => {
      await allow.checkUniqueness(request, reply);
      const { reqType, input } = request.query;
      const value = input.trim();
      const isUnique = !isReserved(reqType, value) && !(await isTaken(orm, reqType, value));
      return { is_unique: isUnique };
    },
  );

  app.post(
    '/api/accounts/register',
    {
      schema: {
        tags,
        summary: 'Sign up; a link to activate the account is mailed',
        body: signUpSchema,
        response: {
          201: registeredSchema,
          400: apiErrorSchema,
          409: apiErrorSchema,
          429: apiErrorSchema,
        },
      },
    },
    async (request, reply) => {
      await allow.register(request, reply);
      const { username, email } = await register(request.body);
      return reply.code(201).send({ username, email });
    },
  );

  app.post(
    '/api/accounts/activate',
    {
      schema: {
        tags,
        summary: 'Activate an account by its mailed link',
        body: activateSchema,
        response: { 200: activatedSchema, 400: apiErrorSchema },
      },
    },
    async (request) => {
      const accountId = decodeUid(request.body.uid);
      const tokenHash = hashToken(request.body.token);
      const account = accountId && (await activateWithToken(orm, { accountId, tokenHash }));
      if (!account) throw new ApiFailure(400, 'activation_expired', messages.activationExpired);
      return { username: account.username };
    },
  );

  app.get(
    '/api/accounts/useraccount',
    {
      schema: {
        tags,
        summary: 'The account that the request is logged in to',
        security: [{ token: [] }],
        response: { 200: currentAccountSchema, 401: apiErrorSchema },
      },
    },
    async (request) => {
      const session = await sessions.read(request);
      if (!session) throw new ApiFailure(401, 'not_authenticated', messages.notAuthenticated);
      const { account, isDueForRenewal } = session;
      const described = describeAccount(account, testers.has(account.username.toLowerCase()));
      return isDueForRenewal ? { ...described, token: await sessions.issue(account) } : described;
    },
  );
}
