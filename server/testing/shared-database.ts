import { randomUUID } from 'node:crypto';
import { openDatabase } from '../src/platform/database/database.ts';

/** An empty database for several processes, on the server that REFUGIA_TEST_DATABASE_URL names. */
export interface SharedDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export async function createSharedDatabase(): Promise<SharedDatabase> {
  const serverUrl = process.env.REFUGIA_TEST_DATABASE_URL ?? '';
  const name = `refugia_test_${randomUUID().replaceAll('-', '')}`;
  const administer = async (statement: string) => {
    const database = await openDatabase({ kind: 'server', url: serverUrl, maxConnections: 1 });
    await database.pool.query(statement);
    await database.close();
  };
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}
