import { confirmEmailSchema, emailConfirmedSchema } from '@refugia/contract/account/recovery.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import type { App } from '../../../platform/http/app.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import { type AccountContext, tags } from '../context.ts';
import { linkFailure } from '../failures.ts';
import { decodeUid, hashToken } from '../links.ts';
import { changeAccount, lockAccount } from '../queries.ts';
import { deleteTokens, takeToken } from '../token-queries.ts';

/**
 * Confirms the changed address of an account.
 * @returns undefined when the link is not valid any more
 */
async function confirm(
  { platform }: AccountContext,
  accountId: number | undefined,
  tokenHash: string,
): Promise<Account | undefined> {
  if (accountId === undefined) return undefined;
  return await platform.database.orm.transaction(async (transaction) => {
    const account = await lockAccount(transaction, accountId);
    if (!account?.emailChangedAt) return undefined;
    if (!(await takeToken(transaction, { accountId, tokenHash, purpose: 'email' }))) {
      return undefined;
    }
    // Reset links that were mailed to the former address must not work any more.
    await deleteTokens(transaction, accountId, ['reset']);
    return await changeAccount(transaction, accountId, { formerEmail: null, emailChangedAt: null });
  });
}

/** Registers the route for the link that is mailed to a changed address. */
export function registerEmailConfirmation(app: App, context: AccountContext): void {
  app.post(
    '/api/accounts/confirm_email',
    {
      schema: {
        tags,
        summary: 'Confirm a changed email address by its mailed link',
        body: confirmEmailSchema,
        response: { 200: emailConfirmedSchema, 400: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, reply) => {
      await context.allow.followLink(request, reply);
      const { uid, token } = request.body;
      const tokenHash = hashToken(token);
      const account = await confirm(context, decodeUid(uid), tokenHash);
      if (!account) throw await linkFailure(context.platform.database.orm, tokenHash, 'email');
      return { username: account.username, email: account.email };
    },
  );
}
