import { open } from 'node:fs/promises';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import { messageOf } from '../../../platform/thrown.ts';
import type { Reach, VectorSchema } from '../sources.ts';
import { type CheckedTile, checkTile, inflate, readVectorTile, schemaOf } from '../tile-check.ts';
import { type Archive, ArchiveError, type ArchiveFacts, tilesOf } from './archive.ts';
import { openMbtiles } from './mbtiles.ts';
import { hasSeaIn, type Laid, laidOver } from './merge.ts';
import { NameIndex } from './names.ts';
import { openPmtiles } from './pmtiles.ts';

export type ArchiveTask =
  | { readonly kind: 'open'; readonly file: string }
  | { readonly kind: 'tile'; readonly file: string; readonly address: TileAddress }
  | ({ readonly kind: 'lay' } & Laid)
  | {
      readonly kind: 'places';
      readonly file: string;
      readonly query: string;
      readonly limit: number;
    };

export interface OpenedArchive extends ArchiveFacts, Reach {
  readonly schema?: VectorSchema | undefined;
}

/** So many tiles are looked at for the sea. */
const tilesForSea = 16;

/** The open files, by their paths. A thread that broke opens them anew. */
const archives = new Map<string, Promise<Archive>>();
const names = new Map<string, NameIndex>();

function archiveOf(file: string): Promise<Archive> {
  const known = archives.get(file);
  if (known !== undefined) return known;
  const opened = openArchive(file);
  archives.set(file, opened);
  return opened;
}

/** Recognises a file by its first bytes. */
async function openArchive(file: string): Promise<Archive> {
  const start = new Uint8Array(16);
  const handle = await open(file).catch((cause: Error) => {
    throw new ArchiveError(
      `can't be read (${cause.message})`,
      'check the path and the permissions',
    );
  });
  await handle.read(start, 0, 16, 0).finally(() => handle.close());
  const signature = Buffer.from(start).toString('latin1');
  if (signature.startsWith('SQLite format 3')) return openMbtiles(file);
  if (signature.startsWith('PMTiles')) return await openPmtiles(file);
  throw new ArchiveError(
    'is neither an MBTiles nor a PMTiles file',
    'name a file that was made by tilemaker, planetiler or a similar program',
  );
}

/** Opens a file, and reads one tile as a sample of the others. */
async function examine(file: string): Promise<OpenedArchive> {
  const archive = await archiveOf(file);
  const { facts } = archive;
  let layers = facts.layers;
  try {
    for (const address of tilesOf(facts, 1)) {
      const sample = await archive.tile(address);
      if (sample !== null) await checkTile(facts.type, sample);
      if (sample !== null && facts.type === 'vector' && layers.length === 0) {
        layers = Object.keys(readVectorTile(await inflate(sample)).layers);
      }
    }
  } catch (cause) {
    throw new ArchiveError(`is damaged (${messageOf(cause)})`, 'copy it again, or make it anew');
  }
  if (facts.type === 'raster') return { ...facts, hasSea: false };
  const schema = schemaOf(layers);
  if (schema === undefined) {
    throw new ArchiveError(
      `has vector tiles in neither OpenMapTiles' nor Protomaps' schema (its layers: ${layers.slice(0, 8).join(', ').slice(0, 200) || 'none'})`,
      'make it with a configuration for one of these schemas',
    );
  }
  return { ...facts, schema, hasSea: await hasSea(archive) };
}

async function hasSea(archive: Archive): Promise<boolean> {
  for (const address of tilesOf(archive.facts, tilesForSea)) {
    // A damaged tile is told of when it is drawn.
    const layers = await layersAt(archive, address).catch(() => null);
    if (layers && hasSeaIn(layers)) return true;
  }
  return false;
}

/** The layers of a vector tile; none where the archive has no such tile. */
export async function layersAt(archive: Archive, address: TileAddress) {
  const bytes = await archive.tile(address);
  return bytes === null ? {} : readVectorTile(await inflate(bytes)).layers;
}

async function tileOf({ file, address }: ArchiveTask & { kind: 'tile' }) {
  const { facts, tile } = await archiveOf(file);
  const bytes = await tile(address);
  return bytes && ((await checkTile(facts.type, bytes)) satisfies CheckedTile | null);
}

async function answer(task: ArchiveTask): Promise<unknown> {
  switch (task.kind) {
    case 'open':
      return await examine(task.file);
    case 'tile':
      return await tileOf(task);
    case 'lay':
      return await laidOver(task);
    case 'places': {
      const index = names.get(task.file) ?? new NameIndex(await archiveOf(task.file));
      names.set(task.file, index);
      return index.find(task.query, task.limit);
    }
  }
}

serveTasks<ArchiveTask, unknown>(answer);
