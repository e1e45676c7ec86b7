import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestApp,
  freshAddress,
  type TestApp,
  testPassword,
} from '../../../../testing/test-app.ts';
import { account, accountToken } from '../../../platform/database/schema/index.ts';
import { deleteTokens, insertToken, isLinkDue } from '../token-queries.ts';

const newPassword = 'Better-Horse-8';
const linkNotValid = 'This link has expired or was used before.  Please ask for a new one.';
const linkUsed =
  'This link was used already: it works once.  If it was not you, please use the contact form under ‘Reporting a bug’ to tell us about it.';

let product: TestApp;

beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

const post = (url: string, payload: object, remoteAddress = freshAddress()) =>
  product.app.inject({ method: 'POST', url, payload, remoteAddress });
const get = (url: string, remoteAddress = freshAddress()) =>
  product.app.inject({ url, remoteAddress });
const requestReset = (email: string, from?: string) =>
  post('/api/accounts/request_pass_reset', { email }, from);
const retrieveUsername = (email: string, from?: string) =>
  get(`/api/accounts/retrieve_username?${new URLSearchParams({ email })}`, from);
const checkToken = (token: string) =>
  get(`/api/accounts/pass_reset?${new URLSearchParams({ token })}`);
const reset = (body: object) => post('/api/accounts/pass_reset', body);
const logIn = (username: string, password: string) => post('/token-auth/', { username, password });
const current = (headers: Record<string, string>) =>
  product.app.inject({ url: '/api/accounts/useraccount', headers });

/** Waits for the mail to an address and returns the token of its link. */
async function resetTokenOf(email: string): Promise<string> {
  const mail = await product.waitForMail(email, /^Reset your/);
  const link = new URL(/http\S+/.exec(mail.text ?? '')?.[0] ?? '');
  expect(link.origin).toBe('http://127.0.0.1:3000');
  expect(link.pathname).toBe('/accounts/passwordreset');
  expect([...link.searchParams.keys()]).toEqual(['token', 'username']);
  return link.searchParams.get('token') ?? '';
}

