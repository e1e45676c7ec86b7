import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type EmbeddedPostgres, type EmbeddedSource, startEmbeddedPostgres } from './embedded.ts';
import { idleInTransactionMilliseconds } from './limits.ts';
import * as schema from './schema/index.ts';

export type Orm = NodePgDatabase<typeof schema>;
/** What runs inside `orm.transaction`; every query function takes either. */
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];
export type Queryable = Orm | Transaction;

/** One PostgreSQL, embedded or a server: the same driver and the same dialect either way. */
export interface Database {
  readonly orm: Orm;
  readonly pool: pg.Pool;
  /** True when this process is the only one on this database. */
  readonly isEmbedded: boolean;
  /** Rejects when the embedded database dies; never resolves. */
  readonly failed: Promise<never>;
  /** Writes a dump of an embedded database; a server's dumps are its operator's. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

export type DatabaseSource =
  | EmbeddedSource
  /** An embedded database whose thread has begun already. */
  | { readonly kind: 'started'; readonly postgres: Promise<EmbeddedPostgres> }
  | { readonly kind: 'server'; readonly url: string; readonly maxConnections: number };

/** Connections of the pool to the embedded backend, which works on one transaction at a time. */
const embeddedConnections = 8;

function createPool(source: DatabaseSource, embedded: EmbeddedPostgres | undefined): pg.Pool {
  if (embedded) {
    return new pg.Pool({
      stream: () => embedded.connect(),
      user: 'postgres',
      database: 'postgres',
      max: embeddedConnections,
      idleTimeoutMillis: 0,
    });
  }
  if (source.kind !== 'server')
    throw new Error(`no connection for a database of kind ${source.kind}`);
  return new pg.Pool({
    connectionString: source.url,
    max: source.maxConnections,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: idleInTransactionMilliseconds,
  });
}

async function startEmbedded(source: DatabaseSource): Promise<EmbeddedPostgres | undefined> {
  switch (source.kind) {
    case 'server':
      return undefined;
    case 'started':
      return await source.postgres;
    case 'directory':
    case 'memory':
      return await startEmbeddedPostgres(source);
  }
}

/**
 * Opens the database and makes sure that it answers.
 * @throws when it can't be opened or reached
 */
export async function openDatabase(source: DatabaseSource): Promise<Database> {
  const embedded = await startEmbedded(source);
  const pool = createPool(source, embedded);
  // The pool replaces a connection that breaks while idle. One that breaks while somebody holds it
  // fails their next query; without a listener it would end the process first.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await pool.end();
    await embedded?.close();
    throw error;
  }
  return {
    orm: drizzle(pool, { schema }),
    pool,
    isEmbedded: embedded !== undefined,
    failed: embedded?.failed ?? new Promise<never>(() => {}),
    async backup(file) {
      await embedded?.backup(file);
    },
    async close() {
      await pool.end();
      await embedded?.close();
    },
  };
}
