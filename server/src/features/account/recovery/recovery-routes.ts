import { setTimeout as sleep } from 'node:timers/promises';
import { emailSchema, mailedLinkSchema } from '@refugia/contract/account/account.ts';
import {
  emailConfirmedSchema,
  passwordChangedSchema,
  passwordResetCheckSchema,
  passwordResetRequestSchema,
  passwordResetSchema,
  passwordResetValidSchema,
  recoveryAnswerSchema,
  usernameRetrievalQuerySchema,
} from '@refugia/contract/account/recovery.ts';
import { messages } from '@refugia/contract/messages.ts';
import { lockAccount } from '../../../platform/database/database.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { hashPassword } from '../../../platform/session/password.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import { type AccountContext, withoutToken } from '../context.ts';
import { CountedTries } from '../counted-tries.ts';
import { linkFailure } from '../failures.ts';
import { decodeUid, hashToken } from '../links.ts';
import { changeAccount, findById, findIdByReachableEmail } from '../queries.ts';
import { rememberBrowser } from '../sign-in/credentials.ts';
import { deleteTokens, findResetToken, isLinkDue, takeToken } from '../token-queries.ts';

/**
 * Sets a new password with a mailed token. This uses up all reset tokens of the account and ends
 * all its sessions.
 * @returns undefined when the token is not one of the account of that name any more
 */
async function setPassword(
  { orm, mails }: AccountContext,
  reset: { username: string; password: string; token: string },
): Promise<Account | undefined> {
  const tokenHash = hashToken(reset.token);
  const known = await findResetToken(orm, tokenHash);
  if (known?.username !== reset.username.trim()) return undefined;
  const { accountId } = known;
  // Hashing is slow, so it is done outside of the transaction and only for a valid token.
  const passwordHash = await hashPassword(reset.password);
  return await orm.transaction(async (transaction) => {
    const account = await lockAccount(transaction, accountId);
    if (!account) return undefined;
    if (!(await takeToken(transaction, { accountId, tokenHash, purpose: 'reset' }))) {
      return undefined;
    }
    await deleteTokens(transaction, accountId, ['reset']);
    const sessionVersion = account.sessionVersion + 1;
    const changed = await changeAccount(transaction, accountId, { passwordHash, sessionVersion });
    if (changed) await mails.passwordChanged(transaction, changed);
    return changed;
  });
}

/** A request for a recovery mail, whether or not the address is known. */
interface RecoveryJob {
  /** Null for an unknown address, for which nothing is done. */
  readonly accountId: number | null;
  readonly wants: 'password' | 'username';
}

/** The longest random delay of a mail, so that making it does not slow the next request measurably. */
const maxDelayMilliseconds = 500;

/** The pauses between mails with a username are like those between links, which can be counted. */
const usernamePause = { free: 2, firstMilliseconds: 120_000, mostMilliseconds: 3_600_000 };

/**
 * Declares the queue of forgotten passwords and usernames. Links and mails are made here and not
 * during the request, which does the same work for known and unknown addresses. So neither its
 * answer nor its duration reveals which addresses are known. Anybody can ask for these mails, so they
 * come with pauses; a request within a pause is answered like any other, and an earlier mail serves.
 */
function defineRecoveryQueue({ platform, orm, mails }: AccountContext): Queue<RecoveryJob> {
  const usernameMails = new CountedTries(usernamePause.mostMilliseconds);
  return platform.jobs.define<RecoveryJob>(
    'recovery',
    { concurrency: 1, retries: 8, retryDelaySeconds: 5, expireSeconds: 60 },
    async ({ data: { accountId, wants }, signal }) => {
      if (accountId === null) return;
      await sleep(Math.random() * maxDelayMilliseconds, undefined, { signal });
      await orm.transaction(async (transaction) => {
        const account = await findById(transaction, accountId);
        if (!account) return;
        // An account that is not activated needs its activation link first, and that mail contains
        // the username.
        const wanted = account.activatedAt === null ? 'activation' : wants;
        const key = String(accountId);
        switch (wanted) {
          case 'activation':
            if (!(await isLinkDue(transaction, accountId, 'activation'))) return;
            return await mails.activation(transaction, account);
          case 'password':
            if (!(await isLinkDue(transaction, accountId, 'reset'))) return;
            return await mails.passwordReset(transaction, account);
          case 'username':
            if (usernameMails.waitFor(key, usernamePause) > 0) return;
            await mails.username(transaction, account);
            usernameMails.begin(key)(true);
        }
      });
    },
  );
}

const loggedInOrNot: Record<string, string[]>[] = [{}, { token: [] }];

