import { CompactEncrypt, compactDecrypt } from 'jose';
import type { MailMessage } from './message.ts';

/** Encrypts a message for the database, where nobody may read its links. */
export async function sealMessage(message: MailMessage, key: Uint8Array): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(message));
  return await new CompactEncrypt(bytes)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(key);
}

/** @returns undefined when it was sealed with another key */
export async function unsealMessage(
  sealed: string,
  key: Uint8Array,
): Promise<MailMessage | undefined> {
  const opened = await compactDecrypt(sealed, key).catch(() => undefined);
  return opened && JSON.parse(new TextDecoder().decode(opened.plaintext));
}
