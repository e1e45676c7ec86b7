import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, testPassword } from '../testing/test-app.ts';
import { createLog } from './platform/log.ts';

let product: TestApp;
const logged: string[] = [];

beforeAll(async () => {
  product = await createTestApp({
    log: createLog('info', { write: (line) => void logged.push(line) }),
  });
});
afterAll(() => product.close());

let addresses = 0;
const inject = (options: {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  payload?: object | string;
  headers?: Record<string, string>;
}) => {
  addresses++;
  return product.app.inject({ ...options, remoteAddress: `203.0.113.${addresses}` });
};

describe('every reply carries the safe headers', () => {
  test.each([
    ['a page', '/landing', 'GET', 200],
    ['a page that is not there', '/nowhere', 'GET', 404],
    ['a file', '/favicon.svg', 'GET', 200],
    ['a call', '/api/health', 'GET', 200],
    ['a call that is not there', '/api/nothing', 'GET', 404],
    ['a refused body', '/token-auth/', 'POST', 400],
    ['a method that there is not', '/token-auth/', 'GET', 405],
    ['who is not logged in', '/api/accounts/useraccount', 'GET', 401],
    ['a tile that is not there', '/tiles/change/none/before/1/2/3.png', 'GET', 404],
    ['the base map', '/basemap/styles/light.json', 'GET', undefined],
    ['the API’s page', '/api/docs', 'GET', 200],
  ] as const)('%s: %s', async (_, url, method, status) => {
    const accept = 'text/html,*/*';
    const reply = await inject({ url, method, headers: { accept } });
    if (status !== undefined) expect(reply.statusCode).toBe(status);
    expect(reply.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': expect.stringMatching(/^(SAMEORIGIN|DENY)$/),
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(reply.headers).not.toHaveProperty('x-powered-by');
    const policy = String(reply.headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self'[^;]*;/);
    expect(policy).not.toMatch(/script-src[^;]*(unsafe-inline|unsafe-eval|https?:|\*)/);
    expect(policy).toMatch(/object-src 'none'/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
  });
});

test('pages may be styled by our own files and by what React Aria adds, as its source has it', async () => {
  const source = await readFile(
    join(
      import.meta.dirname,
      '../../node_modules/react-aria/dist/private/interactions/usePress.mjs',
    ),
    'utf8',
  );
  const template = /textContent = `([^`]*)`\.trim\(\)/.exec(source)?.[1] ?? '';
  const style = template
    .replace(/\$\{[^}]*PRESSABLE_ATTRIBUTE\}/, 'data-react-aria-pressable')
    .trim();
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = String((await inject({ url: '/landing' })).headers['content-security-policy']);
  const styles = /style-src ([^;]*)/.exec(policy)?.[1];
  expect(styles).toContain(`'sha256-${hash}'`);
  expect(styles).not.toContain('unsafe-inline');
});

test('an address that can’t be read is answered with headers that allow nothing', async () => {
  const reply = await inject({ url: '/api/%ff' });
  expect(reply.statusCode).toBe(400);
  expect(reply.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
});

describe('bodies that are no good are refused in a sentence', () => {
  const refuse = (payload: object | string, type = 'application/json', url = '/token-auth/') =>
    inject({ method: 'POST', url, payload, headers: { 'content-type': type } });

  test.each([
    ['none', '', 'application/json', 400],
    ['half of one', '{"username":', 'application/json', 400],
    ['another type', 'username=a', 'application/x-www-form-urlencoded', 415],
    ['no type that there is', '{}', 'nonsense', 415],
    ['too large', JSON.stringify({ username: 'x'.repeat(2_100_000) }), 'application/json', 413],
    ['a prototype', '{"__proto__":{"a":1},"username":"a"}', 'application/json', 400],
    [
      'a constructor',
      '{"constructor":{"prototype":{"a":1}},"username":"a"}',
      'application/json',
      400,
    ],
  ])('%s', async (_, payload, type, status) => {
    const reply = await refuse(payload, type);
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toEqual({
      error: expect.stringMatching(/^[A-Z].*\.$/),
      code: expect.stringMatching(/^[a-z_]+$/),
      ...(reply.json().fields && { fields: expect.any(Object) }),
    });
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  test('a repeated parameter is refused, not half read', async () => {
    const url = '/api/accounts/register?reqType=email&input=a&input=b';
    const reply = await inject({ url });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({
      error: '"input" must be given once.',
      code: 'invalid',
      fields: { input: 'This must be given once.' },
    });
  });
});

test('nothing secret is logged in the whole life of an account', async () => {
  const signUp = {
    first_name: 'Secretfirst',
    last_name: 'Secretlast',
    username: 'secretive',
    email: 'secretive@example.org',
    password: 'Hidden-Horse-1',
    password2: 'Hidden-Horse-1',
  };
  const secrets: string[] = [
    'Hidden-Horse',
    'Secretfirst',
    'Secretlast',
    '@example.org',
    '$argon2',
  ];
  const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
    const reply = await inject({ method: 'POST', url, payload, headers });
    return { status: reply.statusCode, body: reply.json() };
  };
  const linkOf = async (subject: RegExp) => {
    const mail = await product.waitForMail(signUp.email);
    expect(mail.subject).toMatch(subject);
    const link = new URL(/http\S+/.exec(mail.text ?? '')?.[0] ?? '');
    const query = Object.fromEntries(link.searchParams);
    secrets.push(query.token ?? 'no token');
    return query;
  };

  expect((await post('/api/accounts/register', signUp)).status).toBe(201);
  expect((await post('/api/accounts/register', signUp)).status).toBe(409);
  const activation = await linkOf(/Activate/);
  expect((await post('/api/accounts/activate', activation)).status).toBe(200);
  expect((await post('/api/accounts/activate', activation)).status).toBe(400);
  const wrong = { username: signUp.username, password: `${signUp.password}9` };
  expect((await post('/token-auth/', wrong)).status).toBe(400);
  const { token } = (await post('/token-auth/', signUp)).body;
  secrets.push(token);
  const headers = { authorization: `JWT ${token}` };

  const letter = {
    email: signUp.email,
    firstName: 'Secretfirst',
    lastName: 'Secretlast',
    message: 'Secretmessage',
  };
  secrets.push('Secretmessage');
  expect((await post('/api/accounts/contact', letter, headers)).status).toBe(201);
  await post('/api/accounts/contact', { ...letter, message: 'Secretmessage\0' }, headers);
  await post('/api/accounts/request_pass_reset', { email: signUp.email });
  await inject({ url: `/api/accounts/retrieve_username?email=${signUp.email}` });
  await inject({ url: '/api/accounts/pass_reset?token=Secrettoken' });
  secrets.push('Secrettoken');

  // When the database fails, the reply must not reveal the query either.
  const { pool } = product.platform.database;
  await pool.query('ALTER TABLE contact_message RENAME TO elsewhere');
  expect((await post('/api/accounts/contact', letter, headers)).status).toBe(500);
  await pool.query('ALTER TABLE elsewhere RENAME TO contact_message');
  await pool.query('ALTER TABLE account RENAME COLUMN bio TO elsewhere');
  expect((await post('/token-auth/', signUp)).status).toBe(500);
  const other = { ...signUp, username: 'Other', email: 'other@example.org' };
  expect((await post('/api/accounts/register', other)).status).toBe(500);
  await pool.query('ALTER TABLE account RENAME COLUMN elsewhere TO bio');

  const gone = await inject({
    method: 'DELETE',
    url: '/api/accounts/useraccount',
    payload: { password: signUp.password },
    headers,
  });
  expect(gone.statusCode).toBe(200);

  const text = logged.join('');
  // The failures above have been logged, so the log is not empty here.
  expect(text).toContain('Failed query');
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text).not.toContain(testPassword);
  expect(text).not.toMatch(/authorization|cookie/i);
});
