import type { Transaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import { removeLeftPhotos } from '../profile/photo-store.ts';
import { deleteAccount } from '../queries.ts';

/** Further work in the transaction that erases an account, such as a last mail. */
type Alongside = (transaction: Transaction, account: Account) => Promise<void>;

/**
 * Erases an account with everything that belongs to it. Its sessions end, its analyses and their
 * results are deleted, and its name and address are free again.
 * @returns false when it was gone already
 */
export async function eraseAccount(
  parts: Pick<Platform, 'database' | 'storage' | 'log'>,
  account: Pick<Account, 'id'>,
  alongside: Alongside = async () => {},
): Promise<boolean> {
  const deleted = await parts.database.orm.transaction(async (transaction) => {
    const row = await deleteAccount(transaction, account.id);
    if (row) await alongside(transaction, row);
    return row;
  });
  if (deleted) await removeLeftPhotos(parts);
  return deleted !== undefined;
}
