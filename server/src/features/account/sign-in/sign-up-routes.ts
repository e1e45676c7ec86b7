import {
  type Activated,
  activatedSchema,
  loginSchema,
  mailedLinkSchema,
  registeredSchema,
  type SignUp,
  signUpSchema,
  uniquenessQuerySchema,
  uniquenessSchema,
} from '@refugia/contract/account/account.ts';
import { recoveryAnswerSchema } from '@refugia/contract/account/recovery.ts';
import { messages } from '@refugia/contract/messages.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { hashPassword } from '../../../platform/session/password.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import { type AccountContext, withoutToken } from '../context.ts';
import { linkFailure, takenFailure } from '../failures.ts';
import { decodeUid, hashToken } from '../links.ts';
import { activate, insertAccount, releaseUnconfirmed, takenFieldOf } from '../queries.ts';
import { takeToken } from '../token-queries.ts';
import { accountOfCredentials } from './credentials.ts';

/** @throws {ApiFailure} 409 for a name or an address that somebody has */
async function requireFree({ orm, isTaken }: AccountContext, signUp: SignUp): Promise<void> {
  for (const field of ['username', 'email'] as const) {
    if (await isTaken(orm, field, signUp[field])) throw takenFailure(field);
  }
}

/** Adds an account that waits until its mailed link is followed. */
async function register({ orm, mails }: AccountContext, signUp: SignUp): Promise<Account> {
  const passwordHash = await hashPassword(signUp.password);
  try {
    return await orm.transaction(async (transaction) => {
      await releaseUnconfirmed(transaction);
      const account = await insertAccount(transaction, {
        username: signUp.username,
        email: signUp.email,
        passwordHash,
        firstName: signUp.first_name,
        lastName: signUp.last_name,
      });
      await mails.activation(transaction, account);
      return account;
    });
  } catch (error) {
    // Of two people who sign up with the same name or address at the same time, the second gets here.
    const field = takenFieldOf(error);
    throw field ? takenFailure(field) : error;
  }
}

/** Registers the routes for signing up and for activating an account. */
export function registerSignUp(app: App, context: AccountContext): void {
  const { orm, allow, mails, isTaken } = context;

  app.get(
    '/api/accounts/register',
    withoutToken('Whether a username or email is still free', {
      querystring: uniquenessQuerySchema,
      response: { 200: uniquenessSchema, ...errorReplies(400, 429) },
    }),
    async (request, reply) => {
      await allow.checkUniqueness(request, reply);
      const { reqType, input } = request.query;
      return { is_unique: !(await isTaken(orm, reqType, input.trim())) };
    },
  );

  app.post(
    '/api/accounts/register',
    withoutToken('Sign up; a link to activate the account is mailed', {
      body: signUpSchema,
      response: { 201: registeredSchema, ...errorReplies(400, 409, 429) },
    }),
    async (request, reply) => {
      await allow.register(request, reply);
      await requireFree(context, request.body);
      const { username, email } = await register(context, request.body);
      return reply.code(201).send({ username, email });
    },
  );

  app.post(
    '/api/accounts/activation_mail',
    withoutToken('Have the activation link mailed again', {
      description: 'For an account that is not activated yet, with the credentials of a log-in.',
      body: loginSchema,
      response: { 200: recoveryAnswerSchema, ...errorReplies(400, 429) },
    }),
    async (request, reply) => {
      const account = await accountOfCredentials(context, request.body, { request, reply });
      if (account.activatedAt === null) {
        await allow.sendMail(request, reply, String(account.id));
        await orm.transaction((transaction) => mails.activation(transaction, account));
      }
      return { success: true, message: messages.activationMailed };
    },
  );

  app.post(
    '/api/accounts/activate',
    withoutToken('Activate an account by its mailed link', {
      body: mailedLinkSchema,
      response: { 200: activatedSchema, ...errorReplies(400, 429) },
    }),
    async (request, reply) => {
      await allow.followLink(request, reply);
      const { uid, token } = request.body;
      const tokenHash = hashToken(token);
      const activated = await followActivation(context, decodeUid(uid), tokenHash);
      if (!activated) throw await linkFailure(orm, tokenHash, 'activation');
      return activated;
    },
  );
}

/**
 * Activates the account of a mailed link.
 * @returns undefined when the link is not valid any more
 */
async function followActivation(
  { orm, addressConfirmed }: AccountContext,
  accountId: number | undefined,
  tokenHash: string,
): Promise<Activated | undefined> {
  if (accountId === undefined) return undefined;
  return await orm.transaction(async (transaction) => {
    const isUsed = await takeToken(transaction, { accountId, tokenHash, purpose: 'activation' });
    const account = isUsed ? await activate(transaction, accountId) : undefined;
    if (!account) return undefined;
    const opens = (await addressConfirmed(transaction, account)) ?? null;
    return { username: account.username, opens };
  });
}
