import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestApp,
  freshAddress,
  profileCalls,
  type TestApp,
} from '../../../../testing/test-app.ts';
import { accountToken } from '../../../platform/database/schema/index.ts';

let product: TestApp;

beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

const { change, current } = profileCalls(() => product);
const post = (url: string, payload: object) =>
  product.app.inject({ method: 'POST', url, payload, remoteAddress: freshAddress() });
const logIn = (username: string, password: string) => post('/token-auth/', { username, password });
const publicAccount = (username: string) =>
  product.app.inject({
    url: `/api/accounts/public_account?${new URLSearchParams({ username })}`,
  });
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
      area_units: null,
      anonymous: false,
      is_app_tester: false,
    });
    expect((await current(user)).json()).toEqual(reply.json());
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('keeps the units of areas through a change that does not name them', async () => {
    const user = await product.registerAndLogin();
    expect((await change(user, { area_units: 'acres' })).json()).toMatchObject({
      area_units: 'acres',
    });
    expect((await change(user, { bio: 'Grassland.' })).json()).toMatchObject({
      bio: 'Grassland.',
      area_units: 'acres',
    });
    expect((await change(user, { area_units: 'roods' })).statusCode).toBe(400);
    expect((await change(user, { area_units: null })).json()).toMatchObject({ area_units: null });
  });

  const nameFormat =
    'Name must start with one letter, followed by letters, spaces, periods, commas, apostrophes, or dashes.';
  const usernameFormat =
    'Username must start with one letter (A to Z) followed by letters, numbers, dashes, or underscores.  Must contain two to twenty characters.';
  const hidden =
    'This contains a character that can not be shown. Please remove it, or type the text anew.';
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
      .where(and(eq(accountToken.accountId, user.id), isNull(accountToken.usedAt)));
    expect(left).toEqual([]);
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
