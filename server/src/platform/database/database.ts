import { eq } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { EmbeddedPostgres } from './embedded.ts';
import { idleInTransactionMilliseconds } from './embedded-messages.ts';
import * as schema from './schema/index.ts';

export type Orm = NodePgDatabase<typeof schema>;
/** The transaction inside `orm.transaction`. Every query function takes either this or the pool. */
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];
export type Queryable = Orm | Transaction;

/** A PostgreSQL database, embedded or on a server. Driver and SQL dialect are the same for both. */
export interface Database {
  readonly orm: Orm;
  readonly pool: pg.Pool;
  /** Makes a connection outside of the pool, for long uses. Its caller connects and ends it. */
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
  | { readonly kind: 'embedded'; readonly postgres: Promise<EmbeddedPostgres> }
  | { readonly kind: 'server'; readonly url: string; readonly maxConnections: number };

/** Size of the pool for the embedded backend, which works on one transaction at a time. */
const embeddedConnections = 8;

interface Reached {
  readonly embedded?: EmbeddedPostgres;
  /** Options of all connections, and those of the pool. */
  readonly connection: pg.ClientConfig;
  readonly pool: Pick<pg.PoolConfig, 'max' | 'idleTimeoutMillis'>;
}

async function reach(source: DatabaseSource): Promise<Reached> {
  if (source.kind === 'embedded') {
    const embedded = await source.postgres;
    return {
      embedded,
      connection: { stream: () => embedded.connect(), user: 'postgres', database: 'postgres' },
      pool: { max: embeddedConnections, idleTimeoutMillis: 0 },
    };
  }
  return {
    connection: {
      connectionString: source.url,
      connectionTimeoutMillis: 10_000,
      idle_in_transaction_session_timeout: idleInTransactionMilliseconds,
      keepAlive: true,
    },
    pool: { max: source.maxConnections },
  };
}

/**
 * Opens the database and makes sure that it answers.
 * @throws when it can't be opened or reached
 */
export async function openDatabase(source: DatabaseSource): Promise<Database> {
  const { embedded, connection, pool: poolOptions } = await reach(source);
  const pool = new pg.Pool({ ...connection, ...poolOptions });
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

type With<Key extends string> = PgTable & Record<Key, PgColumn>;

const selectBy = (orm: Queryable, table: PgTable, column: PgColumn, value: unknown) =>
  orm.select().from(table).where(eq(column, value));

/** Makes a function that finds the row of a table by the value of a unique column. */
export const finderOf =
  <Key extends string, Table extends With<Key>>(table: Table, key: Key) =>
  async (orm: Queryable, value: Table[Key]['_']['data']) => {
    const [row] = await selectBy(orm, table, table[key], value);
    return row as Table['$inferSelect'] | undefined;
  };

/** The same, and the row is locked until the transaction ends. */
export const lockerOf =
  <Key extends string, Table extends With<Key>>(table: Table, key: Key) =>
  async (transaction: Transaction, value: Table[Key]['_']['data']) => {
    const [row] = await selectBy(transaction, table, table[key], value).for('update');
    return row as Table['$inferSelect'] | undefined;
  };

/**
 * Reads an account and locks it until the transaction ends. Whoever counts what an account has, and
 * then adds to it, waits here for others who do the same.
 */
export const lockAccount = lockerOf(schema.account, 'id');

/** Makes a function that changes the row that `finderOf` finds, and returns it; undefined when it is gone. */
export const changerOf =
  <Key extends string, Table extends With<Key>>(table: Table, key: Key) =>
  async (orm: Queryable, value: Table[Key]['_']['data'], values: PgUpdateSetSource<Table>) => {
    const changing = orm.update<PgTable>(table).set(values);
    const [row] = await changing.where(eq(table[key], value)).returning();
    return row as Table['$inferSelect'] | undefined;
  };

/** The row of a query that surely has one, such as that of an insertion. */
export function theRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a query that surely has a row has none');
  return row;
}
