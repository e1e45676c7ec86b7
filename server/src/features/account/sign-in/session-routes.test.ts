import { eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestApp,
  freshAddress,
  type TestApp,
  testConfig,
  testPassword,
} from '../../../../testing/test-app.ts';
import { account, endedSession } from '../../../platform/database/schema/index.ts';

let product: TestApp;

beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

const now = () => Math.floor(Date.now() / 1000);
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const tokenOf = async (username: string): Promise<string> => (await logIn(username)).json().token;
const current = (token: string) =>
  product.app.inject({
    url: '/api/accounts/useraccount',
    headers: { authorization: `JWT ${token}` },
  });
const statusOf = async (token: string) => (await current(token)).statusCode;
const end = (url: string, token: string) =>
  product.app.inject({ method: 'POST', url, headers: { authorization: `JWT ${token}` } });
const post = (url: string, payload: object, remoteAddress = freshAddress()) =>
  product.app.inject({ method: 'POST', url, payload, remoteAddress });
const logIn = (username: string, password = testPassword, url = '/token-auth/') =>
  post(url, { username, password });
const currentAccount = (authorization?: string) =>
  product.app.inject({
    url: '/api/accounts/useraccount',
    headers: authorization === undefined ? {} : { authorization },
  });

/** A token as the server makes it, with changes. */
async function sign(
  id: number,
  changes: { claims?: object; issuedAt?: number; algorithm?: string; key?: Uint8Array } = {},
) {
  const { claims, issuedAt = now(), algorithm = 'HS256', key } = changes;
  return await new SignJWT({
    sub: String(id),
    aud: 'session',
    version: 1,
    sid: 'session-of-the-test',
    exp: issuedAt + 12 * 3600,
    ...claims,
  })
    .setProtectedHeader({ alg: algorithm })
    .setIssuedAt(issuedAt)
    .sign(key ?? product.platform.keys.session);
}

describe('logging in', () => {
  test('the confirmed email address serves in the place of the name, in any case', async () => {
    const user = await product.registerAndLogin();
    const reply = await logIn(user.email.toUpperCase());
    expect(reply.statusCode).toBe(200);
    expect((await current(reply.json().token)).json()).toMatchObject({ username: user.username });
    expect((await logIn(user.email, 'Wrong-Horse-7')).statusCode).toBe(400);
  });

  test('an unknown name and a wrong password get the same answer', async () => {
    const { username } = await product.registerAndLogin();
    const expected = {
      error: 'The credentials provided are not valid.',
      code: 'credentials_not_valid',
    };
    for (const reply of [await logIn(username, 'Wrong-Horse-7'), await logIn('nobody-at-all')]) {
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toEqual(expected);
    }
  });

  test('a name that no database can hold is refused like any other', async () => {
    expect((await logIn('a\u0000b')).statusCode).toBe(400);
  });

  test('works without the trailing slash', async () => {
    const { username } = await product.registerAndLogin();
    expect((await logIn(username, testPassword, '/token-auth')).json()).toEqual({
      token: expect.any(String),
    });
  });

  test('names are looked up exactly', async () => {
    await product.registerAndLogin('CaseKept');
    expect((await logIn('casekept')).statusCode).toBe(400);
  });

  test('the eleventh wrong log-in of a minute from one address is refused with a time to wait', async () => {
    const address = freshAddress();
    const attempt = (number: number) =>
      post('/token-auth/', { username: `guess${number}`, password: 'x' }, address);
    for (let number = 1; number <= 10; number++) {
      expect((await attempt(number)).statusCode).toBe(400);
    }
    const refused = await attempt(11);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
  });

  test('thirty right log-ins at once from the address of an office go through', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => product.registerAndLogin()));
    const office = freshAddress();
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, number) => {
        const username = people[number % people.length].username;
        return post('/token-auth/', { username, password: testPassword }, office);
      }),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(200));
  });

  test('all addresses of one IPv6 network count as one', async () => {
    const statuses = [];
    for (let number = 1; number <= 11; number++) {
      const body = { username: `neighbor${number}`, password: 'x' };
      statuses.push((await post('/token-auth/', body, `2001:db8:1:2::${number}`)).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });

  test('a name of any length is counted by what an account can have of it', async () => {
    const from = freshAddress();
    const name = 'n'.repeat(20);
    const attempt = (username: string) => post('/token-auth/', { username, password: 'x' }, from);
    for (let number = 1; number <= 5; number++) {
      expect((await attempt(`${name}${number}${'x'.repeat(1000)}`)).statusCode).toBe(400);
    }
    expect((await attempt(name.toUpperCase())).statusCode).toBe(429);
  });
});

