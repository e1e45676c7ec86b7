import { Readable } from 'node:stream';
import { accountDeletedSchema, accountDeletionSchema } from '@refugia/contract/account/profile.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { notAuthenticated } from '../../../platform/http/failure.ts';
import { checkPassword } from '../../../platform/session/password.ts';
import { type AccountContext, forAccounts } from '../context.ts';
import { wrongCredentials } from '../failures.ts';
import { type AccountExport, eraseAccount, exportAccount } from './export-and-erase.ts';

/** Registers the routes by which people get a copy of their data or have it deleted. */
export function registerPersonalData(app: App, context: AccountContext): void {
  const { platform, allow, holders, mails } = context;
  const { sessions } = platform;

  app.get(
    '/api/accounts/export',
    forAccounts('Everything that is kept about you, as a file', {
      response: { 200: z.record(z.string(), z.unknown()), 401: apiErrorSchema },
    }),
    async (request, reply) => {
      const account = await sessions.require(request);
      return replyWithExport(reply, await exportAccount(platform, holders, account));
    },
  );

  app.delete(
    '/api/accounts/useraccount',
    {
      ...forAccounts('Delete your account with everything that belongs to it', {
        body: accountDeletionSchema,
        response: { 200: accountDeletedSchema, ...errorReplies(400, 401, 429) },
      }),
      onRequest: async (request) => {
        await sessions.require(request);
      },
    },
    async (request, reply) => {
      const account = await sessions.require(request);
      const tried = { account: account.username, device: 'that is logged in' };
      const isRight = await allow.tryPassword(request, reply, tried, () =>
        checkPassword(account.passwordHash, request.body.password),
      );
      if (!isRight) throw wrongCredentials();
      if (!(await eraseAccount(platform, account, mails))) throw notAuthenticated();
      return { id: account.id };
    },
  );
}

function replyWithExport(reply: FastifyReply, { fileName, chunks }: AccountExport): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .type('application/json; charset=utf-8')
    .send(Readable.from(chunks, { objectMode: false }));
}
