import { existsSync } from 'node:fs';
import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import { fileOf, manyFeatures } from '@refugia/engine/testing/large-files.ts';
import type { VectorFeature } from '@refugia/engine/vector/index.ts';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { findPostgres, startPostgres } from '../../scripts/postgres-server.ts';
import { createRunningMap, uploadToRunning } from '../../server/testing/running-maps.ts';
import { judged, quantile, timed } from '../figures.ts';
import type { MapServer } from './server.ts';

/** As many as a browser asks for at the same time. */
const clients = 6;
const tilesPerZoom = 24;
const zooms = [5, 6, 7, 8, 9, 10, 11, 12];

type Tile = readonly [z: number, x: number, y: number];
interface Made {
  readonly milliseconds: number;
  readonly bytes: number;
}

/** Tiles of a map of 100,000 features, none twice, as views that are opened and panned ask for them. */
function tilesOfMap(): Tile[] {
  const [west, south, east, north] = [-118, 34.7, -108.3, 44.4];
  return zooms.flatMap((z) => {
    const from = tileAt(west, north, z);
    const to = tileAt(east, south, z);
    const all: Tile[] = [];
    for (let y = from.y; y <= to.y; y++) for (let x = from.x; x <= to.x; x++) all.push([z, x, y]);
    const step = Math.max(1, all.length / tilesPerZoom);
    return Array.from(
      { length: Math.min(all.length, tilesPerZoom) },
      (_, index) => all[Math.floor(index * step)],
    );
  });
}

async function askForAll(tiles: readonly Tile[], ask: (tile: Tile) => Promise<number>) {
  const waiting = [...tiles.entries()];
  const made: Made[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, tile] = next;
      let bytes = 0;
      const milliseconds = await timed(async () => {
        bytes = await ask(tile);
      });
      made[index] = { milliseconds, bytes };
    }
  };
  const milliseconds = await timed(() => Promise.all(Array.from({ length: clients }, work)));
  return { made, perSecond: (tiles.length * 1000) / milliseconds };
}

/** The features as a layer of a map. Two files, because one of ten megabytes can't hold them. */
async function uploadAll({ address, owner }: MapServer, features: readonly VectorFeature[]) {
  const mapId = await createRunningMap(address, owner);
  const file = { mapId, name: 'many.zip', content: fileOf(features, 'zip') };
  const { status, body } = await uploadToRunning(address, owner, file);
  if (status !== 200) throw new Error(`the import failed: ${JSON.stringify(body)}`);
  return mapId;
}

/** A PostgreSQL with PostGIS in a folder of its own, which listens on a socket there. */
interface PostgisServer {
  /** For `pg.Pool`. */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  close(): Promise<void>;
}

/** Starts PostGIS; undefined where it is not installed. */
async function startPostgis(): Promise<PostgisServer | undefined> {
  const programs = await findPostgres((version) =>
    existsSync(`/usr/share/postgresql/${version}/extension/postgis.control`),
  );
  if (!programs) return undefined;
  // The whole table fits into its buffers, as it does into our index.
  const settings = "-c listen_addresses='' -c shared_buffers=512MB";
  const { folder, close } = await startPostgres(programs, settings);
  return { connection: { host: folder, user: 'refugia', database: 'postgres' }, close };
}

async function fillPostgis({ connection }: PostgisServer, features: readonly VectorFeature[]) {
  const orm = drizzle({ connection: { ...connection, max: clients } });
  await orm.execute(sql`CREATE EXTENSION IF NOT EXISTS postgis`);
  await orm.execute(sql`DROP TABLE IF EXISTS feature`);
  await orm.execute(
    sql`CREATE TABLE feature (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), revision bigint, layer_id uuid, geometry geometry)`,
  );
  for (let from = 0; from < features.length; from += 10_000) {
    const rows = JSON.stringify(
      features.slice(from, from + 10_000).map(({ geometry }) => geometry),
    );
    await orm.execute(sql`
      INSERT INTO feature (revision, layer_id, geometry)
      SELECT 0, '00000000-0000-4000-8000-000000000000', ST_Transform(ST_GeomFromGeoJSON(given), 3857)
      FROM jsonb_array_elements(${rows}::jsonb) AS given`);
  }
  await orm.execute(sql`CREATE INDEX ON feature USING gist (geometry)`);
  await orm.execute(sql`VACUUM ANALYZE feature`);
  return {
    async tile([z, x, y]: Tile): Promise<number> {
      const { rows } = await orm.execute<{ tile: Buffer }>(sql`
        SELECT ST_AsMVT(part, 'features', 4096, 'shape') AS tile FROM (
          SELECT id::text, revision, layer_id::text,
            ST_AsMVTGeom(geometry, ST_TileEnvelope(${z}::int, ${x}::int, ${y}::int), 4096, 64) AS shape
          FROM feature
          WHERE geometry && ST_TileEnvelope(${z}::int, ${x}::int, ${y}::int, margin => 64.0 / 4096)
        ) AS part WHERE shape IS NOT NULL`);
      return rows[0].tile.length;
    },
    close: () => orm.$client.end(),
  };
}

/** Prints how fast vector tiles are made, beside PostGIS, with as many clients on both sides. */
export async function reportTiles(server: MapServer): Promise<void> {
  const postgis = await startPostgis();
  if (!postgis) {
    console.log(
      '\ntiles: PostGIS is not installed, so that they are not measured (apt-get install postgresql postgresql-15-postgis-3)',
    );
    return;
  }
  try {
    for (const shape of ['points', 'polygons'] as const) {
      const features = manyFeatures({ shape, count: 100_000, positionsEach: 10 });
      await compare(server, postgis, { shape, features });
    }
  } finally {
    await postgis.close();
  }
}

async function compare(
  server: MapServer,
  postgis: PostgisServer,
  { shape, features }: { shape: string; features: readonly VectorFeature[] },
): Promise<void> {
  const { address, owner } = server;
  const mapId = await uploadAll(server, features);
  const peer = await fillPostgis(postgis, features);
  const ask = async ([z, x, y]: Tile) => {
    const reply = await fetch(`${address}/api/rrm/tiles/${mapId}/${z}/${x}/${y}.mvt`, {
      headers: { authorization: `JWT ${owner.token}` },
    });
    if (reply.status !== 200) throw new Error(`tile ${z}/${x}/${y}: ${reply.status}`);
    return (await reply.arrayBuffer()).byteLength;
  };
  try {
    const opening = await timed(() => ask([4, 3, 6]));
    await peer.tile([4, 3, 6]);
    const tiles = tilesOfMap();
    const theirs = await askForAll(tiles, (tile) => peer.tile(tile));
    const ours = await askForAll(tiles, ask);
    const times = ({ made }: typeof ours) => made.map(({ milliseconds }) => milliseconds);
    const row = ({ made, perSecond }: typeof ours) => ({
      'tiles per second': perSecond.toFixed(1),
      'median ms': quantile(times({ made, perSecond })).toFixed(1),
      'p95 ms': quantile(times({ made, perSecond }), 0.95).toFixed(1),
      'largest kB': Math.round(Math.max(...made.map(({ bytes }) => bytes)) / 1000),
    });
    console.log(
      `\n${tiles.length} tiles of 100,000 ${shape}, ${clients} clients; the first view of the map took ${(opening / 1000).toFixed(1)} s`,
    );
    console.table({
      refugia: { ...row(ours), ...judged(ours.perSecond / theirs.perSecond, '≥ 1') },
      'PostGIS, ST_AsMVT': row(theirs),
    });
  } finally {
    await peer.close();
  }
}