describe('wrong log-ins of others', () => {
  /** The cookie that a browser would send after a reply. */
  const cookieOf = (reply: { headers: Record<string, unknown> }) =>
    String([reply.headers['set-cookie']].flat().find((each) => /^known/.test(String(each)))).split(
      ';',
    )[0] ?? '';
  const logInWith = (
    username: string,
    { cookie, from = freshAddress() }: { cookie: string; from?: string },
    password = testPassword,
  ) =>
    product.app.inject({
      method: 'POST',
      url: '/token-auth/',
      payload: { username, password },
      remoteAddress: from,
      headers: { cookie },
    });

  test('from two addresses do not stop the right person anywhere', async () => {
    const { username } = await product.registerAndLogin();
    const addresses = [freshAddress(), freshAddress()];
    const statuses = new Set<number>();
    for (let number = 0; number < 19; number++) {
      const credentials = { username, password: 'x' };
      const reply = await post('/token-auth/', credentials, addresses[number % 2]);
      statuses.add(reply.statusCode);
      if (reply.statusCode === 429) {
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      }
    }
    // After some wrong tries each address has to wait, each time longer.
    expect([...statuses]).toEqual([400, 429]);
    expect((await logIn(username)).statusCode).toBe(200);
  });

  test('from everywhere do not stop the owner on a new device, and are slowed themselves', async () => {
    const { username } = await product.registerAndLogin();
    const guesser = freshAddress();
    for (let number = 0; number < 25; number++) {
      expect((await logIn(username, 'x')).statusCode).toBe(400);
    }
    expect((await logIn(username)).statusCode).toBe(200);
    // At this account an address now has one try, where it has five at others.
    const guess = () => post('/token-auth/', { username, password: 'x' }, guesser);
    expect((await guess()).statusCode).toBe(400);
    const refused = await guess();
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expect((await logIn(username)).statusCode).toBe(200);
  });

  test('from the same address stop neither a browser that was logged in before nor a reset', async () => {
    const { username, email } = await product.registerAndLogin();
    const from = freshAddress();
    const logInHere = (password: string) => post('/token-auth/', { username, password }, from);
    const cookie = cookieOf(await logIn(username));
    for (let number = 0; number < 6; number++) await logInHere('x');
    expect((await logInHere(testPassword)).statusCode).toBe(429);
    expect((await logInWith(username, { cookie, from })).statusCode).toBe(200);
    // A cookie with a wrong signature is ignored.
    const forged = cookie.replace(/=.*\./, '=00000000-0000-4000-8000-000000000000.1.2.3.');
    expect((await logInWith(username, { cookie: forged, from })).statusCode).toBe(429);
    // The browser has wrong tries of its own.
    for (let number = 0; number < 5; number++) {
      expect((await logInWith(username, { cookie, from }, 'x')).statusCode).toBe(400);
    }
    expect((await logInWith(username, { cookie })).statusCode).toBe(429);

    await post('/api/accounts/request_pass_reset', { email });
    const mail = await product.waitForMail(email, /password/i);
    const link = new URL(/http\S+/.exec(mail.text ?? '')?.[0] ?? '');
    const password = 'Another-Horse-8';
    const body = { ...Object.fromEntries(link.searchParams), username, password };
    const reset = await post('/api/accounts/pass_reset', { ...body, password2: password }, from);
    expect(reset.statusCode, reset.body).toBe(200);
    expect((await logInHere(password)).statusCode).toBe(200);
  });
});

describe('the current account', () => {
  const notAuthenticated = {
    error:
      'The requested resource is not provided due to lack of valid authentication credentials.',
    code: 'not_authenticated',
  };

  test.each([undefined, '', 'JWT', 'JWT nonsense', 'Basic dTpw'])(
    'is refused to %j',
    async (authorization) => {
      const reply = await currentAccount(authorization);
      expect(reply.statusCode).toBe(401);
      expect(reply.json()).toEqual(notAuthenticated);
    },
  );

  test('a token in the address is not accepted', async () => {
    const { headers } = await product.registerAndLogin();
    const token = headers.authorization.slice(4);
    const reply = await product.app.inject({ url: `/api/accounts/useraccount?token=${token}` });
    expect(reply.statusCode).toBe(401);
  });

  test('brings a new token once half the old one’s twelve hours are over', async () => {
    const { id } = await product.registerAndLogin();
    const young = await sign(id, { issuedAt: now() - 5.9 * 3600 });
    expect((await currentAccount(`JWT ${young}`)).json()).not.toHaveProperty('token');
    const old = await sign(id, { issuedAt: now() - 6.1 * 3600 });
    const { token } = (await currentAccount(`JWT ${old}`)).json();
    const renewed = await currentAccount(`JWT ${token}`);
    expect(renewed.json()).toMatchObject({ id });
    expect(renewed.json()).not.toHaveProperty('token');
  });
});

