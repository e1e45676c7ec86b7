import type { FastifyReply, FastifyRequest } from 'fastify';

const cookieName = 'known_accounts';
const yearSeconds = 365 * 24 * 3600;
/** The largest number of accounts that one browser remembers. */
const maxAccounts = 5;

function readKnown(request: FastifyRequest): string[] {
  const cookie = request.cookies[cookieName];
  const unsigned = cookie === undefined ? undefined : request.unsignCookie(cookie);
  return unsigned?.valid && unsigned.value ? unsigned.value.split('.') : [];
}

/** Whether somebody has logged in to the account from this browser before. */
export function isKnownBrowser(request: FastifyRequest, accountId: number): boolean {
  return readKnown(request).includes(String(accountId));
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
  const others = readKnown(request).filter((id) => id !== String(accountId));
  const known = [String(accountId), ...others].slice(0, maxAccounts);
  reply.setCookie(cookieName, known.join('.'), { signed: true, maxAge: yearSeconds });
}
