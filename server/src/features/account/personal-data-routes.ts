import { accountDeletedSchema, accountDeletionSchema } from '@refugia/contract/account-profile.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { z } from 'zod';
import type { App } from '../../platform/http/app.ts';
import { checkPassword } from '../../platform/session/password.ts';
import { notAuthenticated } from '../../platform/session/sessions.ts';
import { type AccountContext, tags } from './context.ts';
import { eraseAccount } from './erase.ts';
import { exportAccount, exportFileName } from './export.ts';
import { wrongCredentials } from './failures.ts';

/** What a person may ask of what is kept about them: to have it, and to have it gone. */
export function registerPersonalData(app: App, context: AccountContext): void {
  const { platform, allow, holders, mails } = context;
  const { sessions } = platform;

  app.get(
    '/api/accounts/export',
    {
      schema: {
        tags,
        summary: 'Everything that is kept about you, as a file',
        security: [{ token: [] }],
        response: { 200: z.record(z.string(), z.unknown()), 401: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const account = await sessions.require(request);
      const exported = await exportAccount(platform, holders, account);
      const fileName = exportFileName(account, exported.exported_at);
      return reply
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send({ ...exported });
    },
  );

  app.delete(
    '/api/accounts/useraccount',
    {
      schema: {
        tags,
        summary: 'Delete your account with everything that belongs to it',
        security: [{ token: [] }],
        body: accountDeletionSchema,
        response: {
          200: accountDeletedSchema,
          400: apiErrorSchema,
          401: apiErrorSchema,
          429: apiErrorSchema,
        },
      },
      onRequest: async (request) => {
        await sessions.require(request);
      },
    },
    async (request, reply) => {
      const account = await sessions.require(request);
      await allow.checkPassword(request, reply, account.username);
      if (!(await checkPassword(account.passwordHash, request.body.password))) {
        throw wrongCredentials();
      }
      if (!(await eraseAccount(platform, account, mails.deleted))) throw notAuthenticated();
      return { id: account.id };
    },
  );
}
