import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@refugia/contract/limits.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { insertToken } from './token-queries.ts';

/** What a mailed link does when it is followed. */
export type LinkPurpose = 'activation' | 'reset' | 'email';

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

/** Only this is kept: who reads the database can't follow anybody's link. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** An account's id as its links name it. */
function encodeUid(accountId: number): string {
  return Buffer.from(String(accountId)).toString('base64url');
}

/** @returns undefined when the text is no uid */
export function decodeUid(uid: string): number | undefined {
  const text = Buffer.from(uid, 'base64url').toString('latin1');
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Makes a token for one link: it works once, until its time is over. */
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
 * Makes a link for an account, with a token of its own; the page reads what stands beside it.
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

/** How long a link works, as it is told to a person. */
export function validTime(purpose: LinkPurpose): string {
  const hours = validHours[purpose];
  return hours === 1 ? 'an hour' : `${hours} hours`;
}
