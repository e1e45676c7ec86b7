import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  isTestDatabaseEmbedded,
  openEmbedded,
  openTestDatabase,
} from '../../../testing/test-database.ts';
import { embeddedMajorVersion } from '../data-directory/data-directory.ts';
import type { Database } from './database.ts';
import { migrateDatabase } from './migrate.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query('CREATE TABLE note (id serial PRIMARY KEY, text text NOT NULL)');
});
afterAll(() => database.close());

/** Runs a test with the embedded database only, which shares one backend among all connections. */
const embeddedTest = test.runIf(isTestDatabaseEmbedded);

const countNotes = async (text: string): Promise<number> => {
  const { rows } = await database.pool.query('SELECT count(*)::int FROM note WHERE text = $1', [
    text,
  ]);
  return rows[0].count;
};

embeddedTest('is the PostgreSQL version that data directories are checked for', async () => {
  const { rows } = await database.pool.query('SHOW server_version');
  expect(rows[0].server_version.split('.')[0]).toBe(embeddedMajorVersion);
});

test('answers of simultaneous clients are never mixed, failing ones among them', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 200 }, async (_, index) => {
      const divisor = index % 5 === 0 ? 0 : 1;
      const { rows } = await database.pool.query('SELECT $1::int / $2::int AS value', [
        index,
        divisor,
      ]);
      return rows[0].value;
    }),
  );
  for (const [index, answer] of answers.entries()) {
    if (index % 5 === 0) expect(answer).toMatchObject({ reason: { code: '22012' } });
    else expect(answer).toEqual({ status: 'fulfilled', value: index });
  }
});

embeddedTest(
  'a transaction sees no other client until it ends, and leaves nothing when rolled back',
  async () => {
    const first = await database.pool.connect();
    await first.query('BEGIN');
    await first.query("INSERT INTO note (text) VALUES ('rolled back')");
    let otherIsDone = false;
    const other = database.pool.query("INSERT INTO note (text) VALUES ('other')").then(() => {
      otherIsDone = true;
    });
    await first.query('SELECT 1');
    await first.query('SELECT 1');
    expect(otherIsDone).toBe(false);
    await first.query('ROLLBACK');
    first.release();
    await other;
    expect(await countNotes('rolled back')).toBe(0);
    expect(await countNotes('other')).toBe(1);
  },
);

test('a client that goes away inside a transaction takes it with it', async () => {
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query("INSERT INTO note (text) VALUES ('abandoned')");
  client.release(true);
  expect(await countNotes('abandoned')).toBe(0);
});

test('a failed transaction ends with its rollback, and others go on', async () => {
  const failing = database.orm.transaction(async (transaction) => {
    await transaction.execute("INSERT INTO note (text) VALUES ('half')");
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect(await countNotes('half')).toBe(0);
});

embeddedTest(
  'a transaction that waits for another connection ends with an error, not for ever',
  async () => {
    const hasty = await openTestDatabase({ idleInTransactionMilliseconds: 100 });
    const entangled = hasty.orm.transaction(async () => {
      await hasty.pool.query('SELECT 1');
    });
    await expect(entangled).rejects.toThrow();
    expect((await hasty.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await hasty.close();
  },
);

test('notifications reach every client that listens', async () => {
  const listener = await database.pool.connect();
  const heard = new Promise((resolve) => listener.once('notification', resolve));
  await listener.query('LISTEN changes');
  await database.pool.query("SELECT pg_notify('changes', '42')");
  expect(await heard).toMatchObject({ channel: 'changes', payload: '42' });
  listener.release();
});

test('a message of megabytes passes both ways', async () => {
  const text = 'é'.repeat(1_500_000);
  const { rows } = await database.pool.query('SELECT $1::text AS text', [text]);
  expect(rows[0].text === text).toBe(true);
});

test('a slow query does not stop this thread', async () => {
  let turns = 0;
  let isAnswered = false;
  const query = database.pool
    .query('SELECT count(*) FROM generate_series(1, 2000000)')
    .finally(() => {
      isAnswered = true;
    });
  while (!isAnswered) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await query;
  expect(turns).toBeGreaterThan(100);
});

test('a folder keeps its data, and is dumped before it is migrated again', async () => {
  const root = await mkdtemp(join(tmpdir(), 'refugia-test-'));
  const directory = join(root, 'database');
  const backupDirectory = join(root, 'backups');
  try {
    const fresh = await openEmbedded({ kind: 'directory', directory, isNew: true });
    await migrateDatabase(fresh, backupDirectory);
    await expect(readdir(backupDirectory)).rejects.toThrow('ENOENT');
    await fresh.pool.query(
      "INSERT INTO account (username, email, password_hash, first_name, last_name) VALUES ('kept', 'kept@example.org', '', '', '')",
    );
    // This makes all migrations look pending. The first one fails when it is applied again.
    await fresh.pool.query('UPDATE drizzle.__drizzle_migrations SET created_at = 1');
    await fresh.close();

    const again = await openEmbedded({ kind: 'directory', directory, isNew: false });
    await expect(migrateDatabase(again, backupDirectory)).rejects.toThrow(
      /Failed query: (CREATE|ALTER)/,
    );
    const { rows } = await again.pool.query('SELECT username FROM account');
    expect(rows).toEqual([{ username: 'kept' }]);
    await again.close();

    const [dump = '', ...others] = await readdir(backupDirectory);
    expect(others).toEqual([]);
    const restored = await openEmbedded({
      kind: 'memory',
      template: new Uint8Array(await readFile(join(backupDirectory, dump))),
    });
    expect((await restored.pool.query('SELECT username FROM account')).rows).toHaveLength(1);
    await restored.close();
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

test('a database of a newer version is refused', async () => {
  const newer = await openTestDatabase();
  await newer.pool.query('UPDATE drizzle.__drizzle_migrations SET created_at = created_at + 1');
  await expect(migrateDatabase(newer, tmpdir())).rejects.toThrow(/written by a newer version/);
  await newer.close();
});
