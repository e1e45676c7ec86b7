import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestApp,
  freshAddress,
  type TestAccount,
  type TestApp,
  testPassword,
} from '../../../testing/test-app.ts';
import { hashPassword } from '../../platform/session/password.ts';
import { insertAccount } from './queries.ts';

/**
 * The specification's table of roles (part 1, section 6), cell by cell: which roles may make which
 * calls about accounts.
 */

let product: TestApp;
let user: TestAccount;
const tokens: Record<string, string> = {};

const callers = ['visitor', 'unactivated', 'user', 'other user', 'tester'] as const;
type Caller = (typeof callers)[number];

/** Adds an account without signing up, because the name of a tester can't be registered. */
async function insert(username: string, activatedAt: Date | null): Promise<string> {
  await insertAccount(product.platform.database.orm, {
    username,
    email: `${username}@example.org`,
    passwordHash: await hashPassword(testPassword),
    firstName: 'Given',
    lastName: 'Family',
    activatedAt,
  });
  const reply = await product.app.inject({
    method: 'POST',
    url: '/token-auth/',
    payload: { username, password: testPassword },
    remoteAddress: freshAddress(),
  });
  return reply.json().token;
}

beforeAll(async () => {
  product = await createTestApp();
  user = await product.registerAndLogin('the_user');
  tokens.user = user.headers.authorization.slice(4);
  tokens['other user'] = (await product.registerAndLogin('the_other')).headers.authorization.slice(
    4,
  );
  tokens.unactivated = await insert('the_waiting', null);
  tokens.tester = await insert('tester_one', new Date());
});
afterAll(() => product.close());

/** The status of the reply to each caller. Every call is about `the_user`. */
interface Row {
  readonly call: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly payload?: object;
  readonly form?: true;
  readonly expected: Readonly<Record<Caller, number>>;
}

const everyone = (status: number) =>
  ({
    visitor: status,
    unactivated: status,
    user: status,
    'other user': status,
    tester: status,
  }) as const;
const signedIn = (status: number) => ({ ...everyone(status), visitor: 401, unactivated: 401 });

const rows: readonly Row[] = [
  {
    call: 'see a public profile',
    method: 'GET',
    url: '/api/accounts/public_account?username=the_user',
    expected: everyone(200),
  },
  {
    call: 'ask who one is',
    method: 'GET',
    url: '/api/accounts/useraccount',
    expected: { ...everyone(200), visitor: 401 },
  },
  {
    call: 'ask whether a name is free',
    method: 'GET',
    url: '/api/accounts/register?reqType=username&input=free',
    expected: everyone(200),
  },
  {
    call: 'log in',
    method: 'POST',
    url: '/token-auth/',
    payload: { username: 'the_user', password: testPassword },
    expected: everyone(200),
  },
  {
    call: 'have a username mailed',
    method: 'GET',
    url: '/api/accounts/retrieve_username?email=nobody@example.org',
    expected: everyone(200),
  },
  {
    call: 'follow a reset link that is none',
    method: 'GET',
    url: '/api/accounts/pass_reset?token=none',
    expected: everyone(401),
  },
  {
    // The form is empty, so a caller with the right to edit gets the form's errors.
    call: 'edit a profile',
    method: 'PUT',
    url: '/api/accounts/useraccount',
    payload: {},
    expected: signedIn(400),
  },
  {
    call: "upload the user's photo",
    method: 'POST',
    url: '/api/accounts/useraccount?username=the_user',
    form: true,
    expected: { ...signedIn(403), user: 400 },
  },
  {
    call: 'download an export',
    method: 'GET',
    url: '/api/accounts/export',
    expected: signedIn(200),
  },
  {
    call: 'delete an account',
    method: 'DELETE',
    url: '/api/accounts/useraccount',
    payload: { password: 'Wrong-Horse-7' },
    expected: signedIn(400),
  },
  {
    call: 'sign up by an empty form',
    method: 'POST',
    url: '/api/accounts/register',
    payload: {},
    expected: everyone(400),
  },
  {
    call: 'activate by a link that is none',
    method: 'POST',
    url: '/api/accounts/activate',
    payload: { uid: 'none', token: 'none' },
    expected: everyone(400),
  },
  {
    call: 'have a reset mailed to nobody',
    method: 'POST',
    url: '/api/accounts/request_pass_reset',
    payload: { email: 'nobody.else@example.org' },
    expected: everyone(200),
  },
  {
    call: 'set a password without a link',
    method: 'POST',
    url: '/api/accounts/pass_reset',
    payload: { username: 'the_user', password: 'Wrong-Horse-7' },
    expected: everyone(401),
  },
  {
    call: 'submit beta preferences',
    method: 'POST',
    url: '/api/accounts/beta_testing',
    payload: {},
    expected: signedIn(400),
  },
  {
    call: 'write to the team by an empty form',
    method: 'POST',
    url: '/api/accounts/contact',
    payload: {},
    expected: everyone(400),
  },
  {
    call: 'log in by another service',
    method: 'POST',
    url: '/auth?response_type=token',
    expected: everyone(404),
  },
];

