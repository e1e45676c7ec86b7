import { createHash } from 'node:crypto';
import { isTileAddress, type TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerNotModified, isKnown } from '../../platform/http/conditional.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import { whileWanted } from '../../platform/http/leaving.ts';
import type { TileTask } from './tile-worker.ts';
import { type Tiles, TilesBusyError } from './tiles.ts';

export interface TileRequest {
  /** The tile in the address. An invalid tile is answered as not found. */
  readonly tile: TileAddress;
  readonly size: number;
  /** Identifies the picture in entity tags, and differs for each connection key. */
  readonly version: string;
  readonly cacheControl: string;
  /** The raster's location and rendering, or undefined when the address leads to none. */
  find(): Promise<Pick<TileTask, 'location' | 'rendering'> | undefined>;
  notFound(): ApiFailure;
}

/** Makes the function that answers a tile, as not modified, as busy or as not found. */
export function createTileAnswer(tiles: Tiles) {
  return async (request: FastifyRequest, reply: FastifyReply, asked: TileRequest) => {
    const { tile, size, version, cacheControl } = asked;
    if (!isTileAddress(tile)) throw asked.notFound();
    const stored = await asked.find();
    if (!stored) throw asked.notFound();
    const etag = entityTag([version, tile.z, tile.x, tile.y, size].join('-'));
    reply.header('cache-control', cacheControl).header('etag', etag);
    if (isKnown(request, etag)) return answerNotModified(reply);
    const png = await tiles
      .png({ ...stored, tile, size }, whileWanted(reply))
      .catch((error: unknown) => {
        forgetCaching(reply);
        throw asBusy(error, reply);
      });
    if (png === undefined) {
      forgetCaching(reply);
      throw asked.notFound();
    }
    return reply.type('image/png').send(png);
  };
}

function entityTag(what: string): string {
  return `"${createHash('sha256').update(what).digest('base64url').slice(0, 22)}"`;
}

/** Answers 503 with Retry-After for a tile that would have to wait too long. */
export function asBusy(error: unknown, reply: FastifyReply): unknown {
  if (!(error instanceof TilesBusyError)) return error;
  reply.header('retry-after', 1);
  return new ApiFailure(503, 'tiles_busy', error.message);
}

/** Removes the caching headers of a picture when there turns out to be none. */
function forgetCaching(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').removeHeader('etag');
}

/** The indices of a tile as texts in its address. */
export type TileIndices = Readonly<Record<keyof TileAddress, string>>;

/** The tile of an address, invalid by NaN where an index is not a plain number. */
export function readTileAddress({ z, x, y }: TileIndices): TileAddress {
  return { z: toIndex(z), x: toIndex(x), y: toIndex(y) };
}

/** Plain digits only, because `1e1`, `0x1` and ` 1` would be further addresses of the same tile. */
function toIndex(text: string): number {
  return /^(0|[1-9]\d{0,6})$/.test(text) ? Number(text) : Number.NaN;
}
