import { createHash } from 'node:crypto';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import {
  type ChangeKind,
  changeKinds,
  type RunLayer,
  runLayers,
} from '@refugia/contract/habitat-patrol.ts';
import { resultFileNames } from '@refugia/engine/analysis/types.ts';
import { isTileAddress } from '@refugia/engine/render/web-mercator.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../../platform/http/app.ts';
import { answerNotModified, isKnown } from '../../../platform/http/conditional.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { readTileAddress } from '../../../services/tiles/tile-address.ts';
import { TilesBusyError } from '../../../services/tiles/tile-pool.ts';
import { isDone } from '../runs/queries.ts';
import { type RunContext, tags } from '../runs/run-context.ts';
import { storedName } from '../runs/run-folders.ts';

/** Changes when the same files are drawn in another way. */
export const renderingVersion = 2;

const tileSizes = [256, 512] as const;

export const tileAddressSchema = z.object({
  layer: z.string().max(16),
  z: z.string().max(8),
  x: z.string().max(8),
  y: z.string().max(8),
});
type TileParams = z.infer<typeof tileAddressSchema>;

const oneKind = `(?:${changeKinds.join('|')})`;
const kindsPattern = new RegExp(`^(?:${oneKind}(?:,${oneKind}){0,${changeKinds.length - 1}})?$`);

export const kindsQuerySchema = z.object({
  kinds: z
    .string()
    .regex(kindsPattern)
    .optional()
    .describe(
      'Of the change layer: the kinds of change that show, with commas; all when left out.',
    ),
});

export const tileQuerySchema = kindsQuerySchema.extend({
  size: z.enum(['256', '512']).optional().describe('Pixels along a side; 256 when left out.'),
});
type TileQuery = z.infer<typeof tileQuerySchema>;

const pngSchema = z.custom<Uint8Array>().meta({ type: 'string', format: 'binary' });

/** What a tile's address answers. */
export const tileResponses = {
  200: {
    description: 'A PNG; transparent where the picture shows nothing.',
    content: { 'image/png': { schema: pngSchema } },
  },
  304: z.null().describe('The caller has it already.'),
  400: apiErrorSchema,
  404: apiErrorSchema,
  503: apiErrorSchema,
};

/** A run's id and a connection key are written alike: 128 bits in base64url. */
const secretPattern = /^[A-Za-z0-9_-]{22}$/;

export function noSuchTile(): ApiFailure {
  return new ApiFailure(
    404,
    'tile_not_found',
    'There is no such picture, or its analysis has been removed.',
  );
}

/** A run's tiles, by the id that whoever shares the run gives away. They are kept for good by who asks. */
export function registerTiles(app: App, context: RunContext): void {
  const { platform, doneRuns } = context;
  const { orm } = platform.database;
  const answer = createTileAnswer(context);

  app.get(
    '/tiles/change/:run/:layer/:z/:x/:y.png',
    {
      schema: {
        tags,
        summary: "A map tile of a run's picture: before, after or change",
        params: tileAddressSchema.extend({ run: z.string().max(64) }),
        querystring: tileQuerySchema,
        response: tileResponses,
      },
    },
    (request, reply) =>
      answer(request, reply, {
        findRun: async () => {
          const { run } = request.params;
          const isThere = await doneRuns.recall(run, async () =>
            (await isDone(orm, run)) ? true : undefined,
          );
          return isThere && run;
        },
        secret: request.params.run,
        cacheControl: 'public, max-age=31536000, immutable',
      }),
  );
}

interface TileRequest {
  /** The run that the address leads to; undefined when it leads to none. */
  findRun(): Promise<string | undefined>;
  /** What the address is known by: the run's id, or a key. */
  readonly secret: string;
  readonly cacheControl: string;
}

/** How a tile is answered, by whichever address it was asked for. */
export function createTileAnswer({ platform, tiles }: Pick<RunContext, 'platform' | 'tiles'>) {
  return async (
    request: FastifyRequest<{ Params: TileParams; Querystring: TileQuery }>,
    reply: FastifyReply,
    { findRun, secret, cacheControl }: TileRequest,
  ) => {
    const { z, x, y } = request.params;
    const layer = layerNamed(request.params.layer);
    const tile = readTileAddress(request.params);
    if (!layer || !secretPattern.test(secret) || !isTileAddress(tile)) throw noSuchTile();
    const run = await findRun();
    if (run === undefined) throw noSuchTile();
    const size = tileSizes.find((known) => `${known}` === request.query.size) ?? 256;
    const kinds = layer === 'change' ? shownKinds(request.query.kinds) : undefined;
    const what = [renderingVersion, secret, layer, z, x, y, size, kinds ?? 'all'].join('-');
    const etag = `"${createHash('sha256').update(what).digest('base64url').slice(0, 22)}"`;
    reply.header('cache-control', cacheControl).header('etag', etag);
    if (isKnown(request, etag)) return answerNotModified(reply);
    const location = platform.storage.locate(storedName(run), resultFileNames[layer]);
    const png = await tiles
      .png({ location, layer, tile, size, kinds }, whileWanted(reply))
      .catch((error: unknown) => {
        forgetCaching(reply);
        throw asBusy(error, reply);
      });
    if (png === undefined) {
      forgetCaching(reply);
      throw noSuchTile();
    }
    return reply.type('image/png').send(png);
  };
}

export function layerNamed(name: string): RunLayer | undefined {
  return runLayers.find((layer) => layer === name);
}

/** The kinds of a query, each once and in one order: the same picture is made and kept once. */
export function shownKinds(query: string | undefined): ChangeKind[] | undefined {
  if (query === undefined) return undefined;
  const asked = new Set(query.split(','));
  const kinds = changeKinds.filter((kind) => asked.has(kind));
  return kinds.length === changeKinds.length ? undefined : kinds;
}

/** A tile that has to wait too long is a 503 that says when to come again. */
export function asBusy(error: unknown, reply: FastifyReply): unknown {
  if (!(error instanceof TilesBusyError)) return error;
  reply.header('retry-after', 1);
  return new ApiFailure(503, 'tiles_busy', error.message);
}

/** What is said of a picture must not be kept when there turns out to be none. */
export function forgetCaching(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').removeHeader('etag');
}
