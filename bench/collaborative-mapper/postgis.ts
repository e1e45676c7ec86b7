import { existsSync } from 'node:fs';
import { findPostgres, startPostgres } from '../../scripts/postgres-server.ts';

/** A PostgreSQL with PostGIS in a folder of its own, which listens on a socket there. */
export interface PostgisServer {
  /** For `pg.Pool`. */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  close(): Promise<void>;
}

/** @returns undefined where PostGIS is not installed */
export async function startPostgis(): Promise<PostgisServer | undefined> {
  const programs = await findPostgres((version) =>
    existsSync(`/usr/share/postgresql/${version}/extension/postgis.control`),
  );
  if (!programs) return undefined;
  // The whole table fits into its buffers, as it does into our index.
  const settings = "-c listen_addresses='' -c shared_buffers=512MB";
  const { folder, close } = await startPostgres(programs, settings);
  return { connection: { host: folder, user: 'refugia', database: 'postgres' }, close };
}
