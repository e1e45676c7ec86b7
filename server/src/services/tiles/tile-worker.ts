import { parentPort } from 'node:worker_threads';
import type { ChangeKind } from '@refugia/engine/change/options.ts';
import { renderTile, type TileLayer } from '@refugia/engine/render/tile.ts';
import type { TileAddress } from '@refugia/engine/render/web-mercator.ts';
import sharp from 'sharp';
import { placeOf, type StoredLocation } from '../../platform/storage/storage.ts';
import { openStoredTiff, type StoredTiff } from './stored-tiff.ts';

/** One tile, asked of a worker. */
export interface TileJob {
  readonly id: number;
  readonly location: StoredLocation;
  readonly layer: TileLayer;
  readonly tile: TileAddress;
  readonly size: number;
  /** Of the change layer, the kinds that show; all when left out. */
  readonly kinds?: readonly ChangeKind[] | undefined;
}

export type TileReply =
  | { readonly id: number; readonly outcome: 'tile'; readonly png: Uint8Array | null }
  | { readonly id: number; readonly outcome: 'missing' }
  | { readonly id: number; readonly outcome: 'failed'; readonly message: string };

/** Files kept open, with their structure read. */
const maxOpenFiles = 12;

/** By place; the order of the keys is the order of use. */
const openFiles = new Map<string, Promise<StoredTiff>>();

function fileAt(location: StoredLocation): Promise<StoredTiff> {
  const place = placeOf(location);
  const file = openFiles.get(place) ?? openStoredTiff(location);
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

async function answer({ id, location, layer, tile, size, kinds }: TileJob): Promise<TileReply> {
  try {
    const { tiff } = await fileAt(location);
    return { id, outcome: 'tile', png: await renderTile(tiff, layer, tile, { size, kinds }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { id, outcome: 'missing' };
    return { id, outcome: 'failed', message: error instanceof Error ? error.message : `${error}` };
  }
}

// The pool's threads are the parallelism: a tile is too small to be spread further.
sharp.concurrency(1);
sharp.cache(false);
parentPort?.on('message', async (job: TileJob) => parentPort?.postMessage(await answer(job)));
