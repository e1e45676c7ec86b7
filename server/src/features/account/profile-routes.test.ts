import { eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';
import { account, accountToken } from '../../platform/database/schema/index.ts';

let product: TestApp;

beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

let addresses = 0;
function freshAddress(): string {
  addresses += 1;
  return `192.0.2.${addresses}`;
}

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
const put = (user: TestAccount, payload: unknown) =>
  product.app.inject({
    method: 'PUT',
    url: '/api/accounts/useraccount',
    headers: user.headers,
    payload: payload as object,
  });
const change = (user: TestAccount, changes: Record<string, unknown>) =>
  put(user, profileOf(user, changes));
const current = async (user: TestAccount) =>
  await product.app.inject({ url: '/api/accounts/useraccount', headers: user.headers });
const post = (url: string, payload: object) =>
  product.app.inject({ method: 'POST', url, payload, remoteAddress: freshAddress() });
const logIn = (username: string, password: string) => post('/token-auth/', { username, password });
const publicAccount = (username: string) =>
  product.app.inject({
    url: `/api/accounts/public_account?${new URLSearchParams({ username })}`,
  });
const isUnique = async (email: string) => {
  const query = new URLSearchParams({ reqType: 'email', input: email });
  return (
    await product.app.inject({
      url: `/api/accounts/register?${query}`,
      remoteAddress: freshAddress(),
    })
  ).json().is_unique;
};
async function confirmationOf(email: string): Promise<Record<string, string>> {
  const mail = await product.waitForMail(email, /^Confirm your email address/);
  const link = /http\S+/.exec(mail.text ?? '')?.[0] ?? '';
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/accounts\/email\?uid=.+&token=.+$/);
  return Object.fromEntries(new URL(link).searchParams);
}
const confirm = (body: object) => post('/api/accounts/confirm_email', body);

describe('the profile', () => {
  test('is replaced by its owner, trimmed, and is the same when asked for again', async () => {
    const user = await product.registerAndLogin();
    const reply = await change(user, {
      first_name: '  Mary-Jo ',
      last_name: "O'Neil, Jr.",
      organization: ' Prairie Trust ',
      bio: ' Two\nlines, <b>bold</b> & \u{1f469}\u200d\u{1f33e} ',
      email_subscribed: true,
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      id: user.id,
      username: user.username,
      email: user.email,
      email_verified: true,
      first_name: 'Mary-Jo',
      last_name: "O'Neil, Jr.",
      organization: 'Prairie Trust',
      bio: 'Two\nlines, <b>bold</b> & \u{1f469}\u200d\u{1f33e}',
      photo: null,
      email_subscribed: true,
      anonymous: false,
      is_app_tester: false,
    });
    expect((await current(user)).json()).toEqual(reply.json());
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  const nameFormat =
    'Name must start with one letter, followed by letters, spaces, periods, commas, apostrophes, or dashes.';
  const usernameFormat =
    'Username must start with one letter followed by letters, spaces, periods, commas, apostrophes, or dashes.  Must contain at least two characters.';
  const hidden = 'This contains a character that can not be shown.';
  test.each([
    ['first_name', '', 'This is required.'],
    ['first_name', '<b>', nameFormat],
    ['last_name', 'x'.repeat(51), nameFormat],
    ['username', 'a', usernameFormat],
    ['username', 'x'.repeat(21), usernameFormat],
    ['username', '\u0430dmin', usernameFormat],
    ['username', 'a b', usernameFormat],
    ['email', 'nobody', 'Email requires the standard email format.'],
    ['email', `${'x'.repeat(39)}@example.org`, 'Email requires the standard email format.'],
    ['organization', 'x'.repeat(101), 'This must have at most 100 characters.'],
    ['organization', 'two\nlines', hidden],
    ['bio', 'x'.repeat(1001), 'This must have at most 1000 characters.'],
    ['bio', 'back\u202eward', hidden],
    ['bio', 'a\u0000b', hidden],
    ['bio', '\ud800', hidden],
    ['bio', undefined, 'This is required.'],
    ['email_subscribed', 'yes', 'This must be true or false.'],
    ['username', ['a', 'b'], 'This must be text.'],
    ['bio', { $ne: '' }, 'This must be text.'],
  ])('%s of %j is refused and nothing is changed', async (field, value, sentence) => {
    const user = await product.registerAndLogin();
    const before = (await current(user)).json();
    const reply = await change(user, { organization: 'Other', [field]: value });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'invalid', fields: { [field]: sentence } });
    expect((await current(user)).json()).toEqual(before);
  });

  test.each([undefined, [], 'null', '7'])('a body of %j is refused', async (payload) => {
    const user = await product.registerAndLogin();
    const reply = await product.app.inject({
      method: 'PUT',
      url: '/api/accounts/useraccount',
      headers: { ...user.headers, 'content-type': 'application/json' },
      ...(payload !== undefined && { payload }),
    });
    expect(reply.statusCode).toBe(400);
  });

  test('fields that are not its owner’s to set stay as they are', async () => {
    const user = await product.registerAndLogin();
    const reply = await change(user, {
      id: 1,
      photo: '/media/photos/somebody-elses.webp',
      anonymous: true,
      is_app_tester: true,
      email_verified: false,
      session_version: 7,
      passwordHash: 'x',
    });
    expect(reply.json()).toMatchObject({
      id: user.id,
      photo: null,
      anonymous: false,
      is_app_tester: false,
      email_verified: true,
    });
    expect((await current(user)).statusCode).toBe(200);
  });
});

