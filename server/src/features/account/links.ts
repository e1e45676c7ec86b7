import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@refugia/contract/limits.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { insertToken, type LinkPurpose } from './token-queries.ts';

const pages: Record<LinkPurpose, string> = {
  activation: '/accounts/activate',
  reset: '/accounts/passwordreset',
  email: '/accounts/email',
};

const validHours: Record<LinkPurpose, number> = {
  activation: limits.account.activationTokenHours,
  reset: limits.account.resetTokenHours,
  email: limits.account.emailTokenHours,
};

/** Only this hash is stored, so that nobody who reads the database can use a link. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function encodeUid(accountId: number): string {
  return Buffer.from(String(accountId)).toString('base64url');
}

/**
 * Decodes the id of an account in its links.
 * @returns undefined when the text does not encode an id
 */
export function decodeUid(uid: string): number | undefined {
  const text = Buffer.from(uid, 'base64url').toString('latin1');
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Makes a token that works once, until it expires. */
async function createToken(
  transaction: Queryable,
  accountId: number,
  purpose: LinkPurpose,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertToken(transaction, {
    tokenHash: hashToken(token),
    accountId,
    purpose,
    expiresAt: new Date(Date.now() + validHours[purpose] * 3600 * 1000),
  });
  return token;
}

/**
 * Makes a link with a token for an account. The page that it opens reads the other parameters.
 * @param publicUrl the address that people use
 */
export async function createLink(
  transaction: Queryable,
  account: { readonly id: number; readonly username: string },
  { purpose, publicUrl }: { purpose: LinkPurpose; publicUrl: string },
): Promise<string> {
  const token = await createToken(transaction, account.id, purpose);
  const link = new URL(pages[purpose], publicUrl);
  const query: Record<string, string> =
    purpose === 'reset'
      ? { token, username: account.username }
      : { uid: encodeUid(account.id), token };
  link.search = new URLSearchParams(query).toString();
  return link.href;
}

/** How long a link works, in words for a person. */
export function validTime(purpose: LinkPurpose): string {
  const hours = validHours[purpose];
  return hours === 1 ? 'an hour' : `${hours} hours`;
}
