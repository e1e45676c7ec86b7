import { limits } from '@refugia/contract/limits.ts';
import { sharedValues } from '@refugia/contract/value-mapper/calls.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { binaryReply } from '../../../platform/http/api-document.ts';
import type { App } from '../../../platform/http/app.ts';
import { errorReplies } from '../../../platform/http/error-replies.ts';
import { replyWithFile } from '../../../platform/http/stored-file-reply.ts';
import { openToOtherSites } from '../../../services/keys/connection-keys.ts';
import { keyOf } from '../../../services/keys/keys.ts';
import { createTileAnswer, readTileAddress } from '../../../services/tiles/tile-answer.ts';
import { found, notFound, openProject, type ProjectRow } from '../access.ts';
import { cogContentType } from '../downloads/ticketed-file.ts';
import { type ValueMapperContext, withoutToken } from '../value-mapper-context.ts';
import { findSharedValues, type SharedValues } from './shared-values.ts';

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

/** Registers what a key of a project opens to a GIS: tiles, TileJSON and the values as a COG. */
export function registerSharedValues(app: App, context: ValueMapperContext): void {
  registerTiles(app, context);
  registerTileJson(app, context);
  registerCog(app, context);
}

function registerTiles(app: App, context: ValueMapperContext): void {
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
