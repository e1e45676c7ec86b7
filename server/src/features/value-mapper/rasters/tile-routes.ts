import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { limits } from '@refugia/contract/limits.ts';
import { backgroundRgb } from '@refugia/contract/value-mapper/calls.ts';
import { rowIdSchema, valueMapperBase } from '@refugia/contract/value-mapper/projects.ts';
import {
  pointQuerySchema,
  pointValueSchema,
  rasterParamsSchema,
  valueTileQuerySchema,
} from '@refugia/contract/value-mapper/rasters.ts';
import { isTileAddress } from '@refugia/engine/geo/web-mercator.ts';
import type { RasterFacts } from '@refugia/engine/ingest/index.ts';
import { dataTileVersion } from '@refugia/engine/render/data-tile.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type App, binaryReply } from '../../../platform/http/api.ts';
import { answerNotModified, isKnown } from '../../../platform/http/conditional.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import type { Platform } from '../../../platform/platform.ts';
import { asBusy, createTileAnswer, readTileAddress } from '../../../services/tiles/tile-answer.ts';
import {
  found,
  type LayerRow,
  notFound,
  type RasterRow,
  requireRaster,
  requireValued,
  type ValuedRow,
} from '../access.ts';
import { coarseFolderOf, cogFile, locationOf } from '../stored/stored-files.ts';
import { findRasterOfLayer, findWholeValued } from '../stored/stored-queries.ts';
import { coarseFacts, paletteOf, valuationOf, wholeFacts } from '../stored/valuations.ts';
import { forAccounts, type ValueMapperContext } from '../value-mapper-context.ts';

const { valueTilePixels, dataTilePixels } = limits.valueMapper;
/** The browser asks again each time, and usually learns that nothing has changed. */
const cacheControl = 'private, no-cache';
const tileParamsSchema = z.object({
  id: rowIdSchema,
  z: z.string().max(8),
  x: z.string().max(8),
  y: z.string().max(8),
});

type TileQuery = z.infer<typeof valueTileQuerySchema>;

/** A processed raster, and how it is drawn. */
interface Drawn {
  readonly raster: RasterRow;
  readonly layer: LayerRow;
  readonly facts: RasterFacts;
}

const ofType = (type: string) => ({
  200: binaryReply('The tile.', type),
  503: apiErrorSchema,
});

/** The numbers of a raster, or those of its coarse picture until the whole raster has been read. */
function numbersOf({ storage }: Platform, raster: RasterRow) {
  if (wholeFacts(raster)) return { location: locationOf(storage, raster), version: 'whole' };
  if (!coarseFacts(raster)) throw notFound();
  return { location: storage.locate(coarseFolderOf(raster), cogFile), version: 'coarse' };
}

async function requireDrawn(
  { requireReadable }: ValueMapperContext,
  request: FastifyRequest,
  rasterId: number,
): Promise<Drawn> {
  const { raster, layer } = await requireReadable(request, requireRaster, rasterId);
  return { raster, layer, facts: found(wholeFacts(raster)) };
}

function backgroundOf(layer: LayerRow, { background }: TileQuery) {
  if (background === 'none') return null;
  return backgroundRgb[background ?? layer.backgroundColor];
}

/** Registers the tiles of rasters and of valued rasters, and the values at a place. */
export function registerTiles(app: App, context: ValueMapperContext): void {
  registerPictureTiles(app, context);
  registerNumberTiles(app, context);
  registerValueAtPlace(app, context);
}

