import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestApp,
  freshAddress,
  type TestApp,
  testPassword,
} from '../../../../testing/test-app.ts';
import { account, accountToken } from '../../../platform/database/schema/index.ts';

let product: TestApp;

beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

const signUp = (changes: Record<string, string> = {}) => ({
  first_name: 'Given',
  last_name: 'Family',
  username: 'newcomer',
  email: 'newcomer@example.org',
  password: testPassword,
  password2: testPassword,
  ...changes,
});

const post = (url: string, payload: object, remoteAddress = freshAddress()) =>
  product.app.inject({ method: 'POST', url, payload, remoteAddress });
const register = (changes: Record<string, string>) =>
  post('/api/accounts/register', signUp(changes));
const logIn = (username: string, password = testPassword, url = '/token-auth/') =>
  post(url, { username, password });
const currentAccount = (authorization?: string) =>
  product.app.inject({
    url: '/api/accounts/useraccount',
    headers: authorization === undefined ? {} : { authorization },
  });
const isUnique = async (reqType: string, input: string) => {
  const query = new URLSearchParams({ reqType, input });
  const reply = await product.app.inject({
    url: `/api/accounts/register?${query}`,
    remoteAddress: freshAddress(),
  });
  return reply.json().is_unique;
};

async function activationOf(email: string): Promise<Record<string, string>> {
  const mail = await product.waitForMail(email);
  const link = /http\S+/.exec(mail.text ?? '')?.[0] ?? '';
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/accounts\/activate\?uid=.+&token=.+$/);
  return Object.fromEntries(new URL(link).searchParams);
}

