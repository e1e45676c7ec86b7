import { parentPort } from 'node:worker_threads';
import { renderTile, type TileLayer } from '@refugia/engine/render/tile.ts';
import type { TileAddress } from '@refugia/engine/render/web-mercator.ts';
import { FileSource } from '@refugia/engine/source/file-source.ts';
import { openTiff, type Tiff } from '@refugia/engine/tiff/index.ts';
import sharp from 'sharp';
import type { StoredLocation } from '../../platform/storage/storage.ts';

/** One tile, asked of a worker. */
export interface TileJob {
  readonly id: number;
  readonly location: StoredLocation;
  readonly layer: TileLayer;
  readonly tile: TileAddress;
  readonly size: number;
}

export type TileReply =
  | { readonly id: number; readonly outcome: 'tile'; readonly png: Uint8Array | null }
  | { readonly id: number; readonly outcome: 'missing' }
  | { readonly id: number; readonly outcome: 'failed'; readonly message: string };

/** Files kept open, with their structure read. */
const maxOpenFiles = 12;

interface OpenFile {
  readonly source: FileSource;
  readonly tiff: Tiff;
}

/** By path; the order of the keys is the order of use. */
const openFiles = new Map<string, Promise<OpenFile>>();

async function openFile({ path }: StoredLocation): Promise<OpenFile> {
  const source = await FileSource.open(path);
  try {
    return { source, tiff: await openTiff(source) };
  } catch (error) {
    await source.close();
    throw error;
  }
}

function fileAt(location: StoredLocation): Promise<OpenFile> {
  const { path } = location;
  const file = openFiles.get(path) ?? openFile(location);
  openFiles.delete(path);
  openFiles.set(path, file);
  file.catch(() => openFiles.delete(path));
  for (const [oldest, opened] of openFiles) {
    if (openFiles.size <= maxOpenFiles) break;
    openFiles.delete(oldest);
    void opened.then(({ source }) => source.close()).catch(() => {});
  }
  return file;
}

async function answer({ id, location, layer, tile, size }: TileJob): Promise<TileReply> {
  try {
    const { tiff } = await fileAt(location);
    return { id, outcome: 'tile', png: await renderTile(tiff, layer, tile, { size }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { id, outcome: 'missing' };
    return { id, outcome: 'failed', message: error instanceof Error ? error.message : `${error}` };
  }
}

// The pool's threads are the parallelism: a tile is too small to be spread further.
sharp.concurrency(1);
sharp.cache(false);
parentPort?.on('message', async (job: TileJob) => parentPort?.postMessage(await answer(job)));
