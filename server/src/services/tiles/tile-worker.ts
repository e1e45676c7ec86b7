import { parentPort } from 'node:worker_threads';
import { renderTile, type TileLayer } from '@refugia/engine/render/tile.ts';
import type { TileAddress } from '@refugia/engine/render/web-mercator.ts';
import { FileSource } from '@refugia/engine/source/file-source.ts';
import { openTiff, type Tiff } from '@refugia/engine/tiff/index.ts';
import sharp from 'sharp';
import { placeOf, type StoredLocation } from '../../platform/storage/storage.ts';
import { ObjectSource } from '../../platform/storage/stored-source.ts';

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
  readonly tiff: Tiff;
  close(): Promise<void>;
}

/** By place; the order of the keys is the order of use. */
const openFiles = new Map<string, Promise<OpenFile>>();

async function openFile(location: StoredLocation): Promise<OpenFile> {
  switch (location.kind) {
    case 'file': {
      const source = await FileSource.open(location.path);
      const close = () => source.close();
      try {
        return { tiff: await openTiff(source), close };
      } catch (error) {
        await close();
        throw error;
      }
    }
    case 'object':
      return { tiff: await openTiff(new ObjectSource(location)), close: async () => {} };
  }
}

function fileAt(location: StoredLocation): Promise<OpenFile> {
  const place = placeOf(location);
  const file = openFiles.get(place) ?? openFile(location);
  openFiles.delete(place);
  openFiles.set(place, file);
  file.catch(() => openFiles.delete(place));
  for (const [oldest, opened] of openFiles) {
    if (openFiles.size <= maxOpenFiles) break;
    openFiles.delete(oldest);
    void opened.then(({ close }) => close()).catch(() => {});
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
