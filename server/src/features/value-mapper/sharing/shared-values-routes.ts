import { limits } from '@refugia/contract/limits.ts';
import { sharedValues } from '@refugia/contract/value-mapper/calls.ts';
import type { RasterHeader } from '@refugia/engine/ingest/index.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type App, binaryReply, errorReplies } from '../../../platform/http/api.ts';
import { replyWithFile } from '../../../platform/http/stored-file-reply.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { StoredLocation } from '../../../platform/storage/storage.ts';
import { openToOtherSites } from '../../../services/keys/connection-keys.ts';
import { keyOf } from '../../../services/keys/keys.ts';
import type { StoredLayer } from '../../../services/tiles/picture.ts';
import { createTileAnswer, readTileAddress } from '../../../services/tiles/tile-answer.ts';
import { found, notFound, openProject, type ProjectRow } from '../access.ts';
import { cogContentType } from '../downloads/ticketed-file.ts';
import { listLayers } from '../layers/queries.ts';
import { locationOf } from '../stored/stored-files.ts';
import { combinedOfProject, findRasterOfLayer, findValuedLayer } from '../stored/stored-queries.ts';
import { drawnCombined, drawnLayer, wholeFacts } from '../stored/valuations.ts';
import { type ValueMapperContext, withoutToken } from '../value-mapper-context.ts';

/** A GIS may show what it has for so long after its key was revoked. */
const cacheControl = 'private, max-age=60';
const keySchema = z.object({ key: z.string().max(64) });
const indexSchema = z.string().max(8);
const tileJsonSchema = z
  .object({
    tilejson: z.literal('3.0.0'),
    name: z.string(),
    scheme: z.literal('xyz'),
    tiles: z.array(z.string()),
    minzoom: z.number(),
    maxzoom: z.number(),
    bounds: z.array(z.number()).optional(),
  })
  .meta({ id: 'SharedTileJson' });

/** What a GIS gets of a project: its combined values, or else the values of its uppermost layer. */
interface SharedValues {
  readonly label: string;
  readonly drawn: StoredLayer;
  /** Where the values themselves are stored. */
  readonly cog: StoredLocation;
  /** Changes whenever the values do. */
  readonly version: string;
  /** Where the values lie, if one header tells it. */
  readonly header: RasterHeader | undefined;
}

/** Registers what a key of a project opens to a GIS: tiles, TileJSON and the values as a COG. */
export function registerSharedValues(app: App, context: ValueMapperContext): void {
  const answerTile = createTileAnswer(context.tiles);

  app.get(
    sharedValues.tiles.replace(/\{(\w)\}/g, ':$1'),
    withoutToken("A map tile of a project's values, by a key for a GIS", {
      params: z.object({ z: indexSchema, x: indexSchema, y: indexSchema }),
      querystring: keySchema,
      response: { 200: binaryReply('The file.', 'image/png'), ...errorReplies(400, 404, 503) },
    }),
    async (request, reply) => {
      const { drawn, version } = await requireShared(context, request, reply);
      return await answerTile(request, reply, {
        tile: readTileAddress(request.params),
        size: limits.valueMapper.valueTilePixels,
        version: `${request.query.key} ${version} ${JSON.stringify(drawn.rendering)}`,
        cacheControl,
        find: async () => drawn,
        notFound,
      });
    },
  );

  registerTileJson(app, context);
  registerCog(app, context);
}

function registerTileJson(app: App, context: ValueMapperContext): void {
  const { publicUrl } = context.platform.config;

  app.get(
    sharedValues.tileJson,
    withoutToken("TileJSON 3 of a project's values, by a key for a GIS", {
      querystring: keySchema,
      response: { 200: tileJsonSchema, ...errorReplies(400, 404) },
    }),
    async (request, reply) => {
      const { project, label, header, key } = await requireShared(context, request, reply);
      reply.header('cache-control', 'private, no-cache');
      const [west, south, east, north] = header?.bounds ?? [-180, -90, 180, 90];
      return {
        tilejson: '3.0.0' as const,
        name: `${project.title}: ${label}`,
        scheme: 'xyz' as const,
        tiles: [`${publicUrl}${sharedValues.tiles}?key=${encodeURIComponent(key)}`],
        minzoom: 0,
        maxzoom: 22,
        // TileJSON knows no bounds across the antimeridian.
        bounds: east > 180 ? [-180, south, 180, north] : [west, south, east, north],
      };
    },
  );
}

function registerCog(app: App, context: ValueMapperContext): void {
  app.get(
    sharedValues.cog,
    {
      compress: false,
      ...withoutToken("A project's values as a Cloud Optimized GeoTIFF, by a key for a GIS", {
        description: 'Answers range requests, so that a GIS reads only what it shows.',
        querystring: keySchema,
        response: {
          200: binaryReply('The file.', cogContentType),
          206: binaryReply('The file.', cogContentType),
          ...errorReplies(400, 404, 416),
        },
      }),
    },
    async (request, reply) => {
      const { cog } = await requireShared(context, request, reply);
      const download = { fileName: 'values.tif', contentType: cogContentType, missing: notFound };
      return replyWithFile(request, reply, cog, download);
    },
  );
}

async function requireShared(
  context: ValueMapperContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SharedValues & { project: ProjectRow; key: string }> {
  openToOtherSites(reply);
  const key = keyOf(request) ?? '';
  const project = await openProject(context.platform, key, 'gis');
  const values = found(await findSharedValues(context.platform, project));
  return { ...values, project, key };
}

/** Finds the values of a project that a GIS gets, or undefined while it has none. */
async function findSharedValues(
  { database: { orm }, storage }: Platform,
  project: ProjectRow,
): Promise<SharedValues | undefined> {
  const { whole } = await combinedOfProject(orm, project.id);
  if (whole) {
    const { layers: parts, grid_layer } = whole.combination;
    const raster = await findRasterOfLayer(orm, grid_layer ?? parts[0]?.data_layer ?? 0);
    return {
      label: 'Combined value',
      drawn: drawnCombined(storage, whole),
      cog: locationOf(storage, whole),
      version: whole.folder,
      header: raster && wholeFacts(raster),
    };
  }
  for (const { id, label } of (await listLayers(orm, project.id)).toReversed()) {
    const found = await findValuedLayer(orm, id);
    if (!found) continue;
    const { valued, facts } = found;
    return {
      label,
      drawn: drawnLayer(storage, found),
      cog: locationOf(storage, valued),
      version: valued.folder,
      header: facts,
    };
  }
  return undefined;
}