describe('logging out', () => {
  test('ends the session of the token and no other', async () => {
    const { username } = await product.registerAndLogin();
    const [one, other] = [await tokenOf(username), await tokenOf(username)];
    const reply = await end('/api/accounts/logout', one);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ message: 'Logged out.' });
    expect(await statusOf(one)).toBe(401);
    expect(await statusOf(other)).toBe(200);
    expect((await end('/api/accounts/logout', one)).statusCode).toBe(401);
  });

  test('ends the tokens that the session was renewed by, older and newer', async () => {
    const { id } = await product.registerAndLogin();
    const claims = { sid: 'renewed-session' };
    const old = await sign(id, { claims, issuedAt: now() - 7 * 3600 });
    const { token: renewed } = (await current(old)).json();
    expect(await statusOf(renewed)).toBe(200);
    await end('/api/accounts/logout', old);
    expect(await statusOf(old)).toBe(401);
    expect(await statusOf(renewed)).toBe(401);
    expect(await statusOf(await sign(id))).toBe(200);
  });

  test('everywhere ends every session; logging in again works', async () => {
    const { username, headers } = await product.registerAndLogin();
    const tokens = [headers.authorization.slice(4), await tokenOf(username)];
    expect((await end('/api/accounts/logout_everywhere', tokens[0] ?? '')).statusCode).toBe(200);
    for (const token of tokens) expect(await statusOf(token)).toBe(401);
    expect(await statusOf(await tokenOf(username))).toBe(200);
  });

  test('leaves nothing behind once the tokens would have expired anyway', async () => {
    const { username } = await product.registerAndLogin();
    const { orm } = product.platform.database;
    await end('/api/accounts/logout', await tokenOf(username));
    await orm.update(endedSession).set({ expiresAt: new Date(Date.now() - 1000) });
    await end('/api/accounts/logout', await tokenOf(username));
    expect(await orm.select().from(endedSession)).toHaveLength(1);
  });
});

describe('a token', () => {
  test('as the server makes it is taken', async () => {
    const { id } = await product.registerAndLogin();
    expect(await statusOf(await sign(id))).toBe(200);
  });

  test.each([
    ['for another audience', { claims: { aud: 'reset' } }],
    ['without an audience', { claims: { aud: undefined } }],
    ['that has expired', { issuedAt: now() - 13 * 3600 }],
    ['without an end', { claims: { exp: undefined } }],
    ['without a session', { claims: { sid: undefined } }],
    ['of an ended session version', { claims: { version: 0 } }],
    ['whose version is a text', { claims: { version: '1' } }],
    ['of nobody', { claims: { sub: '999999999' } }],
    ['by another algorithm', { algorithm: 'HS512' }],
    ['by another key', { key: new Uint8Array(32) }],
  ])('%s is refused', async (_, changes) => {
    const { id } = await product.registerAndLogin();
    const reply = await current(await sign(id, changes));
    expect(reply.statusCode).toBe(401);
    expect(reply.json().code).toBe('not_authenticated');
  });

  test.each(['none', 'None', 'NONE', 'HS256'])(
    'without a signature, alg %s, is refused',
    async (alg) => {
      const { id } = await product.registerAndLogin();
      const [, payload] = (await sign(id)).split('.');
      expect(await statusOf(`${base64url({ alg, typ: 'JWT' })}.${payload}.`)).toBe(401);
    },
  );

  test('whose content was changed is refused', async () => {
    const own = await product.registerAndLogin();
    const other = await product.registerAndLogin();
    const [head, payload = '', signature] = own.headers.authorization.slice(4).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const changed = base64url({ ...claims, sub: String(other.id) });
    expect(await statusOf(`${head}.${changed}.${signature}`)).toBe(401);
  });

  test('of an account that was not activated opens nothing but the question who it is', async () => {
    const { id, headers } = await product.registerAndLogin();
    await product.platform.database.orm
      .update(account)
      .set({ activatedAt: null })
      .where(eq(account.id, id));
    const asked = await product.app.inject({ url: '/api/accounts/useraccount', headers });
    expect(asked.statusCode).toBe(200);
    expect(asked.json()).toEqual({
      id: null,
      username: '',
      email: '',
      email_verified: false,
      first_name: '',
      last_name: '',
      organization: '',
      bio: '',
      photo: null,
      email_subscribed: false,
      area_units: null,
      anonymous: true,
      is_app_tester: false,
    });
  });
});

test.each([
  ['application/json', '{"access_token":"x"}'],
  ['application/x-www-form-urlencoded', 'access_token=x'],
  [undefined, undefined],
])('logging in by another service (%s) is off', async (type, payload) => {
  const reply = await product.app.inject({
    method: 'POST',
    url: '/auth?response_type=token&client_id=x',
    ...(type !== undefined && { headers: { 'content-type': type }, payload }),
  });
  expect(reply.statusCode).toBe(404);
  expect(reply.json().code).toBe('social_login_off');
});

test('logging in by another service stands in the document, deprecated, with its 404 alone', async () => {
  const reply = await product.app.inject('/api/openapi.json');
  const { post } = reply.json().paths['/auth'];
  expect(post.deprecated).toBe(true);
  expect(Object.keys(post.responses)).toEqual(['404']);
});

test('an installation may set other rate limits', async () => {
  const { rateLimits } = testConfig();
  const other = await createTestApp({
    config: { rateLimits: { ...rateLimits, loginsPerMinutePerAddress: 1 } },
    work: false,
  });
  try {
    const attempt = () =>
      other.app.inject({
        method: 'POST',
        url: '/token-auth/',
        payload: { username: 'nobody', password: 'x' },
      });
    expect((await attempt()).statusCode).toBe(400);
    expect((await attempt()).statusCode).toBe(429);
  } finally {
    await other.close();
  }
});
