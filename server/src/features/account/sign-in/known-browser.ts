import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const cookieName = 'known_accounts';
const yearSeconds = 365 * 24 * 3600;
/** The largest number of accounts that one browser remembers. */
const maxAccounts = 5;

interface KnownBrowser {
  readonly id: string;
  readonly accountIds: readonly string[];
}

function readKnown(request: FastifyRequest): KnownBrowser {
  const cookie = request.cookies[cookieName];
  const unsigned = cookie === undefined ? undefined : request.unsignCookie(cookie);
  const [id, ...accountIds] = unsigned?.valid && unsigned.value ? unsigned.value.split('.') : [];
  // Cookies of earlier versions began with an account.
  return id?.includes('-') ? { id, accountIds } : { id: randomUUID(), accountIds: [] };
}

/** The browser's id, if somebody has logged in to the account from it before. */
export function knownBrowserOf(request: FastifyRequest, accountId: number): string | undefined {
  const { id, accountIds } = readKnown(request);
  return accountIds.includes(String(accountId)) ? id : undefined;
}

/**
 * Remembers by a signed cookie that the account's password was entered correctly in this browser.
 * The cookie itself gives no access.
 */
export function rememberBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: number,
): void {
  const { id, accountIds } = readKnown(request);
  const others = accountIds.filter((each) => each !== String(accountId));
  const known = [String(accountId), ...others].slice(0, maxAccounts);
  reply.setCookie(cookieName, [id, ...known].join('.'), { signed: true, maxAge: yearSeconds });
}
