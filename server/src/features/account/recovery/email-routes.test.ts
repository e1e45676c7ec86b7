import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestApp,
  freshAddress,
  profileCalls,
  type TestApp,
} from '../../../../testing/test-app.ts';
import { account, accountToken } from '../../../platform/database/schema/index.ts';

let product: TestApp;

beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

const { change, current } = profileCalls(() => product);
const post = (url: string, payload: object) =>
  product.app.inject({ method: 'POST', url, payload, remoteAddress: freshAddress() });
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

describe('a changed email address', () => {
  test('counts once its mailed link is followed', async () => {
    const user = await product.registerAndLogin();
    const email = `new-${user.email}`;
    const changed = await change(user, { email });
    expect(changed.json()).toMatchObject({ email, email_verified: false });
    expect((await current(user)).json()).toMatchObject({ email, email_verified: false });

    // Until the new address is confirmed, both addresses are taken, and the former one receives
    // resets.
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
      .where(and(eq(accountToken.accountId, user.id), isNull(accountToken.usedAt)));
    expect(left).toEqual([]);

    const again = await confirm(confirmation);
    expect(again.statusCode).toBe(400);
    expect(again.json()).toEqual({
      error: 'This link was used already, and the address was confirmed.',
      code: 'email_link_used',
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
    const { rows } = await pool.query(
      'SELECT purpose FROM account_token WHERE account_id = $1 AND used_at IS NULL',
      [user.id],
    );
    expect(rows).toEqual([{ purpose: 'email' }]);
  });

  test('that is not confirmed sends its owner to the confirmed one', async () => {
    const user = await product.registerAndLogin();
    const email = `waiting-${user.email}`.slice(-50);
    await change(user, { email });
    await confirmationOf(email);
    const reply = await product.app.inject({
      method: 'POST',
      url: '/api/accounts/request_pass_reset',
      headers: user.headers,
      payload: { email },
    });
    expect(reply.statusCode).toBe(200);
    await product.waitForMail(user.email, /^Reset/);
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
