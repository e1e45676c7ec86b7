import { hashPassword } from '../../../platform/session/password.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import type { AccountContext } from '../context.ts';
import { hashToken } from '../links.ts';
import { changeAccount, lockAccount } from '../queries.ts';
import { deleteTokens, findResetToken, takeToken } from '../token-queries.ts';

/**
 * Sets a new password with a mailed token. This uses up all reset tokens of the account and ends
 * all its sessions.
 * @returns undefined when the token is not one of the account of that name any more
 */
export async function setPassword(
  { platform, mails }: AccountContext,
  reset: { username: string; password: string; token: string },
): Promise<Account | undefined> {
  const { orm } = platform.database;
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
