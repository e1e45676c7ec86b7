import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { areaOf } from '@refugia/contract/area.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { syntheticArea } from '../../../../testing/synthetic-app.ts';
import {
  createTestApp,
  type TestAccount,
  type TestApp,
  testPassword,
} from '../../../../testing/test-app.ts';
import { analysisRun } from '../../../platform/database/schema/index.ts';
import { storePhoto } from '../profile/photo-store.ts';
import { changeAccount } from '../queries.ts';

let product: TestApp;

beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

const downloadExport = (user: TestAccount) =>
  product.app.inject({ url: '/api/accounts/export', headers: user.headers });
const deleteAccount = (user: TestAccount, payload: unknown) =>
  product.app.inject({
    method: 'DELETE',
    url: '/api/accounts/useraccount',
    headers: user.headers,
    payload: payload as object,
  });
const statusOf = async (user: TestAccount) =>
  (await product.app.inject({ url: '/api/accounts/useraccount', headers: user.headers }))
    .statusCode;

async function addPhoto(user: TestAccount): Promise<Buffer> {
  const picture = await sharp({
    create: { width: 8, height: 8, channels: 3, background: '#0a0' },
  })
    .webp()
    .toBuffer();
  const photo = await storePhoto(product.platform, picture);
  await changeAccount(product.platform.database.orm, user.id, { photo });
  return picture;
}

async function addRun(
  user: TestAccount,
  id: string,
  more: Partial<typeof analysisRun.$inferInsert> = {},
): Promise<void> {
  await product.platform.database.orm.insert(analysisRun).values({
    id,
    jobId: crypto.randomUUID(),
    accountId: user.id,
    area: syntheticArea,
    startDate: '2019-01-01',
    endDate: '2019-12-31',
    method: 'automatic',
    requestKey: id,
    imageryMode: 'demo',
    status: 'done',
    ...more,
  });
}

/**
 * Counts the characters in the rows that each query of an action returns. It sees queries through
 * the database's pool.
 */
async function charactersPerQuery(act: () => Promise<unknown>): Promise<number[]> {
  const query = vi.spyOn(product.platform.database.pool, 'query');
  try {
    await act();
    const answers = await Promise.all(query.mock.results.map(({ value }) => value));
    return answers.map(({ rows }) => JSON.stringify(rows).length);
  } finally {
    query.mockRestore();
  }
}

/** Counts the rows of an account in every table with a column that refers to accounts. */
async function rowsOf(user: TestAccount): Promise<Record<string, number>> {
  const { pool } = product.platform.database;
  const { rows: references } = await pool.query(`
    SELECT conrelid::regclass::text AS table_name, attname AS column_name
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confrelid = 'account'::regclass`);
  const counts: Record<string, number> = {};
  for (const { table_name, column_name } of references) {
    const { rows } = await pool.query(
      `SELECT count(*)::int AS n FROM ${table_name} WHERE ${column_name} = $1`,
      [user.id],
    );
    counts[table_name] = rows[0].n;
  }
  return counts;
}