/** Tiles of a raster, drawn either as it is or by its conservation values. */
function registerPictureTiles(app: App, context: ValueMapperContext): void {
  const { platform, orm, tiles, requireReadable } = context;
  const answerTile = createTileAnswer(tiles);

  async function answerValues(
    request: FastifyRequest<{ Params: z.infer<typeof tileParamsSchema>; Querystring: TileQuery }>,
    reply: FastifyReply,
    { drawn, valued }: { drawn: Drawn; valued?: ValuedRow },
  ) {
    const { raster, layer, facts } = drawn;
    const rendering = {
      kind: 'values',
      background: backgroundOf(layer, request.query),
      ...(valued && {
        valuation: valuationOf(valued, facts),
        palette: paletteOf(valued.palette),
      }),
    } as const;
    return await answerTile(request, reply, {
      tile: readTileAddress(request.params),
      size: valueTilePixels,
      version: `${raster.folder} ${JSON.stringify(rendering)}`,
      cacheControl,
      find: async () => ({ location: locationOf(platform.storage, raster), rendering }),
      notFound,
    });
  }

  app.get(
    '/tiles/value/original/:id/:z/:x/:y.png',
    forAccounts(
      'A map tile of a raster as it is: gray from minimum to maximum, or its own colors',
      {
        params: tileParamsSchema,
        querystring: valueTileQuerySchema,
        response: ofType('image/png'),
      },
    ),
    async (request, reply) => {
      const drawn = await requireDrawn(context, request, request.params.id);
      return await answerValues(request, reply, { drawn });
    },
  );

  app.get(
    '/tiles/value/valued/:id/:z/:x/:y.png',
    forAccounts('A map tile of a valued raster, by its curve and palette', {
      params: tileParamsSchema,
      querystring: valueTileQuerySchema,
      response: ofType('image/png'),
    }),
    async (request, reply) => {
      const { valued, layer } = await requireReadable(request, requireValued, request.params.id);
      const raster = await findRasterOfLayer(orm, layer.id);
      const facts = raster && wholeFacts(raster);
      if (valued.state !== 'done' || !facts) throw notFound();
      return await answerValues(request, reply, { drawn: { raster, layer, facts }, valued });
    },
  );
}

function registerNumberTiles(app: App, context: ValueMapperContext): void {
  const { platform, tiles, requireReadable } = context;

  app.get(
    '/tiles/value/data/:id/:z/:x/:y.bin',
    {
      compress: false,
      ...forAccounts("The numbers of a map tile of 512 pixels, in the product's own form", {
        description:
          'docs/formats.md tells the form. A tile beside the raster is answered by 204. While a large raster is being processed they are those of its coarse picture.',
        params: tileParamsSchema,
        querystring: valueTileQuerySchema,
        response: { ...ofType('application/octet-stream'), 204: z.null() },
      }),
    },
    async (request, reply) => {
      const { raster } = await requireReadable(request, requireRaster, request.params.id);
      const { location, version } = numbersOf(platform, raster);
      const tile = readTileAddress(request.params);
      if (!isTileAddress(tile)) throw notFound();
      const etag = `"${raster.folder.slice(-22)}-${version}-${dataTileVersion}-${tile.z}-${tile.x}-${tile.y}"`;
      reply.header('cache-control', cacheControl).header('etag', etag);
      if (isKnown(request, etag)) return answerNotModified(reply);
      const rendering = { kind: 'numbers' } as const;
      const task = { location, rendering, tile, size: dataTilePixels };
      const bytes = await tiles.make(task, whileWanted(reply)).catch((error: unknown) => {
        reply.header('cache-control', 'no-store').removeHeader('etag');
        throw asBusy(error, reply);
      });
      if (bytes === undefined) throw notFound();
      if (bytes === null) return reply.code(204).send(null);
      return reply
        .type('application/octet-stream')
        .header('content-encoding', 'gzip')
        .send(Buffer.from(bytes));
    },
  );
}

function registerValueAtPlace(app: App, context: ValueMapperContext): void {
  const { platform, orm, tiles } = context;

  app.get(
    `${valueMapperBase}/rasters/:rasterID/value`,
    forAccounts('The original and the valued number at a place', {
      params: rasterParamsSchema,
      querystring: pointQuerySchema,
      response: { 200: pointValueSchema, 503: apiErrorSchema },
    }),
    async (request, reply) => {
      const { raster, layer, facts } = await requireDrawn(
        context,
        request,
        request.params.rasterID,
      );
      const valued = await findWholeValued(orm, layer.id);
      const { longitude, latitude } = request.query;
      const reading = await tiles
        .readValue(
          {
            location: locationOf(platform.storage, raster),
            position: [longitude, latitude],
            valuation: valued && valuationOf(valued, facts),
          },
          whileWanted(reply),
        )
        .catch((error: unknown) => Promise.reject(asBusy(error, reply)));
      const { isInside, original, valued: value } = found(reading);
      return { is_inside: isInside, original, valued: value };
    },
  );
}
