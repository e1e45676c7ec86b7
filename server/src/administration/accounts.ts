import { randomUUID } from 'node:crypto';
import { emailSchema, usernameSchema } from '@refugia/contract/account/account.ts';
import { messages } from '@refugia/contract/messages.ts';
import { asc } from 'drizzle-orm';
import { createLink, validTime } from '../features/account/links.ts';
import { AccountMails } from '../features/account/mails.ts';
import { eraseAccount, exportAccount } from '../features/account/personal-data/export-and-erase.ts';
import {
  activate,
  findByUsername,
  insertAccount,
  isTaken,
  releaseUnconfirmed,
} from '../features/account/queries.ts';
import { deleteTokens } from '../features/account/token-queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { account as accountTable } from '../platform/database/schema/index.ts';
import type { PersonalDataHolder, Platform } from '../platform/platform.ts';
import { hashPassword } from '../platform/session/password.ts';
import type { Account } from '../platform/session/sessions.ts';
import {
  type AccountDescription,
  AdministrationError,
  type ListedUser,
  type TesterLink,
} from './calls.ts';

/** The tester's name as the settings write it, without regard to case. */
function testerNameOf({ config }: Platform, username: string): string | undefined {
  return config.appTesters.find((name) => name.toLowerCase() === username.toLowerCase());
}

/** @throws {AdministrationError} when there is no such account */
async function requireAccount({ database }: Platform, username: string): Promise<Account> {
  const found = await findByUsername(database.orm, username);
  if (found) return found;
  throw new AdministrationError(
    `There is no account "${username}" (capitals count): "npm run admin -- users" lists them.`,
  );
}

/** Lists every account, the oldest first. */
export async function listUsers(platform: Platform): Promise<ListedUser[]> {
  const accounts = await platform.database.orm
    .select()
    .from(accountTable)
    .orderBy(asc(accountTable.id));
  return accounts.map((account) => ({
    id: account.id,
    username: account.username,
    email: account.email,
    isActivated: account.activatedAt !== null,
    isTester: testerNameOf(platform, account.username) !== undefined,
    createdAt: account.createdAt.toISOString(),
  }));
}

/**
 * Activates an account without its mailed link, for a person whom mail does not reach.
 * @throws {AdministrationError} when there is no such account
 */
export async function activateUser(
  platform: Platform,
  username: string,
): Promise<{ username: string; wasActivated: boolean }> {
  const { id } = await requireAccount(platform, username);
  const activated = await platform.database.orm.transaction(async (transaction) => {
    await deleteTokens(transaction, id, ['activation']);
    return await activate(transaction, id);
  });
  return { username, wasActivated: activated === undefined };
}

/** @throws {AdministrationError} when the tester's name or address is not allowed */
async function createTester(
  transaction: Transaction,
  { name, email }: { name: string; email: string | undefined },
): Promise<Account> {
  if (email === undefined) {
    throw new AdministrationError(
      `There is no account "${name}" yet: add --email ADDRESS, and it is made.`,
    );
  }
  if (!usernameSchema.safeParse(name).success) {
    throw new AdministrationError(
      `"${name}" of APP_TESTERS can't be a username: it takes a letter, then letters, digits, dashes or underscores.`,
    );
  }
  const parsed = emailSchema.safeParse(email);
  if (!parsed.success) throw new AdministrationError(messages.emailFormat);
  await releaseUnconfirmed(transaction);
  for (const [field, value] of [
    ['username', name],
    ['email', parsed.data],
  ] as const) {
    if (await isTaken(transaction, field, value)) {
      throw new AdministrationError(`Another account has the ${field} "${value}".`);
    }
  }
  return await insertAccount(transaction, {
    username: name,
    email: parsed.data,
    // Nobody knows this password. The mailed link sets another one.
    passwordHash: await hashPassword(randomUUID()),
    firstName: 'App',
    lastName: 'Tester',
    activatedAt: new Date(),
  });
}

/**
 * Admits an app tester: creates the account unless it exists, and makes a link that sets its
 * password. Nobody can sign up with a tester's name.
 * @throws {AdministrationError} when the settings do not name this tester, or the address is
 * missing or not allowed
 */
export async function admitTester(
  platform: Platform,
  { username, email }: { username: string; email?: string | undefined },
): Promise<TesterLink> {
  const { config, database } = platform;
  const name = testerNameOf(platform, username);
  if (name === undefined) {
    throw new AdministrationError(
      `"${username}" is not one of APP_TESTERS, which are: ${config.appTesters.join(', ') || 'nobody'}.`,
    );
  }
  return await database.orm.transaction(async (transaction) => {
    const known = await findByUsername(transaction, name);
    const account = known ?? (await createTester(transaction, { name, email }));
    await activate(transaction, account.id);
    const { publicUrl } = config;
    return {
      username: account.username,
      email: account.email,
      isNew: known === undefined,
      link: await createLink(transaction, account, { purpose: 'reset', publicUrl }),
      validTime: validTime('reset'),
    };
  });
}

/**
 * Describes what is deleted together with an account.
 * @throws {AdministrationError} when there is no such account
 */
export async function describeUser(
  platform: Platform,
  holders: readonly PersonalDataHolder[],
  username: string,
): Promise<AccountDescription> {
  const account = await requireAccount(platform, username);
  const kept: Record<string, number> = {};
  for (const holder of holders) {
    kept[holder.name] = await holder.count(account.id);
  }
  return { username: account.username, email: account.email, kept };
}

/**
 * Erases an account with everything that belongs to it, and sends its owner a last mail.
 * @throws {AdministrationError} when there is no such account
 */
export async function deleteUser(
  platform: Platform,
  username: string,
): Promise<{ username: string }> {
  const account = await requireAccount(platform, username);
  await eraseAccount(platform, account, new AccountMails(platform));
  return { username };
}

/**
 * Exports everything that is stored about a person, as chunks of one JSON text.
 * @throws {AdministrationError} when there is no such account
 */
export async function exportUser(
  platform: Platform,
  holders: readonly PersonalDataHolder[],
  username: string,
): Promise<AsyncIterable<string>> {
  const account = await requireAccount(platform, username);
  return (await exportAccount(platform, holders, account)).chunks;
}
