import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { patchDetailsSchema, type RunPatch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { PatchFeature } from '@refugia/engine/analysis/result/patch-files.ts';
import { latitudeOf, worldMeters, worldPosition } from '@refugia/engine/geo/web-mercator.ts';
import { z } from 'zod';
import { type App, binaryReply, errorReplies } from '../../../platform/http/api.ts';
import { renderChip } from '../../../services/tiles/picture.ts';
import { factsAfterRun } from '../runs/dating-queries.ts';
import { idSchema, type RunContext, withoutToken } from '../runs/run-context.ts';
import { answerPicture, fileResponses, storedLayer } from './result-files.ts';
import { describePatch, eastwards, requirePatch } from './stored-patches.ts';
import { renderingVersion } from './tile-routes.ts';

/** The width of a chip in widths of its patch. */
const surroundings = 1.8;
/** The smallest width of a chip on the ground: 40 pixels of 10 m. */
const leastMeters = 400;

/** Parameters of the calls for one patch of a run. */
export const patchParamsSchema = idSchema.extend({
  number: z.coerce.number().int().positive().max(2_147_483_647),
});

/** The path of a picture of a patch with its surroundings. */
export const chipAddress = (runId: string, patch: number, layer: 'before' | 'after') =>
  `/api/changedetection/runs/${runId}/patches/${patch}/${layer}.png`;

/** Registers the calls for one patch: its outline, and its pictures before and after. */
export function registerChips(app: App, { platform, orm, tiles, requireDone }: RunContext): void {
  const { storage } = platform;

  app.get(
    '/api/changedetection/runs/:id/patches/:number',
    withoutToken('One patch of change of a run, with its outline', {
      params: patchParamsSchema,
      response: { 200: patchDetailsSchema, ...errorReplies(400, 404, 409) },
    }),
    async (request, reply) => {
      const { id, number } = request.params;
      await requireDone(id);
      const feature = await requirePatch(storage, id, number);
      reply.header('cache-control', 'private, max-age=300');
      return {
        patch: describePatch(feature, await factsAfterRun(orm, id)),
        geometry: feature.geometry,
        chip_bbox: chipBounds(feature),
        chips: {
          before: chipAddress(id, number, 'before'),
          after: chipAddress(id, number, 'after'),
        },
      };
    },
  );

  app.get(
    '/api/changedetection/runs/:id/patches/:number/:layer.png',
    withoutToken('A patch with its surroundings before or after, 320 × 320 pixels', {
      params: patchParamsSchema.extend({ layer: z.enum(['before', 'after']) }),
      response: {
        200: binaryReply('A PNG.', 'image/png'),
        304: z.null(),
        400: apiErrorSchema,
        ...fileResponses,
      },
    }),
    async (request, reply) => {
      const { id, number, layer } = request.params;
      await requireDone(id);
      return answerPicture(request, reply, {
        etag: `"chip-${renderingVersion}-${id}-${number}-${layer}"`,
        async make(signal) {
          const bounds = chipBounds(await requirePatch(storage, id, number));
          return await renderChip(tiles, storedLayer(storage, id, layer), bounds, signal);
        },
      });
    },
  );
}

/** The square in Web Mercator around a patch and its surroundings, in degrees. */
export function chipBounds({ bbox }: Pick<PatchFeature, 'bbox'>): RunPatch['bbox'] {
  const [west, south, east, north] = eastwards(bbox);
  const [left, top] = worldPosition(west, north);
  const [right, bottom] = worldPosition(east, south);
  const middleLatitude = latitudeOf((top + bottom) / 2);
  const least = leastMeters / worldMeters / Math.cos((middleLatitude * Math.PI) / 180);
  const half = Math.max(least, surroundings * Math.max(right - left, bottom - top)) / 2;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const longitudeOf = (share: number) => (share - 0.5) * 360;
  return [longitudeOf(x - half), latitudeOf(y + half), longitudeOf(x + half), latitudeOf(y - half)];
}