/** Registers the routes for people who forgot their password or username. */
export function registerRecovery(app: App, context: AccountContext): void {
  const { platform, orm, allow } = context;
  const { sessions } = platform;
  const queue = defineRecoveryQueue(context);

  app.post(
    '/api/accounts/request_pass_reset',
    withoutToken('Have a link mailed that sets a new password', {
      description:
        'Answers the same whether the address is known or not. An account that is not activated is mailed its activation link again. People who are logged in and name their own address, confirmed or not, are mailed at the confirmed one.',
      security: loggedInOrNot,
      body: passwordResetRequestSchema,
      response: { 200: recoveryAnswerSchema, ...errorReplies(400, 429) },
    }),
    async (request, reply) => {
      await allow.recover(request, reply);
      const parsed = emailSchema.safeParse(request.body.email);
      if (!parsed.success) {
        const sentence = messages.passwordReset.emailNotValid;
        throw new ApiFailure(400, 'invalid', sentence, { email: sentence });
      }
      const own = (await sessions.read(request))?.account;
      const isOwn = own?.email.toLowerCase() === parsed.data.toLowerCase();
      const accountId = isOwn ? own?.id : await findIdByReachableEmail(orm, parsed.data);
      await queue.enqueue({ accountId: accountId ?? null, wants: 'password' });
      return { success: true, message: messages.passwordResetMailed };
    },
  );

  app.get(
    '/api/accounts/retrieve_username',
    withoutToken('Have your username mailed', {
      description: 'Answers the same whether the address is known or not.',
      querystring: usernameRetrievalQuerySchema,
      response: { 200: recoveryAnswerSchema, ...errorReplies(400, 429) },
    }),
    async (request, reply) => {
      await allow.recover(request, reply);
      const email = request.query.email.trim();
      const accountId = await findIdByReachableEmail(orm, email);
      await queue.enqueue({ accountId: accountId ?? null, wants: 'username' });
      return { success: true, message: messages.usernameMailed };
    },
  );

  registerPasswordReset(app, context);
}

function registerPasswordReset(app: App, context: AccountContext): void {
  const { orm, allow } = context;

  app.get(
    '/api/accounts/pass_reset',
    withoutToken('Whether a mailed reset link still works; it is not used up', {
      querystring: passwordResetCheckSchema,
      response: { 200: passwordResetValidSchema, ...errorReplies(400, 401, 429) },
    }),
    async (request, reply) => {
      await allow.followLink(request, reply);
      const tokenHash = hashToken(request.query.token);
      if (!(await findResetToken(orm, tokenHash))) throw await linkFailure(orm, tokenHash, 'reset');
      return { valid: true as const };
    },
  );

  app.post(
    '/api/accounts/pass_reset',
    withoutToken('Set a new password by a mailed link; every session of the account ends', {
      body: passwordResetSchema,
      response: { 200: passwordChangedSchema, ...errorReplies(400, 401, 429) },
    }),
    async (request, reply) => {
      await allow.followLink(request, reply);
      const account = await setPassword(context, request.body);
      if (!account) throw await linkFailure(orm, hashToken(request.body.token), 'reset');
      allow.forgetWrongPasswords(request, account.username);
      rememberBrowser(request, reply, account.id);
      return { username: account.username };
    },
  );
}

/**
 * Confirms the changed address of an account.
 * @returns undefined when the link is not valid any more
 */
async function confirm(
  { orm, addressConfirmed }: AccountContext,
  accountId: number | undefined,
  tokenHash: string,
): Promise<Account | undefined> {
  if (accountId === undefined) return undefined;
  return await orm.transaction(async (transaction) => {
    const account = await lockAccount(transaction, accountId);
    if (!account?.emailChangedAt) return undefined;
    if (!(await takeToken(transaction, { accountId, tokenHash, purpose: 'email' }))) {
      return undefined;
    }
    // Reset links that were mailed to the former address must not work any more.
    await deleteTokens(transaction, accountId, ['reset']);
    const values = { formerEmail: null, emailChangedAt: null };
    const confirmed = await changeAccount(transaction, accountId, values);
    if (confirmed) await addressConfirmed(transaction, confirmed);
    return confirmed;
  });
}

/** Registers the route for the link that is mailed to a changed address. */
export function registerEmailConfirmation(app: App, context: AccountContext): void {
  app.post(
    '/api/accounts/confirm_email',
    withoutToken('Confirm a changed email address by its mailed link', {
      body: mailedLinkSchema,
      response: { 200: emailConfirmedSchema, ...errorReplies(400, 429) },
    }),
    async (request, reply) => {
      await context.allow.followLink(request, reply);
      const { uid, token } = request.body;
      const tokenHash = hashToken(token);
      const account = await confirm(context, decodeUid(uid), tokenHash);
      if (!account) throw await linkFailure(context.orm, tokenHash, 'email');
      return { username: account.username, email: account.email };
    },
  );
}