describe('a changed username', () => {
  test('ends every session; the new name logs in and the old one does not', async () => {
    const user = await product.registerAndLogin();
    const elsewhere = (await logIn(user.username, user.password)).json().token;
    const renamed = `R-${user.username}`.slice(0, 20);
    const reply = await change(user, { username: renamed });
    expect(reply.json()).toMatchObject({ username: renamed });
    expect((await current(user)).statusCode).toBe(401);
    const other = { ...user, headers: { authorization: `JWT ${elsewhere}` } };
    expect((await current(other)).statusCode).toBe(401);
    expect((await logIn(user.username, user.password)).statusCode).toBe(400);
    expect((await logIn(renamed, user.password)).statusCode).toBe(200);
    expect((await publicAccount(user.username)).statusCode).toBe(404);
    expect((await publicAccount(renamed)).statusCode).toBe(200);
  });

  test('of somebody else, in whatever case, or of a tester is refused', async () => {
    const user = await product.registerAndLogin();
    const other = await product.registerAndLogin('Somebody_Else');
    for (const username of [other.username, 'SOMEBODY_else', 'Tester_One']) {
      const reply = await change(user, { username, organization: 'Other' });
      expect(reply.statusCode).toBe(409);
      expect(reply.json()).toEqual({
        error: 'Sorry, that username is already taken.',
        code: 'username_taken',
        fields: { username: 'Sorry, that username is already taken.' },
      });
    }
    expect((await current(user)).json()).toMatchObject({
      username: user.username,
      organization: '',
    });
  });

  test('may be the same in another case', async () => {
    const user = await product.registerAndLogin('casechange');
    expect((await change(user, { username: 'CaseChange' })).statusCode).toBe(200);
    expect((await logIn('CaseChange', user.password)).statusCode).toBe(200);
    expect((await logIn('casechange', user.password)).statusCode).toBe(400);
  });

  test('of two that take one name at the same instant one wins', async () => {
    const users = [await product.registerAndLogin(), await product.registerAndLogin()] as const;
    const replies = await Promise.all([
      change(users[0], { username: 'Contested' }),
      change(users[1], { username: 'contested' }),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const loser = replies.find(({ statusCode }) => statusCode === 409);
    expect(loser?.json().error).toBe('Sorry, that username is already taken.');
  });

  test('of two changes with one token at the same instant one wins', async () => {
    const user = await product.registerAndLogin();
    const replies = await Promise.all([
      change(user, { username: 'Swift_One' }),
      change(user, { username: 'Swift_Two' }),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });

  test('ends reset links, which name the account', async () => {
    const user = await product.registerAndLogin();
    await post('/api/accounts/request_pass_reset', { email: user.email });
    await product.waitForMail(user.email, /^Reset/);
    await change(user, { username: 'Renamed_Meanwhile' });
    const left = await product.platform.database.orm
      .select()
      .from(accountToken)
      .where(eq(accountToken.accountId, user.id));
    expect(left).toEqual([]);
  });
});

describe('a changed email address', () => {
  test('counts once its mailed link is followed', async () => {
    const user = await product.registerAndLogin();
    const email = `new-${user.email}`;
    const changed = await change(user, { email });
    expect(changed.json()).toMatchObject({ email, email_verified: false });
    expect((await current(user)).json()).toMatchObject({ email, email_verified: false });

    // Until then both are taken, and the confirmed one receives resets.
    expect(await isUnique(email)).toBe(false);
    expect(await isUnique(user.email)).toBe(false);
    await product.waitForMail(user.email, /is changing$/);
    await post('/api/accounts/request_pass_reset', { email: user.email });
    await product.waitForMail(user.email, /^Reset/);

    const confirmation = await confirmationOf(email);
    const confirmed = await confirm(confirmation);
    expect(confirmed.json()).toEqual({ username: user.username, email });
    expect((await current(user)).json()).toMatchObject({ email, email_verified: true });
    expect(await isUnique(user.email)).toBe(true);
    const left = await product.platform.database.orm
      .select()
      .from(accountToken)
      .where(eq(accountToken.accountId, user.id));
    expect(left).toEqual([]);

    const again = await confirm(confirmation);
    expect(again.statusCode).toBe(400);
    expect(again.json()).toEqual({
      error: 'This link has expired or was used before.  Please ask for a new one.',
      code: 'email_link_expired',
    });
  });

  test('that is not confirmed receives no reset', async () => {
    const user = await product.registerAndLogin();
    const email = `unconfirmed-${user.email}`.slice(-50);
    await change(user, { email });
    await confirmationOf(email);
    await post('/api/accounts/request_pass_reset', { email });
    const { pool } = product.platform.database;
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          "SELECT count(*)::int AS left FROM jobs.job WHERE name IN ('recovery', 'mail') AND state < 'completed'",
        );
        return rows[0].left;
      })
      .toBe(0);
    const { rows } = await pool.query('SELECT purpose FROM account_token WHERE account_id = $1', [
      user.id,
    ]);
    expect(rows).toEqual([{ purpose: 'email' }]);
  });

  test('is taken back without a link; the mailed one works no more', async () => {
    const user = await product.registerAndLogin();
    const email = `mistyped-${user.email}`;
    await change(user, { email });
    const confirmation = await confirmationOf(email);
    const back = await change(user, { email: user.email });
    expect(back.json()).toMatchObject({ email: user.email, email_verified: true });
    expect((await confirm(confirmation)).statusCode).toBe(400);
    expect(await isUnique(email)).toBe(true);
  });

  test('that is changed again needs the newer link', async () => {
    const user = await product.registerAndLogin();
    const first = `first-${user.email}`;
    const second = `second-${user.email}`;
    await change(user, { email: first });
    const older = await confirmationOf(first);
    await change(user, { email: second });
    const newer = await confirmationOf(second);
    expect((await confirm(older)).statusCode).toBe(400);
    expect((await confirm({ ...newer, uid: 'MQ' })).statusCode).toBe(400);
    expect((await confirm(newer)).json()).toMatchObject({ email: second });
  });

  test('in another case is the same address', async () => {
    const user = await product.registerAndLogin();
    const email = user.email.toUpperCase();
    expect((await change(user, { email })).json()).toMatchObject({ email, email_verified: true });
  });

  test('of somebody else is refused, the former one of somebody too', async () => {
    const user = await product.registerAndLogin();
    const other = await product.registerAndLogin();
    const email = `moved-${other.email}`;
    await change(other, { email });
    for (const taken of [other.email.toUpperCase(), email]) {
      const reply = await change(user, { email: taken });
      expect(reply.statusCode).toBe(409);
      expect(reply.json()).toEqual({
        error: 'This Email is taken.  Please use another.',
        code: 'email_taken',
        fields: { email: 'This Email is taken.  Please use another.' },
      });
    }
  });

  test('that nobody confirms is free again after its time, and the confirmed one returns', async () => {
    const user = await product.registerAndLogin();
    const other = await product.registerAndLogin();
    const email = `squatted-${user.email}`.slice(-50);
    await change(user, { email });
    const confirmation = await confirmationOf(email);
    const { orm } = product.platform.database;
    const longAgo = new Date(Date.now() - 73 * 3600 * 1000);
    await orm.update(account).set({ emailChangedAt: longAgo }).where(eq(account.id, user.id));
    await orm
      .update(accountToken)
      .set({ expiresAt: new Date(Date.now() - 3600 * 1000) })
      .where(eq(accountToken.accountId, user.id));
    expect(await isUnique(email)).toBe(true);
    expect((await confirm(confirmation)).statusCode).toBe(400);
    expect((await change(other, { email })).statusCode).toBe(200);
    expect((await current(user)).json()).toMatchObject({ email: user.email, email_verified: true });
  });

  test('the sixth of an hour is refused', async () => {
    const user = await product.registerAndLogin();
    for (let number = 1; number <= 5; number++) {
      const reply = await change(user, { email: `n${number}-${user.email}` });
      expect(reply.statusCode).toBe(200);
    }
    const refused = await change(user, { email: `n6-${user.email}` });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const email = `n5-${user.email}`;
    expect((await change(user, { email, bio: 'Still here.' })).statusCode).toBe(200);
  });
});

describe('a public account', () => {
  test('shows four fields and no more', async () => {
    const user = await product.registerAndLogin();
    await change(user, { organization: 'Prairie Trust', bio: 'Counts birds.' });
    const reply = await publicAccount(user.username);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      username: user.username,
      organization: 'Prairie Trust',
      bio: 'Counts birds.',
      photo: null,
    });
  });

  test.each([
    ['in another case', 'exactly_this', 'Exactly_This'],
    ['with a space', 'Exactly_Here', 'Exactly_Here '],
    ['that nobody has', 'Exactly_There', 'nobody'],
    ['that is a pattern', 'Exactly_Where', 'Exactly%'],
    ['of SQL', 'Exactly_What', "' OR '1'='1"],
  ])('of a name %s is not found', async (_, known, asked) => {
    await product.registerAndLogin(known);
    expect((await publicAccount(known)).statusCode).toBe(200);
    const reply = await publicAccount(asked);
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({
      error: 'There is no account of this name.',
      code: 'account_not_found',
    });
  });

  test.each(['', '?username=a&username=b', '?username=a%00b', '?username=%ff'])(
    'asked for with %j is refused',
    async (query) => {
      const reply = await product.app.inject({ url: `/api/accounts/public_account${query}` });
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
      expect(reply.statusCode).toBeLessThan(500);
      expect(reply.json()).toHaveProperty('code');
    },
  );

  test('that is not activated is nobody’s', async () => {
    await post('/api/accounts/register', {
      first_name: 'Given',
      last_name: 'Family',
      username: 'NotYet',
      email: 'not-yet@example.org',
      password: 'Correct-Horse-7',
      password2: 'Correct-Horse-7',
    });
    expect((await publicAccount('NotYet')).statusCode).toBe(404);
  });
});

test('a token that is signed with our key for another use is no log-in', async () => {
  const user = await product.registerAndLogin();
  const sign = (audience: string) =>
    new SignJWT({ version: 1, sid: 'test' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(user.id))
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(product.platform.keys.session);
  const ask = async (token: string) =>
    (await current({ ...user, headers: { authorization: `JWT ${token}` } })).statusCode;
  expect(await ask(await sign('session'))).toBe(200);
  expect(await ask(await sign('email'))).toBe(401);
});