/** The number of mails to an address whose source matches. */
async function countMails(to: string, pattern: RegExp): Promise<number> {
  const { outbox } = product.platform.dataDirectory;
  const files = (await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8'));
  const sources = await Promise.all(files);
  return sources.filter((source) => source.includes(`To: ${to}`) && pattern.test(source)).length;
}

/** Waits until no recovery job is left. Known and unknown addresses cause one job each. */
async function settle(): Promise<void> {
  for (;;) {
    const { rows } = await product.platform.database.pool.query(
      "SELECT count(*)::int AS left FROM jobs.job WHERE name IN ('recovery', 'mail') AND state < 'completed'",
    );
    if (rows[0].left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

describe('a forgotten password', () => {
  test('from the request by the mailed link to the new password', async () => {
    const user = await product.registerAndLogin();
    const requested = await requestReset(user.email);
    expect(requested.statusCode).toBe(200);
    expect(requested.json()).toEqual({
      success: true,
      message:
        'A password reset email has been sent to the given address.  Please check your inbox.',
    });
    const token = await resetTokenOf(user.email);
    expect((await checkToken(token)).json()).toEqual({ valid: true });
    expect((await checkToken(token)).statusCode).toBe(200);

    const { username } = user;
    const done = await reset({ username, password: newPassword, token });
    expect(done.statusCode).toBe(200);
    expect(done.json()).toEqual({ username });

    expect((await logIn(username, testPassword)).statusCode).toBe(400);
    expect((await logIn(username, newPassword)).statusCode).toBe(200);
    expect((await current(user.headers)).statusCode).toBe(401);
    const note = await product.waitForMail(user.email, /password .* was changed/);
    expect(note.text).not.toContain(newPassword);
  });

  test('a link works once, and ends the others', async () => {
    const { username, email } = await product.registerAndLogin();
    await requestReset(email);
    const token = await resetTokenOf(email);
    await requestReset(email);
    await settle();
    expect((await reset({ username, password: newPassword, token })).statusCode).toBe(200);
    const again = await reset({ username, password: testPassword, token });
    expect(again.statusCode).toBe(401);
    const used = { error: linkUsed, code: 'reset_link_used' };
    expect(again.json()).toEqual(used);
    const checked = await checkToken(token);
    expect([checked.statusCode, checked.json()]).toEqual([401, used]);
    expect((await checkToken(`${token}x`)).json()).toEqual({
      error: linkNotValid,
      code: 'reset_link_expired',
    });
    const left = await product.platform.database.orm
      .select()
      .from(accountToken)
      .where(and(eq(accountToken.purpose, 'reset'), isNull(accountToken.usedAt)));
    expect(left).toEqual([]);
  });

  test('of two that use one link at the same instant, one sets the password', async () => {
    const { username, email } = await product.registerAndLogin();
    await requestReset(email);
    const token = await resetTokenOf(email);
    const passwords = ['First-Horse-1', 'Second-Horse-2'];
    const replies = await Promise.all(
      passwords.map((password) => reset({ username, password, token })),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    const winner = replies.findIndex(({ statusCode }) => statusCode === 200);
    expect((await logIn(username, passwords[winner] ?? '')).statusCode).toBe(200);
    expect((await logIn(username, passwords[1 - winner] ?? '')).statusCode).toBe(400);
  });

  test('a link belongs to its account', async () => {
    const own = await product.registerAndLogin();
    const other = await product.registerAndLogin();
    await requestReset(own.email);
    const token = await resetTokenOf(own.email);
    const crossed = await reset({ username: other.username, password: newPassword, token });
    expect(crossed.statusCode).toBe(401);
    expect((await logIn(other.username, newPassword)).statusCode).toBe(400);
    // Checking the token did not use it up.
    expect((await checkToken(token)).statusCode).toBe(200);
  });

  test('a link ends after an hour', async () => {
    const { username, email } = await product.registerAndLogin();
    await requestReset(email);
    const token = await resetTokenOf(email);
    const { orm } = product.platform.database;
    const [kept] = await orm
      .select()
      .from(accountToken)
      .where(and(eq(accountToken.purpose, 'reset'), isNull(accountToken.usedAt)));
    const minutes = ((kept?.expiresAt.getTime() ?? 0) - (kept?.createdAt.getTime() ?? 0)) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThan(61);
    await orm
      .update(accountToken)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(accountToken.purpose, 'reset'));
    expect((await checkToken(token)).statusCode).toBe(401);
    expect((await reset({ username, password: newPassword, token })).statusCode).toBe(401);
    expect((await logIn(username, testPassword)).statusCode).toBe(200);
  });

  test.each([
    ['no token', {}],
    ['an empty token', { token: '' }],
    ['a forged token', { token: 'A'.repeat(43) }],
    ['a zero character', { token: 'a\u0000b' }],
    ['a token of a megabyte', { token: 'x'.repeat(1_000_000) }],
  ])('%s sets no password', async (_, body) => {
    const { username } = await product.registerAndLogin();
    const reply = await reset({ username, password: newPassword, ...body });
    expect(reply.statusCode).toBe(401);
    expect(reply.json().error).toBe(linkNotValid);
  });

  test('an activation link sets no password, and a reset link activates nothing', async () => {
    const { username, email, id } = await product.registerAndLogin();
    await requestReset(email);
    const token = await resetTokenOf(email);
    const uid = Buffer.from(String(id)).toString('base64url');
    expect((await post('/api/accounts/activate', { uid, token })).statusCode).toBe(400);
    expect((await post('/api/accounts/confirm_email', { uid, token })).statusCode).toBe(400);

    const names = { first_name: 'Given', last_name: 'Family', username: 'Waiting' };
    const password = testPassword;
    await post('/api/accounts/register', {
      ...names,
      email: 'waiting@example.org',
      password,
      password2: password,
    });
    const mail = await product.waitForMail('waiting@example.org');
    const activation = new URL(/http\S+/.exec(mail.text ?? '')?.[0] ?? '').searchParams;
    const crossed = { username: 'Waiting', password: newPassword, token: activation.get('token') };
    expect((await reset(crossed)).statusCode).toBe(401);
    expect((await reset({ username, password: newPassword, token })).statusCode).toBe(200);
  });

  test.each([
    ['Short1!', 'Requires at least 8 characters.'],
    [`Aa1!${'x'.repeat(29)}`, 'Requires at most 32 characters.'],
    [
      'nouppercase1!',
      'Password must include at least one of each: lowercase letters, uppercase letters, numbers, and special characters.',
    ],
  ])('the new password %s is refused, and the link still works', async (password, sentence) => {
    const { username, email } = await product.registerAndLogin();
    await requestReset(email);
    const token = await resetTokenOf(email);
    const refused = await reset({ username, password, token });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields).toEqual({ password: sentence });
    expect((await reset({ username, password: newPassword, token })).statusCode).toBe(200);
  });

  test('works for who is logged in, by the same link', async () => {
    const user = await product.registerAndLogin();
    await requestReset(user.email);
    const token = await resetTokenOf(user.email);
    const reply = await product.app.inject({
      method: 'POST',
      url: '/api/accounts/pass_reset',
      headers: user.headers,
      payload: { username: user.username, password: newPassword, token },
      remoteAddress: freshAddress(),
    });
    expect(reply.statusCode).toBe(200);
  });

  test('neither token nor address stays in the database in clear', async () => {
    const { email } = await product.registerAndLogin();
    await requestReset(email);
    const token = await resetTokenOf(email);
    await settle();
    const { pool } = product.platform.database;
    const kept = [
      await pool.query('SELECT * FROM account_token'),
      await pool.query('SELECT data::text, output::text FROM jobs.job'),
    ];
    const text = JSON.stringify(kept.map(({ rows }) => rows));
    expect(text).not.toContain(token);
    expect(text).not.toContain(email);
  });
});

describe('a forgotten username', () => {
  const message =
    'If an account uses this address, its username has been sent there.  Please check your inbox.';

  test('is mailed, and only there', async () => {
    const { username, email } = await product.registerAndLogin();
    const reply = await retrieveUsername(email.toUpperCase());
    expect(reply.json()).toEqual({ success: true, message });
    expect(reply.body).not.toContain(username);
    const mail = await product.waitForMail(email, /username$/);
    expect(mail.text).toContain(`"${username}"`);
  });

  test.each(['nobody@example.org', 'not an address', '', "' OR 1=1 --", 'x'.repeat(5000)])(
    'the answer to %j is the same',
    async (email) => {
      const reply = await retrieveUsername(email);
      expect(reply.statusCode).toBe(200);
      expect(reply.json()).toEqual({ success: true, message });
    },
  );
});

describe('an address that nobody has', () => {
  test('gets the same answer, by the same work, and no mail', async () => {
    const { email } = await product.registerAndLogin();
    await settle();
    const { pool } = product.platform.database;
    const jobs = async () =>
      (await pool.query("SELECT count(*)::int AS n FROM jobs.job WHERE name = 'recovery'")).rows[0]
        .n;
    const before = await jobs();
    const known = await requestReset(email);
    const unknown = await requestReset('nobody-here@example.org');
    expect(unknown.statusCode).toBe(known.statusCode);
    expect(unknown.body).toBe(known.body);
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
    // Known and unknown addresses are treated differently only in the job, after the answer.
    expect(await jobs()).toBe(before + 2);
    await settle();
    await expect(product.waitForMail(email, /^Reset/)).resolves.toBeDefined();
    const outbox = await pool.query('SELECT count(*)::int AS n FROM mail_message');
    expect(outbox.rows[0].n).toBe(0);
  });

  test.each(['', 'nobody', 'a@b', 'a@example.org\r\nBcc: all@example.org'])(
    '%j is no address at all',
    async (email) => {
      const reply = await requestReset(email);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toEqual({
        error: 'Please submit an email with a valid format.',
        code: 'invalid',
        fields: { email: 'Please submit an email with a valid format.' },
      });
    },
  );
});

test('who never activated is mailed that link again, and no reset', async () => {
  const email = 'unactivated@example.org';
  const password = testPassword;
  await post('/api/accounts/register', {
    first_name: 'Given',
    last_name: 'Family',
    username: 'Unactivated',
    email,
    password,
    password2: password,
  });
  await settle();
  const { orm } = product.platform.database;
  const tokens = () =>
    orm
      .select({ purpose: accountToken.purpose })
      .from(accountToken)
      .innerJoin(account, eq(account.id, accountToken.accountId))
      .where(eq(account.username, 'Unactivated'));
  expect(await tokens()).toEqual([{ purpose: 'activation' }]);
  await requestReset(email);
  await settle();
  expect(await tokens()).toEqual([{ purpose: 'activation' }, { purpose: 'activation' }]);
});

describe('limits', () => {
  test.each(['password', 'username'] as const)(
    'a stranger can not use up the mails with a %s',
    async (wanted) => {
      const { email } = await product.registerAndLogin();
      const ask = wanted === 'password' ? requestReset : retrieveUsername;
      const known: unknown[] = [];
      for (let number = 0; number < 12; number++) {
        const reply = await ask(number % 2 ? email : ` ${email.toUpperCase()} `);
        known.push([reply.statusCode, reply.json()]);
        const unknown = await ask('unheard-of@example.org');
        expect([unknown.statusCode, unknown.json()]).toEqual(known[0]);
      }
      expect(new Set(known.map((each) => JSON.stringify(each))).size).toBe(1);
      await settle();
      // Two are mailed at once, and the others wait: the owner is not flooded, either.
      expect(await countMails(email, new RegExp(`Subject: .*${wanted}`))).toBe(2);
    },
  );

  test('links come with pauses, and another one before the newest expires', async () => {
    const { id } = await product.registerAndLogin();
    const { orm } = product.platform.database;
    const isOwn = eq(accountToken.accountId, id);
    const mailed: number[] = [];
    // A stranger asks every two minutes.
    for (let minute = 0; minute <= 98; minute += 2) {
      if (await isLinkDue(orm, id, 'reset')) {
        mailed.push(minute);
        const expiresAt = new Date(Date.now() + 3_600_000);
        const link = { tokenHash: `${id} ${minute}`, accountId: id, expiresAt };
        await insertToken(orm, { ...link, purpose: 'reset' });
      }
      const earlier = (instant: PgColumn) => sql`${instant} - interval '2 minutes'`;
      await orm
        .update(accountToken)
        .set({
          createdAt: earlier(accountToken.createdAt),
          expiresAt: earlier(accountToken.expiresAt),
        })
        .where(isOwn);
    }
    expect(mailed).toEqual([0, 2, 4, 8, 16, 32, 60, 68, 76, 84, 92]);
    // Whoever has used a link, and forgot the password again, has no pause.
    await deleteTokens(orm, id, ['reset']);
    expect(await isLinkDue(orm, id, 'reset')).toBe(true);
  });

  test('the twenty-first request of an hour from one network address is refused', async () => {
    const from = freshAddress();
    for (let number = 1; number <= 20; number++) {
      expect((await requestReset(`nobody${number}@example.org`, from)).statusCode).toBe(200);
    }
    expect((await requestReset('nobody21@example.org', from)).statusCode).toBe(429);
    expect((await retrieveUsername('nobody22@example.org', from)).statusCode).toBe(429);
  });

  test('the thirty-first link of a minute from one network address is refused', async () => {
    const from = freshAddress();
    for (let number = 1; number <= 30; number++) {
      expect((await get(`/api/accounts/pass_reset?token=${number}`, from)).statusCode).toBe(401);
    }
    expect((await get('/api/accounts/pass_reset?token=31', from)).statusCode).toBe(429);
    expect((await post('/api/accounts/activate', { uid: '', token: '' }, from)).statusCode).toBe(
      429,
    );
  });
});