describe('signing up', () => {
  test('from registration by the mailed link to the logged-in account', async () => {
    const registered = await register({ username: 'Wren_1', email: 'wren@example.org' });
    expect(registered.statusCode).toBe(201);
    expect(registered.json()).toEqual({ username: 'Wren_1', email: 'wren@example.org' });

    const activation = await activationOf('wren@example.org');
    const beforeActivation = await logIn('Wren_1');
    const early = await currentAccount(`JWT ${beforeActivation.json().token}`);
    expect(early.statusCode).toBe(200);
    expect(early.json()).toMatchObject({ anonymous: true, id: null, username: '', email: '' });

    const activated = await post('/api/accounts/activate', activation);
    expect(activated.json()).toEqual({ username: 'Wren_1', opens: null });

    const { token } = (await logIn('Wren_1')).json();
    for (const scheme of ['JWT', 'Bearer']) {
      const current = await currentAccount(`${scheme} ${token}`);
      expect(current.statusCode).toBe(200);
      expect(current.json()).toEqual({
        id: expect.any(Number),
        username: 'Wren_1',
        email: 'wren@example.org',
        email_verified: true,
        first_name: 'Given',
        last_name: 'Family',
        organization: '',
        bio: '',
        photo: null,
        email_subscribed: false,
        area_units: null,
        anonymous: false,
        is_app_tester: false,
      });
    }
  });

  test('the activation link is mailed again to who has the credentials', async () => {
    const payload = { username: 'Twice', email: 'twice@example.org' };
    await register(payload);
    const first = await activationOf(payload.email);
    const askAgain = (username: string, password: string) =>
      post('/api/accounts/activation_mail', { username, password });
    expect((await askAgain('Twice', 'Wrong-Horse-7')).statusCode).toBe(400);
    expect((await askAgain('twice@example.org', testPassword)).statusCode).toBe(200);
    await expect.poll(async () => (await activationOf(payload.email)).token).not.toBe(first.token);
    expect(
      (await post('/api/accounts/activate', await activationOf(payload.email))).statusCode,
    ).toBe(200);
    // An active account gets the same answer and no mail, which would be of no use.
    expect((await askAgain('Twice', testPassword)).statusCode).toBe(200);
  });

  test('an activation link works once, and says afterwards that it was used', async () => {
    await register({ username: 'Once', email: 'once@example.org' });
    const activation = await activationOf('once@example.org');
    expect((await post('/api/accounts/activate', activation)).statusCode).toBe(200);
    const again = await post('/api/accounts/activate', activation);
    expect(again.statusCode).toBe(400);
    expect(again.json()).toEqual({
      error:
        'This link was used already, and the account is active. Redirecting to the landing page where you can log in.',
      code: 'activation_used',
    });
    const forged = { ...activation, token: `${activation.token}x` };
    expect((await post('/api/accounts/activate', forged)).json().code).toBe('activation_expired');
  });

  test('an activation link ends after its time, and belongs to its account', async () => {
    await register({ username: 'Late', email: 'late@example.org' });
    await register({ username: 'Other', email: 'other@example.org' });
    const late = await activationOf('late@example.org');
    const other = await activationOf('other@example.org');

    const crossed = await post('/api/accounts/activate', { uid: late.uid, token: other.token });
    expect(crossed.statusCode).toBe(400);

    const [{ id } = { id: 0 }] = await product.platform.database.orm
      .select({ id: account.id })
      .from(account)
      .where(eq(account.username, 'Late'));
    await product.platform.database.orm
      .update(accountToken)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(accountToken.accountId, id));
    const expired = await post('/api/accounts/activate', late);
    expect(expired.statusCode).toBe(400);
    expect(expired.json()).toEqual({
      error: 'This account activation link has expired. Redirecting to the landing page.',
      code: 'activation_expired',
    });
  });

  test('neither password nor activation token is kept as it is', async () => {
    await register({ username: 'Hashed', email: 'hashed@example.org' });
    const { token = '' } = await activationOf('hashed@example.org');
    const { pool } = product.platform.database;
    const kept = [
      await pool.query("SELECT * FROM account WHERE username = 'Hashed'"),
      await pool.query('SELECT * FROM account_token'),
      await pool.query('SELECT data::text, output::text FROM jobs.job'),
    ];
    const text = JSON.stringify(kept.map(({ rows }) => rows));
    expect(text).toContain('$argon2id$');
    expect(text).toContain('Hashed');
    expect(text).not.toContain(testPassword);
    expect(text).not.toContain(token);
  });

  test.each([
    [
      { username: 'a' },
      'username',
      'Username must start with one letter (A to Z) followed by letters, numbers, dashes, or underscores.  Must contain two to twenty characters.',
    ],
    [{ email: 'nobody' }, 'email', 'Email requires the standard email format.'],
    [{ email: 'a\u0001b@example.org' }, 'email', 'Email requires the standard email format.'],
    [{ email: 'a\u202eb@example.org' }, 'email', 'Email requires the standard email format.'],
    [
      { first_name: '7' },
      'first_name',
      'Name must start with one letter, followed by letters, spaces, periods, commas, apostrophes, or dashes.',
    ],
    [{ password: 'Short1!', password2: 'Short1!' }, 'password', 'Requires at least 8 characters.'],
    [
      { password: 'lowercase1!', password2: 'lowercase1!' },
      'password',
      'Password must include at least one of each: lowercase letters, uppercase letters, numbers, and special characters.',
    ],
    [
      { password2: 'Correct-Horse-8' },
      'password2',
      'Confirm Password must match the Password entered above.',
    ],
    [{ last_name: '' }, 'last_name', 'This is required.'],
  ])('%j is refused', async (changes, field, message) => {
    const reply = await register(changes as unknown as Record<string, string>);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ error: message, code: 'invalid', fields: { [field]: message } });
  });

  test.each([
    ['a Cyrillic letter', '\u0430ccent@example.org'],
    ['the sign for Kelvin', '\u212aite@example.org'],
    ['an invisible character', 'ac\u200bcent@example.org'],
    ['no dot in the domain', 'accent@localhost'],
    ['two signs', 'accent@@example.org'],
    ['a list', 'accent@example.org,other@example.org'],
    ['a name around it', 'Accent <accent@example.org>'],
  ])('an address with %s is refused', async (_, email) => {
    const reply = await register({ username: 'Accent', email });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().fields.email).toBe('Email requires the standard email format.');
  });

  test('a domain of another script is taken in its ASCII form', async () => {
    const names = { username: 'Accent', email: "o'neil+maps@xn--bcher-kva.example" };
    expect((await register(names)).statusCode).toBe(201);
  });

  test('names and addresses are taken whatever their case', async () => {
    await register({ username: 'Taken', email: 'taken@example.org' });
    const name = await register({ username: 'tAKEN', email: 'free@example.org' });
    expect(name.statusCode).toBe(409);
    expect(name.json()).toEqual({
      error: 'This username is taken.  Please use another.',
      code: 'username_taken',
      fields: { username: 'This username is taken.  Please use another.' },
    });
    const email = await register({ username: 'Free', email: 'TAKEN@example.org' });
    expect(email.json()).toEqual({
      error: 'This Email is taken.  Please use another.',
      code: 'email_taken',
      fields: { email: 'This Email is taken.  Please use another.' },
    });
    expect(await isUnique('username', 'TAKEN')).toBe(false);
    expect(await isUnique('email', 'Taken@Example.org')).toBe(false);
    expect(await isUnique('username', 'free')).toBe(true);
    expect(await isUnique('email', 'free@example.org')).toBe(true);
  });

  test('a registration whose link has ended holds neither name nor address', async () => {
    const names = { username: 'Forgetful', email: 'forgetful@example.org' };
    await register(names);
    const old = await activationOf('forgetful@example.org');
    expect((await register(names)).statusCode).toBe(409);
    await product.platform.database.orm
      .update(account)
      .set({ createdAt: new Date(Date.now() - 73 * 3600 * 1000) })
      .where(eq(account.username, 'Forgetful'));
    expect(await isUnique('username', 'forgetful')).toBe(true);
    expect((await register(names)).statusCode).toBe(201);
    expect((await post('/api/accounts/activate', old)).statusCode).toBe(400);
  });

  test('of two registrations of one name at the same instant one wins', async () => {
    const replies = await Promise.all([
      register({ username: 'Twin', email: 'first@example.org' }),
      register({ username: 'twin', email: 'second@example.org' }),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    const loser = replies.find(({ statusCode }) => statusCode === 409);
    expect(loser?.json().error).toBe('This username is taken.  Please use another.');
  });

  test.each([
    'reqType=email&input=a%00',
    'reqType=email',
    'reqType=name&input=a',
    'reqType=email&input=a&input=b',
  ])('the question %s is refused', async (query) => {
    const url = `/api/accounts/register?${query}`;
    const reply = await product.app.inject({ url, remoteAddress: freshAddress() });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toHaveProperty('error');
  });

  test('testers’ names are not given away', async () => {
    const reply = await register({ username: 'Tester_One', email: 'tester@example.org' });
    expect(reply.json().error).toBe('This username is taken.  Please use another.');
    expect(await isUnique('username', 'tester_two')).toBe(false);
  });
});

describe('limits', () => {
  test('the sixty-first question of a minute whether a name is free is refused', async () => {
    const from = freshAddress();
    const ask = (input: string) =>
      product.app.inject({
        url: `/api/accounts/register?reqType=username&input=${input}`,
        remoteAddress: from,
      });
    for (let number = 1; number <= 60; number++) {
      expect((await ask(`name${number}`)).statusCode).toBe(200);
    }
    const refused = await ask('name61');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('the twenty-first registration of an hour from one address is refused', async () => {
    const from = freshAddress();
    const attempt = () => post('/api/accounts/register', signUp({ username: 'Tester_One' }), from);
    for (let number = 1; number <= 20; number++) expect((await attempt()).statusCode).toBe(409);
    expect((await attempt()).statusCode).toBe(429);
  });
});
