import { expect, test } from 'vitest';
import { createTestApp } from './test-app.ts';
import { isTestDatabaseEmbedded, openTestDatabase } from './test-database.ts';

const tableOf = async (name: string) => {
  const database = await openTestDatabase();
  const { rows } = await database.pool.query('SELECT to_regclass($1) AS table', [name]);
  await database.close();
  return rows[0].table;
};

test('an app finds nothing of the one before it, and ids begin at 1', async () => {
  for (const username of ['first', 'second']) {
    const product = await createTestApp();
    const { pool } = product.platform.database;
    expect((await product.registerAndLogin(username)).id).toBe(1);
    const { rows } = await pool.query('SELECT username FROM account');
    expect(rows).toEqual([{ username }]);
    await product.close();
  }
});

test.runIf(isTestDatabaseEmbedded)('a database with other tables is not used again', async () => {
  const database = await openTestDatabase();
  await database.pool.query('CREATE TABLE left_by_a_test (id integer)');
  await database.close();
  expect(await tableOf('left_by_a_test')).toBeNull();
  expect(await tableOf('account')).toBe('account');
});
