import { randomInt, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@refugia/contract/limits.ts';
import PostalMime, { type Email } from 'postal-mime';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { assemblePlatform } from '../src/platform/assemble.ts';
import type { Config, RateLimits } from '../src/platform/config.ts';
import { openDataDirectory } from '../src/platform/data-directory/data-directory.ts';
import type { App } from '../src/platform/http/api.ts';
import { createLog } from '../src/platform/log.ts';
import type { Platform } from '../src/platform/platform.ts';
import { shareBasemapTiles } from './shared-basemap.ts';
import { signUpOf, testPassword } from './sign-up.ts';
import { openTestDatabase } from './test-database.ts';

/** An account that signed up, followed the mailed link and logged in, all through the API. */
export interface TestAccount {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** The headers for `inject({ headers })`. */
  readonly headers: { readonly authorization: string };
}

/** The product on a PostgreSQL in memory, without a port. */
export interface TestApp {
  readonly app: App;
  readonly platform: Platform;
  /** Waits for a message to an address whose subject matches, and returns the latest one. */
  waitForMail(to: string, subject?: RegExp): Promise<Email>;
  registerAndLogin(username?: string): Promise<TestAccount>;
  close(): Promise<void>;
}

export { testPassword };

const mailTimeoutMilliseconds = 120_000;

/**
 * The settings of an environment that names no outside service, with changes. Files can be uploaded
 * without the limit per minute, which one person of a test file would meet or not by the machine's speed.
 */
export function testConfig(changes: Partial<Config> = {}): Config {
  const config = readConfig({
    IMAGERY_URL: 'demo',
    BASEMAP_PROVIDER: 'embedded',
    PATCH_DATING: 'off',
    SPECIES_SERVICES: 'off',
    RATE_IMPORTS_PER_MINUTE_PER_ACCOUNT: '1000000',
    RATE_IMPORTS_PER_MINUTE_PER_ADDRESS: '1000000',
  });
  return { ...config, ...changes };
}

/** The outbox's messages, the latest first by the time of their files. */
async function latestMails(outbox: string): Promise<string[]> {
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
  const files = names.map(async (name) => {
    const file = join(outbox, name);
    return { file, writtenAt: (await stat(file)).mtimeMs };
  });
  const sorted = (await Promise.all(files)).sort((a, b) => b.writtenAt - a.writtenAt);
  return sorted.map(({ file }) => file);
}

/**
 * Creates the product on a new database.
 * @param options.work false leaves jobs waiting
 * @param options.log default: nothing is logged
 */
export async function createTestApp(
  options: { config?: Partial<Config>; work?: boolean; log?: Platform['log'] } = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'refugia-test-'));
  const config = testConfig({ dataDirectory: folder, ...options.config });
  const opened = await openDataDirectory(folder);
  // The processes of all test apps share what `npm test` has compiled.
  const dataDirectory = { ...opened, compiled: process.env.NODE_COMPILE_CACHE ?? opened.compiled };
  await mkdir(dataDirectory.outbox);
  await shareBasemapTiles(folder);
  const database = await openTestDatabase();
  const platform = assemblePlatform({
    config,
    database,
    dataDirectory,
    secretKey: randomUUID(),
    log: options.log ?? createLog('silent'),
  });
  const app = await buildApp(platform);
  await app.ready();
  await platform.jobs.start({ work: options.work ?? true });

  const mails = new Map<string, Email>();
  async function waitForMail(to: string, subject = /(?:)/): Promise<Email> {
    const deadline = Date.now() + mailTimeoutMilliseconds;
    while (Date.now() < deadline) {
      for (const file of await latestMails(dataDirectory.outbox)) {
        const email = mails.get(file) ?? (await PostalMime.parse(await readFile(file)));
        mails.set(file, email);
        const isTo = email.to?.some(({ address }) => address === to);
        if (isTo && subject.test(email.subject ?? '')) return email;
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`no mail to ${to} within ${mailTimeoutMilliseconds} ms`);
  }

  /** Each account signs up from its own address, because of the rate limits. */
  async function post(url: string, payload: object, remoteAddress: string) {
    const reply = await app.inject({ method: 'POST', url, payload, remoteAddress });
    if (reply.statusCode >= 300) throw new Error(`POST ${url}: ${reply.statusCode} ${reply.body}`);
    return reply.json();
  }

  return {
    app,
    platform,
    waitForMail,
    async registerAndLogin(username = `user${randomInt(1e9)}`) {
      const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
      const email = `${username.toLowerCase()}@example.org`;
      const password = testPassword;
      await post('/api/accounts/register', signUpOf(username, email), from);
      const mail = await waitForMail(email);
      const link = new URL(/http\S+/.exec(mail.text ?? '')?.[0] ?? '');
      await post('/api/accounts/activate', Object.fromEntries(link.searchParams), from);
      const { token } = await post('/token-auth/', { username, password }, from);
      const headers = { authorization: `JWT ${token}` };
      const current = await app.inject({ url: '/api/accounts/useraccount', headers });
      return { id: current.json().id, username, email, password, headers };
    },
    async close() {
      await app.close();
      await platform.jobs.stop();
      await platform.notices.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let addresses = 0;

/** Rate limits that no test reaches. */
export const anyRate = Object.fromEntries(
  Object.keys(limits.rate).map((name) => [name, 1_000_000]),
) as unknown as RateLimits;

/** A network address that no earlier call of this test file used, for limits by address. */
export function freshAddress(): string {
  addresses++;
  return `10.1.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

/** Calls about an account's own profile, made as its owner. */
export function profileCalls(product: () => TestApp) {
  const url = '/api/accounts/useraccount';

  /** All fields of a new account's profile, with changes. */
  const profileOf = (user: TestAccount, changes: Record<string, unknown> = {}) => ({
    username: user.username,
    first_name: 'Given',
    last_name: 'Family',
    email: user.email,
    organization: '',
    bio: '',
    email_subscribed: false,
    photo: null,
    ...changes,
  });
  return {
    change: (user: TestAccount, changes: Record<string, unknown>) =>
      product().app.inject({
        method: 'PUT',
        url,
        headers: user.headers,
        payload: profileOf(user, changes),
      }),
    current: (user: TestAccount) => product().app.inject({ url, headers: user.headers }),
  };
}
