import { z } from 'zod';
import type { App } from '../../../platform/http/app.ts';
import { answerNotModified, isKnown } from '../../../platform/http/conditional.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { renderThumbnail } from '../../../services/tiles/thumbnail.ts';
import { findResultBounds } from '../runs/queries.ts';
import { type RunContext, runIdSchema, tags } from '../runs/run-context.ts';
import { binarySchema, fileRemoved, fileResponses, storedLayer } from './result-files.ts';
import { asBusy, renderingVersion } from './tile-routes.ts';

/** A run in a list of runs. */
export function registerThumbnails(app: App, { platform, tiles, requireDone }: RunContext): void {
  app.get(
    '/api/changedetection/runs/:id/thumbnail.png',
    {
      schema: {
        tags,
        summary: 'A small picture of a run: the later date with the change, 320 × 200 pixels',
        params: runIdSchema,
        response: {
          200: { description: 'A PNG.', content: { 'image/png': { schema: binarySchema } } },
          304: z.null(),
          ...fileResponses,
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await requireDone(id);
      const etag = `"thumbnail-${renderingVersion}-${id}"`;
      const caching = { 'cache-control': 'private, max-age=86400', etag };
      if (isKnown(request, etag)) return answerNotModified(reply.headers(caching));
      const bounds = await findResultBounds(platform.database.orm, id);
      if (!bounds) throw fileRemoved();
      const layers = (['after', 'change'] as const).map((layer) =>
        storedLayer(platform.storage, id, layer),
      );
      const png = await renderThumbnail(tiles, layers, bounds, whileWanted(reply)).catch(
        (error: unknown) => {
          throw asBusy(error, reply);
        },
      );
      if (!png) throw fileRemoved();
      return reply.headers(caching).type('image/png').send(png);
    },
  );
}