const cells = rows.flatMap((row) => callers.map((caller) => ({ caller, row, call: row.call })));

/** The fifteen calls of the specification, part 1, section 7. */
const specified = [
  'POST /token-auth/',
  'GET /api/accounts/useraccount',
  'PUT /api/accounts/useraccount',
  'POST /api/accounts/useraccount',
  'GET /api/accounts/public_account',
  'GET /api/accounts/register',
  'POST /api/accounts/register',
  'POST /api/accounts/activate',
  'POST /api/accounts/request_pass_reset',
  'GET /api/accounts/pass_reset',
  'POST /api/accounts/pass_reset',
  'GET /api/accounts/retrieve_username',
  'POST /api/accounts/beta_testing',
  'POST /api/accounts/contact',
  'POST /auth',
];

describe('who may do what', () => {
  test('is asked of every call that the specification has', () => {
    const asked = rows.map(({ method, url }) => `${method} ${url.split('?')[0]}`);
    expect(specified.filter((call) => !asked.includes(call))).toEqual([]);
  });

  test.each(cells)('$caller: $call', async ({ caller, row }) => {
    const token = tokens[caller];
    const reply = await product.app.inject({
      method: row.method,
      url: row.url,
      remoteAddress: freshAddress(),
      headers: {
        ...(token !== undefined && { authorization: `JWT ${token}` }),
        ...(row.form && { 'content-type': 'multipart/form-data; boundary=x' }),
      },
      ...(row.payload && { payload: row.payload }),
      ...(row.form && { payload: '--x--\r\n' }),
    });
    expect(reply.statusCode).toBe(row.expected[caller]);
    if (reply.statusCode === 401 && row.expected.user !== 401) {
      expect(reply.json()).toEqual({
        error:
          'The requested resource is not provided due to lack of valid authentication credentials.',
        code: 'not_authenticated',
      });
    }
  });

  test('nothing of it changed the user', async () => {
    const reply = await product.app.inject({
      url: '/api/accounts/useraccount',
      headers: user.headers,
    });
    expect(reply.json()).toMatchObject({ username: 'the_user', photo: null, first_name: 'Given' });
  });

  test('the tester is told so, nobody else is', async () => {
    const isTester = async (caller: Caller) => {
      const headers = { authorization: `JWT ${tokens[caller]}` };
      const reply = await product.app.inject({ url: '/api/accounts/useraccount', headers });
      return reply.json().is_app_tester;
    };
    expect(await isTester('tester')).toBe(true);
    expect(await isTester('user')).toBe(false);
    expect(await isTester('unactivated')).toBe(false);
  });

  test.each(['/api/accounts/logout', '/api/accounts/logout_everywhere'])(
    '%s answers 401 to who has no session, and 200 once to who has',
    async (url) => {
      const own = (await product.registerAndLogin()).headers;
      const call = (headers: Record<string, string>) =>
        product.app.inject({ method: 'POST', url, headers });
      expect((await call({})).statusCode).toBe(401);
      expect((await call({ authorization: `JWT ${tokens.unactivated}` })).statusCode).toBe(401);
      expect((await call(own)).statusCode).toBe(200);
      expect((await call(own)).statusCode).toBe(401);
    },
  );
});
