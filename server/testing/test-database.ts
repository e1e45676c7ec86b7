import { createHash, randomUUID } from 'node:crypto';
import { access, readdir, readFile, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import type { EmbeddedSource } from '../src/platform/database/embedded-messages.ts';
import { migrateDatabase } from '../src/platform/database/migrate.ts';
import { createJobs } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log.ts';
import { Notices } from '../src/platform/notify/notices.ts';
import { createSharedDatabase } from './processes.ts';

const migrationsFolder = join(import.meta.dirname, '../migrations');

/** The name of a migrated database's dump, which a new migration changes. */
async function templateFile(): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql')).sort();
  for (const file of [join('meta', '_journal.json'), ...files]) {
    hash.update(await readFile(join(migrationsFolder, file)));
  }
  hash.update(await readFile(join(import.meta.dirname, '../package.json')));
  return join(tmpdir(), `refugia-test-database-alone-${hash.digest('hex').slice(0, 16)}.tar.gz`);
}

async function makeTemplate(file: string): Promise<void> {
  const database = await openEmbedded({ kind: 'memory' });
  try {
    await migrateDatabase(database, tmpdir());
    const log = createLog('silent');
    const jobs = createJobs({ database, notices: new Notices(database, log) }, log);
    await jobs.start({ work: false });
    await jobs.stop();
    // Each start takes in all of the dump, and nothing is made of these two databases.
    for (const name of ['template0', 'template1']) {
      await database.pool.query(`ALTER DATABASE ${name} IS_TEMPLATE false`);
      await database.pool.query(`DROP DATABASE ${name}`);
    }
    const fresh = `${file}.${randomUUID()}`;
    await database.backup(fresh);
    await rename(fresh, file);
  } finally {
    await database.close();
  }
}

let template: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** Unpacks the dump, which the first call on a machine writes. */
async function readTemplate(): Promise<Uint8Array<ArrayBuffer>> {
  const file = await templateFile();
  const isKnown = await access(file).then(
    () => true,
    () => false,
  );
  if (!isKnown) await makeTemplate(file);
  return new Uint8Array(gunzipSync(await readFile(file)));
}

/** Opens an embedded database in a thread of its own. */
export const openEmbedded = (source: EmbeddedSource): Promise<Database> =>
  openDatabase({ kind: 'embedded', postgres: startEmbeddedPostgres(source) });

/** Opens a migrated database on the server for tests. Closing it drops it. */
async function openServerTestDatabase(): Promise<Database> {
  const { url, drop } = await createSharedDatabase();
  const database = await openDatabase({ kind: 'server', url, maxConnections: 10 });
  await migrateDatabase(database, tmpdir());
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** Part of the platform that Node's types do not list. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<object> };
};

let postgresCode: Promise<object> | undefined;

/**
 * Compiles the embedded PostgreSQL and keeps the code while this process lives. V8 shares compiled
 * code among all threads, but only as long as one of them holds it. Without this, each database
 * compiles it anew, which takes half of the time of a test app.
 */
async function keepPostgresCode(): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  postgresCode ??= readFile(join(folder, 'pglite.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  await postgresCode;
}

/** Whether tests use the embedded database, which is the default. */
export const isTestDatabaseEmbedded = !process.env.REFUGIA_TEST_DATABASE_URL;

/** Databases in memory that earlier test apps of this process left, and that are empty again. */
const emptied: EmbeddedPostgres[] = [];

/** Each takes some 100 MB. */
const mostEmptied = 2;

/**
 * A database in memory with connections of its own. When it is closed, these end, and the backend
 * stays for the next test app, since starting one takes half of the time of a test app.
 */
function reusable(postgres: EmbeddedPostgres): EmbeddedPostgres {
  const streams: Duplex[] = [];
  return {
    ...postgres,
    connect() {
      const stream = postgres.connect();
      streams.push(stream);
      return stream;
    },
    async close() {
      for (const stream of streams) stream.destroy();
      const isAsNew = emptied.length < mostEmptied && (await empty(postgres).catch(() => false));
      if (isAsNew) emptied.push(postgres);
      else await postgres.close();
    },
  };
}

/** Tells the tables, columns, constraints, triggers, functions and migrations, which a test may change. */
const structure = `SELECT concat_ws(' ',
  (SELECT sum(hashtext(relname)) FROM pg_class WHERE relpersistence = 'p'),
  (SELECT sum(hashtext(concat_ws(' ', attname, atttypid, attnotnull, atthasdef))) FROM pg_attribute
    WHERE attrelid >= 16384 AND attnum > 0 AND attrelid::regclass::text NOT LIKE 'pg_toast%'),
  (SELECT sum(hashtext(conname)) FROM pg_constraint),
  (SELECT sum(hashtext(tgname)) FROM pg_trigger),
  (SELECT sum(hashtext(proname)) FROM pg_proc),
  (SELECT sum(hashtext(hash)) FROM drizzle.__drizzle_migrations)) AS text`;

/**
 * Deletes all rows that the template does not have, without asking foreign keys, since all go. Ids
 * begin at 1 again.
 */
const emptying = `
  SET session_replication_role = replica;
  DO $$ DECLARE name regclass; BEGIN
    FOR name IN SELECT oid FROM pg_class WHERE relkind = 'r'
      AND relnamespace::regnamespace::text IN ('public', 'jobs') AND oid <> 'jobs.version'::regclass
    LOOP EXECUTE format('DELETE FROM %s', name); END LOOP;
  END $$;
  RESET session_replication_role;
  UNLISTEN *;
  SELECT setval(oid, 1, false), pg_advisory_unlock_all() FROM pg_class
    WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`;

/** Deleted rows keep their space, so a database that has grown large is not used again. */
const size = `SELECT sum(pg_relation_size(oid))::int AS bytes FROM pg_class WHERE relkind = 'r'`;
const mostBytes = 16e6;

let templateStructure: string | undefined;

/** Empties a database. @returns whether it is as good as a new one */
async function empty(postgres: EmbeddedPostgres): Promise<boolean> {
  const client = new pg.Client({
    stream: () => postgres.connect(),
    user: 'postgres',
    database: 'postgres',
  });
  await client.connect();
  try {
    const [{ text }] = (await client.query(structure)).rows;
    if (text !== templateStructure) return false;
    await client.query(emptying);
    const [{ bytes }] = (await client.query(size)).rows;
    return bytes < mostBytes;
  } finally {
    await client.end();
  }
}

/** Opens a migrated database in memory, from a dump that is unpacked once in a process. */
export async function openTestDatabase(
  options: { idleInTransactionMilliseconds?: number } = {},
): Promise<Database> {
  if (!isTestDatabaseEmbedded) return await openServerTestDatabase();
  await keepPostgresCode();
  template ??= readTemplate();
  const source: EmbeddedSource = { ...options, kind: 'memory', template: await template };
  if (options.idleInTransactionMilliseconds !== undefined) return await openEmbedded(source);
  const postgres = reusable(emptied.pop() ?? (await startEmbeddedPostgres(source)));
  const database = await openDatabase({ kind: 'embedded', postgres: Promise.resolve(postgres) });
  templateStructure ??= (await database.pool.query(structure)).rows[0].text;
  return database;
}
