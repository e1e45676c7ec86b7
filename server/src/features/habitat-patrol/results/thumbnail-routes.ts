import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import { z } from 'zod';
import { type App, binaryReply } from '../../../platform/http/api.ts';
import { SharedTasks } from '../../../platform/shared-tasks.ts';
import { idSchema, type RunContext, withoutToken } from '../runs/run-context.ts';
import { answerPicture, drawThumbnail, fileResponses } from './result-files.ts';
import { renderingVersion } from './tile-routes.ts';

/** Room for some 400 pictures, since everybody who opens a list asks for a page of them. */
const keptBytes = 32_000_000;

/**
 * Registers the pictures of runs in lists. Each is made once and kept for a while, since a run
 * never changes.
 */
export function registerThumbnails(app: App, context: RunContext): void {
  const kept = new LeastRecentlyUsed<Buffer>(keptBytes, ({ length }) => length);
  const underWay = new SharedTasks<Buffer | undefined>();

  async function make(id: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const png = await drawThumbnail(context, id, signal);
    if (png) kept.set(id, png);
    return png;
  }

  app.get(
    '/api/changedetection/runs/:id/thumbnail.png',
    withoutToken('A small picture of a run: the later date with the change, 320 × 200 pixels', {
      params: idSchema,
      response: { 200: binaryReply('A PNG.', 'image/png'), 304: z.null(), ...fileResponses },
    }),
    async (request, reply) => {
      const { id } = request.params;
      await context.requireDone(id);
      return answerPicture(request, reply, {
        etag: `"thumbnail-${renderingVersion}-${id}"`,
        make: async (signal) =>
          kept.get(id) ?? underWay.run(id, signal, (alone) => make(id, alone)),
      });
    },
  );
}
