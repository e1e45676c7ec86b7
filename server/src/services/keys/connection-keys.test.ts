import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import { createConnectionKeys } from './connection-keys.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a key opens the thing that it was made for, as that kind and no other', async () => {
  const keys = createConnectionKeys(database);
  const { key } = await keys.make({ kind: 'map', id: '7' });
  expect(key).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(await keys.open('map', key)).toBe('7');
  expect(await keys.open('layer', key)).toBeUndefined();
  expect(await keys.open('map', '7')).toBeUndefined();
  expect(await keys.find({ kind: 'map', id: '7' })).toMatchObject({ key });
  expect(await keys.find({ kind: 'layer', id: '7' })).toBeUndefined();
});

test('a new key ends the former one at once, and taking back ends both', async () => {
  const keys = createConnectionKeys(database);
  const subject = { kind: 'layer', id: 'a' } as const;
  const former = await keys.make(subject);
  expect(await keys.open('layer', former.key)).toBe('a');
  const { key } = await keys.make(subject);
  expect(key).not.toBe(former.key);
  expect(await keys.open('layer', former.key)).toBeUndefined();
  expect(await keys.open('layer', key)).toBe('a');
  await keys.takeBack(subject);
  expect(await keys.open('layer', key)).toBeUndefined();
  expect(await keys.find(subject)).toBeUndefined();
});

test('a key goes with the row that it opens, as when an account takes its runs along', async () => {
  const keys = createConnectionKeys(database);
  const run = `INSERT INTO analysis_run
    (id, job_id, coords, start_date, end_date, method, request_key, imagery_mode, status)
    VALUES ('run 1', 'job', '', '', '', 'automatic', '', 'demo', 'done')`;
  await database.pool.query(run);
  await keys.make({ kind: 'run', id: 'run 1' });
  await keys.make({ kind: 'map', id: 'run 1' });
  await database.pool.query("DELETE FROM analysis_run WHERE id = 'run 1'");
  expect(await keys.find({ kind: 'run', id: 'run 1' })).toBeUndefined();
  expect(await keys.find({ kind: 'map', id: 'run 1' })).toBeDefined();
});
