import { emailSchema } from '@refugia/contract/account/account.ts';
import {
  passwordChangedSchema,
  passwordResetCheckSchema,
  passwordResetRequestSchema,
  passwordResetSchema,
  passwordResetValidSchema,
  recoveryAnswerSchema,
  usernameRetrievalQuerySchema,
} from '@refugia/contract/account/recovery.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { App } from '../../../platform/http/app.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { type AccountContext, tags } from '../context.ts';
import { linkFailure } from '../failures.ts';
import { hashToken } from '../links.ts';
import { findIdByReachableEmail } from '../queries.ts';
import { rememberBrowser } from '../sign-in/known-browser.ts';
import { findResetToken } from '../token-queries.ts';
import { setPassword } from './password-reset.ts';
import { defineRecoveryQueue } from './recovery-mail.ts';

/** Registers the routes for people who forgot their password or username. */
export function registerRecovery(app: App, context: AccountContext): void {
  const { platform, allow } = context;
  const { orm } = platform.database;
  const { sessions } = platform;
  const queue = defineRecoveryQueue(context);

  app.post(
    '/api/accounts/request_pass_reset',
    {
      schema: {
        tags,
        summary: 'Have a link mailed that sets a new password',
        description:
          'Answers the same whether the address is known or not. An account that is not activated is mailed its activation link again. People who are logged in and name their own address, confirmed or not, are mailed at the confirmed one.',
        security: [{}, { token: [] }],
        body: passwordResetRequestSchema,
        response: { 200: recoveryAnswerSchema, 400: apiErrorSchema, 429: apiErrorSchema },
      },
    },
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
    {
      schema: {
        tags,
        summary: 'Have your username mailed',
        description: 'Answers the same whether the address is known or not.',
        querystring: usernameRetrievalQuerySchema,
        response: { 200: recoveryAnswerSchema, 400: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, reply) => {
      await allow.recover(request, reply);
      const email = request.query.email.trim();
      const accountId = await findIdByReachableEmail(orm, email);
      await queue.enqueue({ accountId: accountId ?? null, wants: 'username' });
      return { success: true, message: messages.usernameMailed };
    },
  );

  app.get(
    '/api/accounts/pass_reset',
    {
      schema: {
        tags,
        summary: 'Whether a mailed reset link still works; it is not used up',
        querystring: passwordResetCheckSchema,
        response: {
          200: passwordResetValidSchema,
          400: apiErrorSchema,
          401: apiErrorSchema,
          429: apiErrorSchema,
        },
      },
    },
    async (request, reply) => {
      await allow.followLink(request, reply);
      const tokenHash = hashToken(request.query.token);
      if (!(await findResetToken(orm, tokenHash))) throw await linkFailure(orm, tokenHash, 'reset');
      return { valid: true as const };
    },
  );

  app.post(
    '/api/accounts/pass_reset',
    {
      schema: {
        tags,
        summary: 'Set a new password by a mailed link; every session of the account ends',
        body: passwordResetSchema,
        response: {
          200: passwordChangedSchema,
          400: apiErrorSchema,
          401: apiErrorSchema,
          429: apiErrorSchema,
        },
      },
    },
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
