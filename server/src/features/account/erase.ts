import type { Platform } from '../../platform/platform.ts';
import type { Account } from '../../platform/session/sessions.ts';
import { removePhoto } from './photo-store.ts';
import { deleteAccount } from './queries.ts';

/**
 * Erases an account with everything that belongs to it: its sessions end, its analyses go with their
 * results, its name and address are free again.
 * @returns false when it was gone already
 */
export async function eraseAccount(
  { database, storage }: Pick<Platform, 'database' | 'storage'>,
  account: Pick<Account, 'id'>,
): Promise<boolean> {
  const deleted = await deleteAccount(database.orm, account.id);
  if (!deleted) return false;
  await removePhoto(storage, deleted.photo);
  return true;
}
