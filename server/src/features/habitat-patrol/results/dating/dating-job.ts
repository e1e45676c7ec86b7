import { type DatedPatch, runDatingSchema } from '@refugia/contract/habitat-patrol/run-dating.ts';
import { limits } from '@refugia/contract/limits.ts';
import { laterConfidence } from '@refugia/engine/analysis/confidence/later-confidence.ts';
import type { DatedPatch as FoundPatch } from '@refugia/engine/analysis/dating/date-patches.ts';
import { confidenceClass } from '@refugia/engine/analysis/measure/confidence-class.ts';
import type { PatchFeature } from '@refugia/engine/analysis/result/patch-files.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { type App, errorReplies } from '../../../../platform/http/api.ts';
import { createProgressWriter } from '../../../../platform/jobs/progress-writer.ts';
import { isInterrupted, type JobAttempt, type Queue } from '../../../../platform/jobs/queue.ts';
import type { DatingProgram } from '../../engine/engine-main.ts';
import { runEngine } from '../../engine/engine-process.ts';
import { changeDating, findDating, insertDating } from '../../runs/dating-queries.ts';
import type { RunParts } from '../../runs/jobs.ts';
import { findRun, type RunRow } from '../../runs/queries.ts';
import { idSchema, type RunContext, withoutToken } from '../../runs/run-context.ts';
import { readRunPatches } from '../stored-patches.ts';

export interface DatingJob {
  readonly runId: string;
}

const { maxDatedPatches, datedAtOnce } = limits.habitatPatrol;
const longestSeconds = 3_600;
const progressMilliseconds = 1_000;

/** Declares the queue in which patches are dated, one run after the other, behind what people wait for. */
export function defineDatingQueue(parts: RunParts): Queue<DatingJob> {
  return parts.platform.jobs.define<DatingJob>(
    'patch-dating',
    { concurrency: 1, retries: 2, expireSeconds: longestSeconds },
    (job) => workOn(job, parts),
  );
}

/** Begins to date the patches of a run, within the transaction in which it ends. */
export async function beginDating(
  transaction: Transaction,
  queue: Queue<DatingJob>,
  runId: string,
): Promise<void> {
  await insertDating(transaction, runId);
  await queue.enqueue({ runId }, { transaction });
}

async function workOn(job: JobAttempt<DatingJob>, parts: RunParts): Promise<void> {
  const { runId } = job.data;
  const { orm } = parts.platform.database;
  const run = await findRun(orm, runId);
  // The run may have been deleted meanwhile, and its dating with it.
  if (run?.status !== 'done') return;
  try {
    await datePatches(run, job.signal, parts);
    await changeDating(orm, runId, { state: 'done', share: 1 });
  } catch (error) {
    if (isInterrupted(error, job)) throw error;
    parts.platform.log.warn({ err: error, run: runId }, 'dating patches');
    await changeDating(orm, runId, { state: 'failed' });
  }
}

/** Dates the largest patches some at a time, and keeps what is known after each time. */
async function datePatches(
  run: RunRow,
  signal: AbortSignal,
  { platform, imagery }: RunParts,
): Promise<void> {
  const { database, storage, dataDirectory, log } = platform;
  const { orm } = database;
  const scenes = (run.result?.scenes ?? []).map(({ id, role, date }) => ({ id, role, date }));
  const features = await readRunPatches(storage, run.id, { offset: 0, limit: maxDatedPatches });
  // An earlier attempt may have dated some.
  let dated = (await findDating(orm, run.id)).patches;
  await changeDating(orm, run.id, { state: 'running' });
  while (dated.length < features.length) {
    const batch = features.slice(dated.length, dated.length + datedAtOnce);
    const begun = dated.length;
    const shareAt = (share: number) => (begun + share * batch.length) / features.length;
    const writer = createProgressWriter<number>(
      (share) => changeDating(orm, run.id, { share: shareAt(share) }),
      {
        intervalMilliseconds: progressMilliseconds,
        failed: (error) => log.warn({ err: error, run: run.id }, 'saving progress'),
      },
    );
    const dates = await runEngine<DatingProgram>(
      {
        kind: 'dates',
        question: { patches: batch.map(outlineOf), scenes },
        imagery: imagery.ofMode(run.imageryMode),
      },
      {
        signal,
        compiledFolder: dataDirectory.compiled,
        onProgress: ({ done, total }) => writer.tell(done / Math.max(1, total)),
      },
    ).finally(() => writer.finish());
    dated = [
      ...dated,
      ...batch.map(({ properties }, index) => datedPatchOf(properties, dates[index])),
    ];
    await changeDating(orm, run.id, { patches: dated, share: dated.length / features.length });
  }
}

/** What is kept of a patch, with its confidence after later scenes. */
function datedPatchOf(
  { id, confidence }: PatchFeature['properties'],
  found: FoundPatch | undefined,
): DatedPatch {
  const later = found?.later;
  const moved =
    later && confidence !== undefined ? laterConfidence(confidence, later.isChanged) : undefined;
  return {
    patch: id,
    first_seen: found?.firstSeen ?? null,
    last_unchanged: found?.lastUnchanged ?? null,
    later_changed: later?.isChanged ?? null,
    later_seen: later?.date ?? null,
    ...(moved !== undefined && { confidence: moved, confidence_class: confidenceClass(moved) }),
  };
}

const outlineOf = ({ geometry }: PatchFeature) => geometry;

/** Registers the call for when a run's patches changed, which is found out after the run. */
export function registerDating(app: App, { orm, requireDone }: RunContext): void {
  app.get(
    '/api/changedetection/runs/:id/dates',
    withoutToken('When the largest patches of a run changed, as far as that is known', {
      description:
        'Found out after the run, by reading the scenes between both dates in coarse pixels.',
      params: idSchema,
      response: { 200: runDatingSchema, ...errorReplies(404, 409) },
    }),
    async (request, reply) => {
      const { id } = request.params;
      await requireDone(id);
      reply.header('cache-control', 'no-store');
      return findDating(orm, id);
    },
  );
}
