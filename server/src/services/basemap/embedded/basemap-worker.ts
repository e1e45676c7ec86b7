import { gzipSync } from 'node:zlib';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import type { PictureName } from '../sources.ts';
import { PictureTiles } from './pictures.ts';
import { findBorder, findPlaces } from './places.ts';
import { VectorTiles } from './vector-tiles.ts';
import { findZipCodes } from './zip-codes.ts';

/**
 * What this thread makes: pictures as WebP, vectors as gzipped protocol buffers, places and borders
 * as JSON. One thread makes them all because they use the same geography.
 */
export type BasemapTask =
  | { readonly kind: PictureName | 'vector'; readonly address: TileAddress }
  | { readonly kind: 'places'; readonly query: string; readonly limit: number }
  | { readonly kind: 'border'; readonly border: string };

const vectors = new VectorTiles();
const pictures = new PictureTiles();

async function make(task: BasemapTask): Promise<Uint8Array> {
  switch (task.kind) {
    case 'vector':
      return gzipSync(vectors.cut(task.address));
    case 'places':
      return Buffer.from(
        JSON.stringify(
          [...findZipCodes(task.query, task.limit), ...findPlaces(task.query, task.limit)].slice(
            0,
            task.limit,
          ),
        ),
      );
    case 'border':
      return Buffer.from(JSON.stringify(findBorder(task.border)));
    case 'satellite':
    case 'relief':
      return pictures.draw(task.kind, task.address);
  }
}

serveTasks<BasemapTask, Uint8Array>(make);
