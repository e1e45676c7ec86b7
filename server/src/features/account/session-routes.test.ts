import { eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, testPassword } from '../../../testing/test-app.ts';
import { account, endedSession } from '../../platform/database/schema/index.ts';

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

const now = () => Math.floor(Date.now() / 1000);
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function tokenOf(username: string): Promise<string> {
  const reply = await product.app.inject({
    method: 'POST',
    url: '/token-auth/',
    payload: { username, password: testPassword },
    remoteAddress: freshAddress(),
  });
  return reply.json().token;
}
const current = (token: string) =>
  product.app.inject({
    url: '/api/accounts/useraccount',
    headers: { authorization: `JWT ${token}` },
  });
const statusOf = async (token: string) => (await current(token)).statusCode;
const post = (url: string, token: string) =>
  product.app.inject({ method: 'POST', url, headers: { authorization: `JWT ${token}` } });

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

describe('logging out', () => {
  test('ends the session of the token and no other', async () => {
    const { username } = await product.registerAndLogin();
    const [one, other] = [await tokenOf(username), await tokenOf(username)];
    const reply = await post('/api/accounts/logout', one);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ message: 'Logged out.' });
    expect(await statusOf(one)).toBe(401);
    expect(await statusOf(other)).toBe(200);
    expect((await post('/api/accounts/logout', one)).statusCode).toBe(401);
  });

  test('ends the tokens that the session was renewed by, older and newer', async () => {
    const { id } = await product.registerAndLogin();
    const claims = { sid: 'renewed-session' };
    const old = await sign(id, { claims, issuedAt: now() - 7 * 3600 });
    const { token: renewed } = (await current(old)).json();
    expect(await statusOf(renewed)).toBe(200);
    await post('/api/accounts/logout', old);
    expect(await statusOf(old)).toBe(401);
    expect(await statusOf(renewed)).toBe(401);
    expect(await statusOf(await sign(id))).toBe(200);
  });

  test('everywhere ends every session; logging in again works', async () => {
    const { username, headers } = await product.registerAndLogin();
    const tokens = [headers.authorization.slice(4), await tokenOf(username)];
    expect((await post('/api/accounts/logout_everywhere', tokens[0] ?? '')).statusCode).toBe(200);
    for (const token of tokens) expect(await statusOf(token)).toBe(401);
    expect(await statusOf(await tokenOf(username))).toBe(200);
  });

  test('leaves nothing behind once the tokens would have expired anyway', async () => {
    const { username } = await product.registerAndLogin();
    const { orm } = product.platform.database;
    await post('/api/accounts/logout', await tokenOf(username));
    await orm.update(endedSession).set({ expiresAt: new Date(Date.now() - 1000) });
    await post('/api/accounts/logout', await tokenOf(username));
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
