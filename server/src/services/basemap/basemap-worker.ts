import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { type PictureName, PictureTiles } from './pictures.ts';
import type { TileAddress } from './tile-address.ts';
import { VectorTiles } from './vector-tiles.ts';

/** A tile to make; pictures come as WebP, vectors as gzipped protocol buffers. */
export interface TileRequest {
  readonly id: number;
  readonly kind: PictureName | 'vector';
  readonly address: TileAddress;
}

export type TileReply =
  | { readonly id: number; readonly tile: Uint8Array }
  | { readonly id: number; readonly error: string };

const port = parentPort;
if (port === null) throw new Error('basemap-worker.ts runs as a worker thread only.');

const vectors = new VectorTiles();
const pictures = new PictureTiles();

port.on('message', async ({ id, kind, address }: TileRequest) => {
  try {
    const tile =
      kind === 'vector' ? gzipSync(vectors.cut(address)) : await pictures.draw(kind, address);
    port.postMessage({ id, tile } satisfies TileReply);
  } catch (error) {
    port.postMessage({ id, error: String(error) } satisfies TileReply);
  }
});
