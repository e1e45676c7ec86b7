import {
  patchAtSchema,
  patchPageSchema,
  patchQuerySchema,
  placeQuerySchema,
  type RunPatch,
} from '@refugia/contract/habitat-patrol/run-patches.ts';
import { readPatchId } from '@refugia/engine/analysis/result/patch-at.ts';
import { resultFileNames } from '@refugia/engine/analysis/types.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { ShortMemory } from '../../../platform/short-memory.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { openStoredTiff } from '../../../services/tiles/stored-tiff.ts';
import { factsAfterRun } from '../runs/dating-queries.ts';
import {
  idSchema,
  type RunContext,
  rememberMilliseconds,
  withoutToken,
} from '../runs/run-context.ts';
import { storedName } from '../runs/run-folders.ts';
import { describePatch, readRunPatches } from './stored-patches.ts';

const notThere = errorReplies(400, 404, 409);

/**
 * The number of the patch at a place, 0 for none.
 * @throws {ApiFailure} 404 for a run of a version that did not write where its patches are
 */
async function patchIdAt(
  storage: Storage,
  runId: string,
  place: readonly [number, number],
): Promise<number> {
  const location = storage.locate(storedName(runId), resultFileNames.patchIds);
  const stored = await openStoredTiff(location).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new ApiFailure(
      404,
      'file_not_found',
      'The patches of this analysis can not be found by place: it was made by an earlier version.',
    );
  });
  try {
    return await readPatchId(stored.tiff, place);
  } finally {
    await stored.close();
  }
}

/** Registers the routes that list a run's patches of change and find the patch at a place. */
export function registerPatches(
  app: App,
  { platform, orm, requireResult, requireDone }: RunContext,
): void {
  const { storage } = platform;
  /** Patches are remembered, because a pointer that moves over one asks for it many times. */
  const found = new ShortMemory<RunPatch>(rememberMilliseconds);

  app.get(
    '/api/changedetection/runs/:id/patches',
    withoutToken("A run's patches of change, the largest first", {
      params: idSchema,
      querystring: patchQuerySchema,
      response: { 200: patchPageSchema, ...notThere },
    }),
    async (request, reply) => {
      const run = await requireResult(request.params.id);
      const features = await readRunPatches(storage, run.id, request.query);
      const later = await factsAfterRun(orm, run.id);
      reply.header('cache-control', 'no-cache');
      return {
        total: run.result.statistics.listed_patch_count,
        patches: features.map((feature) => describePatch(feature, later)),
      };
    },
  );

  app.get(
    '/api/changedetection/runs/:id/patches/at',
    withoutToken("A run's patch of change at a place", {
      params: idSchema,
      querystring: placeQuerySchema,
      response: { 200: patchAtSchema, ...notThere },
    }),
    async (request, reply) => {
      const { id } = request.params;
      await requireDone(id);
      const { longitude, latitude } = request.query;
      const patchId = await patchIdAt(storage, id, [longitude, latitude]);
      reply.header('cache-control', 'private, max-age=300');
      if (patchId === 0) return { patch: null };
      const patch = await found.recall(`${id} ${patchId}`, async () => {
        const [feature] = await readRunPatches(storage, id, {
          offset: patchId - 1,
          limit: 1,
        });
        return feature && describePatch(feature, await factsAfterRun(orm, id));
      });
      return { patch: patch ?? null };
    },
  );
}
