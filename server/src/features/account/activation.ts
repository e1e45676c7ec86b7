import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@refugia/contract/limits.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Account } from '../../platform/session/sessions.ts';
import { insertToken } from './queries.ts';

const { activationTokenHours } = limits.account;

/** Only this is kept: who reads the database can't follow anybody's link. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** An account's id as its activation link names it. */
export function encodeUid(accountId: number): string {
  return Buffer.from(String(accountId)).toString('base64url');
}

/** @returns undefined when the text is no uid */
export function decodeUid(uid: string): number | undefined {
  const text = Buffer.from(uid, 'base64url').toString('latin1');
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Mails a link that activates the account: single use, with an end. */
export async function mailActivation(
  platform: Platform,
  transaction: Queryable,
  account: Account,
): Promise<void> {
  const { config, mailer } = platform;
  const token = randomBytes(32).toString('base64url');
  await insertToken(transaction, {
    tokenHash: hashToken(token),
    accountId: account.id,
    purpose: 'activation',
    expiresAt: new Date(Date.now() + activationTokenHours * 3600 * 1000),
  });
  const link = new URL('/accounts/activate', config.publicUrl);
  link.search = new URLSearchParams({ uid: encodeUid(account.id), token }).toString();
  await mailer.send(
    {
      to: account.email,
      subject: `Activate your ${config.brandName} account`,
      text: [
        `Hello ${account.firstName},`,
        `please follow this link to activate your ${config.brandName} account "${account.username}":`,
        link.href,
        `The link works once, within ${activationTokenHours} hours. If you did not sign up, no action is needed.`,
        `Questions? Write to ${config.supportEmail}.`,
      ].join('\n\n'),
    },
    transaction,
  );
}
