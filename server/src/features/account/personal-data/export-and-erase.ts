import type { PersonalDataHolder, Platform } from '../../../platform/platform.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import type { AccountMails } from '../mails.ts';
import { readPhoto, removeLeftPhotos } from '../profile/photo-store.ts';
import { deleteAccount } from '../queries.ts';

/** Everything that is stored about one person. */
export interface AccountExport {
  readonly fileName: string;
  /** One JSON object, in chunks because the whole may be larger than memory. */
  readonly chunks: AsyncIterable<string>;
}

/**
 * Collects everything that is stored about an account, except what would give access to it: the
 * hashes of its password and of mailed links.
 */
export async function exportAccount(
  { storage }: Pick<Platform, 'storage'>,
  holders: readonly PersonalDataHolder[],
  account: Account,
): Promise<AccountExport> {
  const photo = account.photo && (await readPhoto(storage, account.photo));
  const exportedAt = new Date().toISOString();
  const parts = {
    exported_at: exportedAt,
    account: {
      id: account.id,
      username: account.username,
      email: account.email,
      former_email: account.formerEmail,
      first_name: account.firstName,
      last_name: account.lastName,
      organization: account.organization,
      bio: account.bio,
      photo_webp_base64: photo ? Buffer.from(photo).toString('base64') : null,
      email_subscribed: account.emailSubscribed,
      notification_mail: account.notificationMail,
      area_units: account.areaUnits,
      created_at: account.createdAt,
      activated_at: account.activatedAt,
      email_changed_at: account.emailChangedAt,
    },
  };
  return {
    fileName: `${account.username}-${exportedAt.slice(0, 10)}.json`,
    chunks: writeChunks(parts, holders, account.id),
  };
}

/** Writes the account's own data, followed by what each holder stores, under its name. */
async function* writeChunks(
  parts: Readonly<Record<string, unknown>>,
  holders: readonly PersonalDataHolder[],
  accountId: number,
): AsyncGenerator<string> {
  let before = '{\n';
  for (const [name, part] of Object.entries(parts)) {
    yield `${before}${JSON.stringify(name)}: ${JSON.stringify(part)}`;
    before = ',\n';
  }
  for (const { name, collect } of holders) {
    yield `${before}${JSON.stringify(name)}: `;
    const kept = collect(accountId);
    if (Symbol.asyncIterator in kept) yield* writeList(kept);
    else yield JSON.stringify(await kept);
    before = ',\n';
  }
  yield '\n}\n';
}

async function* writeList(entries: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const entry of entries) {
    yield `${before}${JSON.stringify(entry)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]' : '\n]';
}

/**
 * Erases an account with everything that belongs to it. Its sessions end, its analyses and their
 * results are deleted, and its name and address are free again. A last mail tells its owner.
 * @returns false when it was gone already
 */
export async function eraseAccount(
  parts: Pick<Platform, 'database' | 'storage' | 'log'>,
  account: Pick<Account, 'id'>,
  mails: AccountMails,
): Promise<boolean> {
  const deleted = await parts.database.orm.transaction(async (transaction) => {
    const row = await deleteAccount(transaction, account.id);
    if (row) await mails.deleted(transaction, row);
    return row;
  });
  if (deleted) await removeLeftPhotos(parts);
  return deleted !== undefined;
}
