import {
  type ChangeKind,
  changeKinds,
  type RunLayer,
  runLayers,
} from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type App, binaryReply, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { createTileAnswer, readTileAddress } from '../../../services/tiles/tile-answer.ts';
import { isDone } from '../runs/queries.ts';
import { type RunContext, withoutToken } from '../runs/run-context.ts';
import { storedLayer } from './result-files.ts';

/** The version changes when the same files are drawn in another way. */
export const renderingVersion = 3;

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
  outline: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      'Of the change layer: whether change is translucent with a firm outline, as on the map, or filled: true when left out.',
    ),
});
type TileQuery = z.infer<typeof tileQuerySchema>;

export const tileResponses = {
  200: binaryReply('A PNG; transparent where the picture shows nothing.', 'image/png'),
  304: z.null().describe('The caller has it already.'),
  ...errorReplies(400, 404, 503),
};

/** Ids of runs and connection keys have the same form: 128 bits in base64url. */
const secretPattern = /^[A-Za-z0-9_-]{22}$/;

/** The failure for a tile that does not exist. */
export function noSuchTile(): ApiFailure {
  return new ApiFailure(
    404,
    'tile_not_found',
    'There is no such picture, or its analysis has been removed.',
  );
}

/**
 * Registers a run's tiles by the run's id, which people share with links. Browsers may keep the
 * tiles for ever.
 */
export function registerTiles(app: App, context: RunContext): void {
  const { orm, doneRuns } = context;
  const answer = createRunTileAnswer(context);

  app.get(
    '/tiles/change/:run/:layer/:z/:x/:y.png',
    withoutToken("A map tile of a run's picture: before, after or change", {
      params: tileAddressSchema.extend({ run: z.string().max(64) }),
      querystring: tileQuerySchema,
      response: tileResponses,
    }),
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

interface RunTileRequest {
  /** Finds the run of the address, or undefined when there is none. */
  findRun(): Promise<string | undefined>;
  /** The secret in the address: the run's id, or a key. */
  readonly secret: string;
  readonly cacheControl: string;
}

/** Makes the function that answers a run's tile, for either kind of address. */
export function createRunTileAnswer({ platform, tiles }: Pick<RunContext, 'platform' | 'tiles'>) {
  const answer = createTileAnswer(tiles);
  return (
    request: FastifyRequest<{ Params: TileParams; Querystring: TileQuery }>,
    reply: FastifyReply,
    { findRun, secret, cacheControl }: RunTileRequest,
  ) => {
    const layer = layerNamed(request.params.layer);
    if (!layer || !secretPattern.test(secret)) throw noSuchTile();
    const isChange = layer === 'change';
    const kinds = isChange ? shownKinds(request.query.kinds) : undefined;
    const isOutlined = request.query.outline !== 'false';
    return answer(request, reply, {
      tile: readTileAddress(request.params),
      size: tileSizes.find((known) => `${known}` === request.query.size) ?? 256,
      version: [
        ...[renderingVersion, secret, layer, kinds ?? 'all'],
        ...(isChange && !isOutlined ? ['filled'] : []),
      ].join('-'),
      cacheControl,
      async find() {
        const run = await findRun();
        if (run === undefined) return undefined;
        return storedLayer(platform.storage, run, layer, { kinds, isOutlined });
      },
      notFound: noSuchTile,
    });
  };
}

/** The layer of this name, or undefined for any other name. */
export function layerNamed(name: string): RunLayer | undefined {
  return runLayers.find((layer) => layer === name);
}

/**
 * The kinds of change in a query without repetition and in a fixed order, so that equal pictures
 * are made once.
 */
export function shownKinds(query: string | undefined): ChangeKind[] | undefined {
  if (query === undefined) return undefined;
  const wanted = new Set(query.split(','));
  const kinds = changeKinds.filter((kind) => wanted.has(kind));
  return kinds.length === changeKinds.length ? undefined : kinds;
}
