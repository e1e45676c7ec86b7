import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkPassword } from '../../../platform/session/password.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import type { AccountContext } from '../context.ts';
import { wrongCredentials } from '../failures.ts';
import { findById, findByUsername, findIdByReachableEmail } from '../queries.ts';
import { knownBrowserOf, rememberBrowser } from './known-browser.ts';

/** What a person logs in with. */
interface Credentials {
  /**
   * A username, or the account's confirmed email address. The two can't be confused, as no username
   * has an @.
   */
  readonly username: string;
  readonly password: string;
}

/**
 * Finds the account of these credentials, activated or not.
 * @throws ApiFailure 400 when they are wrong, 429 after too many tries
 */
export async function accountOfCredentials(
  { platform, allow }: AccountContext,
  { username, password }: Credentials,
  exchange: { request: FastifyRequest; reply: FastifyReply },
): Promise<Account> {
  const { orm } = platform.database;
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
