import type { PersonalDataHolder } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Account } from '../../platform/session/sessions.ts';
import { readPhoto } from './photo-store.ts';

/** Everything that is kept about one person, ready to be written as JSON. */
export interface AccountExport {
  readonly exported_at: string;
  readonly account: object;
  /** What each other part of the product keeps, by its name. */
  readonly [part: string]: unknown;
}

/**
 * Collects everything that is kept about an account. Left out is only what would open it: hashes of
 * its password and of mailed links.
 */
export async function exportAccount(
  platform: Pick<Platform, 'storage'>,
  holders: readonly PersonalDataHolder[],
  account: Account,
): Promise<AccountExport> {
  const photo = account.photo && (await readPhoto(platform.storage, account.photo));
  const parts: Record<string, unknown> = {};
  for (const holder of holders) parts[holder.name] = await holder.collect(account.id);
  return {
    exported_at: new Date().toISOString(),
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
      created_at: account.createdAt,
      activated_at: account.activatedAt,
      email_changed_at: account.emailChangedAt,
    },
    ...parts,
  };
}

/** The name of the file that an export is downloaded as. */
export function exportFileName(account: Pick<Account, 'username'>, exportedAt: string): string {
  return `${account.username}-${exportedAt.slice(0, 10)}.json`;
}
