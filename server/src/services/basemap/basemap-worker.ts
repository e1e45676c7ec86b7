import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { TileAddress } from '@refugia/engine/render/web-mercator.ts';
import { type PictureName, PictureTiles } from './pictures.ts';
import { findPlaces } from './places.ts';
import type { ThreadQuestion, ThreadReply } from './tile-thread.ts';
import { VectorTiles } from './vector-tiles.ts';

/**
 * What this thread makes: pictures as WebP, vectors as gzipped protocol buffers, places as JSON. They
 * share a thread because they share the geography.
 */
export type BasemapTask =
  | { readonly kind: PictureName | 'vector'; readonly address: TileAddress }
  | { readonly kind: 'places'; readonly query: string; readonly limit: number };

const port = parentPort;
if (port === null) throw new Error('basemap-worker.ts runs as a worker thread only.');

const vectors = new VectorTiles();
const pictures = new PictureTiles();

async function make(task: BasemapTask): Promise<Uint8Array> {
  switch (task.kind) {
    case 'vector':
      return gzipSync(vectors.cut(task.address));
    case 'places':
      return Buffer.from(JSON.stringify(findPlaces(task.query, task.limit)));
    case 'satellite':
    case 'relief':
      return pictures.draw(task.kind, task.address);
  }
}

port.on('message', async ({ id, task }: ThreadQuestion<BasemapTask>) => {
  try {
    port.postMessage({ id, bytes: await make(task) } satisfies ThreadReply);
  } catch (error) {
    port.postMessage({ id, error: String(error) } satisfies ThreadReply);
  }
});