describe('an export', () => {
  test('is a file with everything that is kept, and nothing that opens the account', async () => {
    const user = await product.registerAndLogin('Export_Me');
    const picture = await addPhoto(user);
    await addRun(user, 'run-of-the-export');
    const reply = await downloadExport(user);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
    expect(reply.headers['content-disposition']).toMatch(
      /^attachment; filename="Export_Me-\d{4}-\d{2}-\d{2}\.json"$/,
    );
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.json()).toMatchObject({
      account: {
        id: user.id,
        username: 'Export_Me',
        email: 'export_me@example.org',
        first_name: 'Given',
        last_name: 'Family',
        photo_webp_base64: picture.toString('base64'),
      },
      analyses: [{ id: 'run-of-the-export', start_date: '2019-01-01', end_date: '2019-12-31' }],
    });
    expect(reply.body).not.toContain('argon2');
    expect(reply.body).not.toContain(testPassword);
  });

  test('of many large runs reads one at a time, the oldest first', async () => {
    const user = await product.registerAndLogin();
    const names = Array.from({ length: 30 }, (_, index) => `large-${index}`);
    const ring = Array.from({ length: 2_200 }, (_, corner) => [
      -96.12345,
      40.00001 + corner * 1e-5,
    ]);
    const area = areaOf({ type: 'Polygon', coordinates: [ring] });
    // Two runs have the same time, as can happen when runs are claimed.
    for (const [index, id] of names.entries()) {
      const createdAt = new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 2)));
      await addRun(user, id, { area, createdAt });
    }
    let ids: string[] = [];
    const characters = await charactersPerQuery(async () => {
      const { analyses } = (await downloadExport(user)).json<{ analyses: { id: string }[] }>();
      ids = analyses.map(({ id }) => id);
    });
    expect(ids.toSorted()).toEqual(names.toSorted());
    expect(ids.slice(0, 2).toSorted()).toEqual(['large-0', 'large-1']);
    expect(ids.slice(-2).toSorted()).toEqual(['large-28', 'large-29']);
    expect(characters.filter((count) => count > 50_000)).toHaveLength(30);
    expect(Math.max(...characters)).toBeLessThan(60_000);
  });

  test('of somebody who did nothing yet is whole', async () => {
    const user = await product.registerAndLogin();
    const exported = (await downloadExport(user)).json();
    expect(Object.keys(exported)).toEqual([
      'exported_at',
      'account',
      'analyses',
      'patch_verdicts',
      'batches',
      'places',
      'maps',
      'work_on_maps',
      'value_mapper_projects',
      'value_mapper_zones',
      'notifications',
      'contact_messages',
      'beta_testing',
    ]);
    expect(exported).toMatchObject({ analyses: [], contact_messages: [], beta_testing: null });
  });

  test('holds nothing of anybody else', async () => {
    const user = await product.registerAndLogin();
    const other = await product.registerAndLogin('Somebody_Else');
    await addRun(other, 'run-of-somebody-else');
    const { body } = await downloadExport(user);
    expect(body).not.toContain('Somebody_Else');
    expect(body).not.toContain('run-of-somebody-else');
  });
});

describe('deleting an account', () => {
  test('takes everything that belongs to it along', async () => {
    const user = await product.registerAndLogin('Erase_Me');
    const { pool } = product.platform.database;
    await addPhoto(user);
    await addRun(user, 'run-of-the-erased');
    const photos = join(product.platform.dataDirectory.storage, 'photos');
    const before = await readdir(photos);
    expect(Object.values(await rowsOf(user)).some((count) => count > 0)).toBe(true);

    const reply = await deleteAccount(user, { password: testPassword });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ id: user.id });

    expect(await statusOf(user)).toBe(401);
    expect(Object.values(await rowsOf(user)).every((count) => count === 0)).toBe(true);
    expect(await readdir(photos)).toHaveLength(before.length - 1);
    const { rows } = await pool.query('SELECT id FROM account WHERE id = $1', [user.id]);
    expect(rows).toEqual([]);
    const publicly = await product.app.inject({
      url: '/api/accounts/public_account?username=Erase_Me',
    });
    expect(publicly.statusCode).toBe(404);
    const note = await product.waitForMail(user.email, /was deleted$/);
    expect(note.text).toContain('"Erase_Me"');
    // The name and the address are free again.
    const isUnique = async (reqType: string, input: string) =>
      (
        await product.app.inject({
          url: `/api/accounts/register?${new URLSearchParams({ reqType, input })}`,
        })
      ).json().is_unique;
    expect(await isUnique('username', 'Erase_Me')).toBe(true);
    expect(await isUnique('email', user.email)).toBe(true);
  });

  test.each([[{ password: 'Wrong-Horse-7' }], [{ password: '' }]])(
    'with %j is refused',
    async (body) => {
      const user = await product.registerAndLogin();
      const reply = await deleteAccount(user, body);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toEqual({
        error: 'The credentials provided are not valid.',
        code: 'credentials_not_valid',
      });
      expect(await statusOf(user)).toBe(200);
    },
  );

  test.each([undefined, {}, { password: 7 }, { password: ['a'] }])(
    'with a body of %j is refused',
    async (body) => {
      const user = await product.registerAndLogin();
      const reply = await deleteAccount(user, body);
      expect(reply.statusCode).toBe(400);
      expect(await statusOf(user)).toBe(200);
    },
  );

  test('guessing its password ends like guessing a log-in', async () => {
    const user = await product.registerAndLogin();
    const attempt = (number: number) =>
      product.app.inject({
        method: 'DELETE',
        url: '/api/accounts/useraccount',
        headers: user.headers,
        payload: { password: `Guess-${number}` },
        remoteAddress: `198.51.100.${number}`,
      });
    const statuses = [];
    for (let number = 1; number <= 6; number++) statuses.push((await attempt(number)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => 400), 429]);
  });

  test('of two at the same instant one deletes', async () => {
    const user = await product.registerAndLogin();
    const replies = await Promise.all([
      deleteAccount(user, { password: testPassword }),
      deleteAccount(user, { password: testPassword }),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });
});
