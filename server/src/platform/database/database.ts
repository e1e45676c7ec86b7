import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { type EmbeddedSource, idleInTransactionMilliseconds } from './embedded-messages.ts';
import * as schema from './schema/index.ts';

export type Orm = NodePgDatabase<typeof schema>;
/** The transaction inside `orm.transaction`. Every query function takes either this or the pool. */
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];
export type Queryable = Orm | Transaction;

/** A PostgreSQL database, embedded or on a server. Driver and SQL dialect are the same for both. */
export interface Database {
  readonly orm: Orm;
  readonly pool: pg.Pool;
  /**
   * Makes a connection outside of the pool, for uses that last longer than a query. Its caller
   * connects and ends it.
   */
  createClient(): pg.Client;
  /** True when this process is the only one on this database. */
  readonly isEmbedded: boolean;
  /** Rejects when the embedded database dies; never resolves. */
  readonly failed: Promise<never>;
  /** Writes a dump of an embedded database. Dumps of a server are left to its operator. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

export type DatabaseSource =
  | EmbeddedSource
  /** An embedded database whose thread has already been started. */
  | { readonly kind: 'started'; readonly postgres: Promise<EmbeddedPostgres> }
  | { readonly kind: 'server'; readonly url: string; readonly maxConnections: number };

/** Size of the pool for the embedded backend, which works on one transaction at a time. */
const embeddedConnections = 8;

/** Connection options for the pool and for connections outside of it. */
function connectionOf(
  source: DatabaseSource,
  embedded: EmbeddedPostgres | undefined,
): pg.ClientConfig {
  if (embedded) {
    return { stream: () => embedded.connect(), user: 'postgres', database: 'postgres' };
  }
  if (source.kind !== 'server')
    throw new Error(`no connection for a database of kind ${source.kind}`);
  return {
    connectionString: source.url,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: idleInTransactionMilliseconds,
    keepAlive: true,
  };
}

function createPool(source: DatabaseSource, connection: pg.ClientConfig): pg.Pool {
  return source.kind === 'server'
    ? new pg.Pool({ ...connection, max: source.maxConnections })
    : new pg.Pool({ ...connection, max: embeddedConnections, idleTimeoutMillis: 0 });
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
  const connection = connectionOf(source, embedded);
  const pool = createPool(source, connection);
  // The pool replaces an idle connection that breaks. If a connection in use breaks, its next query
  // fails. Without this listener, however, the error would end the process first.
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
    createClient: () => new pg.Client(connection),
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
