import { randomUUID } from 'node:crypto';
import type { Login } from '@refugia/contract/account/account.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkPassword } from '../../../platform/session/password.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import type { AccountContext } from '../context.ts';
import { wrongCredentials } from '../failures.ts';
import { findById, findByUsername, findIdByReachableEmail } from '../queries.ts';

/**
 * Finds the account of these credentials, activated or not.
 * @throws ApiFailure 400 when they are wrong, 429 after too many tries
 */
export async function accountOfCredentials(
  { orm, allow }: AccountContext,
  { username, password }: Login,
  exchange: { request: FastifyRequest; reply: FastifyReply },
): Promise<Account> {
  const name = username.trim();
  const id = name.includes('@') ? await findIdByReachableEmail(orm, name) : undefined;
  const account = await (id === undefined ? findByUsername(orm, name) : findById(orm, id));
  // All tries at one account count together, whether by its username or by its email address.
  const { request, reply } = exchange;
  const device = account && knownBrowserOf(request, account.id);
  const tried = { account: account?.username ?? name, device };
  const isRight = await allow.tryPassword(request, reply, tried, () =>
    checkPassword(account?.passwordHash, password),
  );
  if (!isRight || !account) throw wrongCredentials();
  rememberBrowser(request, reply, account.id);
  return account;
}

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
function knownBrowserOf(request: FastifyRequest, accountId: number): string | undefined {
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
