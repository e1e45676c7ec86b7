import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import { z } from 'zod';
import { binaryReply } from '../../../platform/http/api-document.ts';
import type { App } from '../../../platform/http/app.ts';
import { answerNotModified, isKnown } from '../../../platform/http/conditional.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { SharedTasks } from '../../../platform/shared-tasks.ts';
import { renderThumbnail } from '../../../services/tiles/picture.ts';
import { asBusy } from '../../../services/tiles/tile-answer.ts';
import { findResultBounds } from '../runs/queries.ts';
import { type RunContext, runIdSchema, tags } from '../runs/run-context.ts';
import { fileRemoved, fileResponses, storedLayer } from './result-files.ts';
import { renderingVersion } from './tile-routes.ts';

/** Room for some 400 pictures, since everybody who opens a list asks for a page of them. */
const keptBytes = 32_000_000;

/**
 * Registers the pictures of runs in lists. Each is made once and kept for a while, since a run
 * never changes.
 */
export function registerThumbnails(app: App, { platform, tiles, requireDone }: RunContext): void {
  const kept = new LeastRecentlyUsed<Buffer>(keptBytes, ({ length }) => length);
  const underWay = new SharedTasks<Buffer | undefined>();

  async function make(id: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const bounds = await findResultBounds(platform.database.orm, id);
    if (!bounds) return undefined;
    const layers = (['after', 'change'] as const).map((layer) =>
      storedLayer(platform.storage, id, layer),
    );
    const png = await renderThumbnail(tiles, layers, bounds, signal);
    if (png) kept.set(id, png);
    return png;
  }

  app.get(
    '/api/changedetection/runs/:id/thumbnail.png',
    {
      schema: {
        tags,
        summary: 'A small picture of a run: the later date with the change, 320 × 200 pixels',
        params: runIdSchema,
        response: { 200: binaryReply('A PNG.', 'image/png'), 304: z.null(), ...fileResponses },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await requireDone(id);
      const etag = `"thumbnail-${renderingVersion}-${id}"`;
      const caching = { 'cache-control': 'private, max-age=86400', etag };
      if (isKnown(request, etag)) return answerNotModified(reply.headers(caching));
      const png =
        kept.get(id) ??
        (await underWay
          .run(id, whileWanted(reply), (signal) => make(id, signal))
          .catch((error: unknown) => {
            throw asBusy(error, reply);
          }));
      if (!png) throw fileRemoved();
      return reply.headers(caching).type('image/png').send(png);
    },
  );
}
