import type { Queue } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { removeCoarsePictureOf } from './coarse-picture.ts';
import { findUnfinished, saveFailure, type WorkedOn } from './processing-queries.ts';
import { type ProcessingJob, type ProcessingQueues, scratchNameOf } from './queues.ts';

export const interruptedReason =
  'The server stopped in the middle of this step more than once. Please repeat it.';

type Parts = Pick<Platform, 'database' | 'storage'>;

/**
 * Marks work as failed when its job is gone. A job can't do so itself when every attempt of it
 * killed its server. The scratch folder on this machine is removed here, and those on other
 * machines are swept later.
 */
export async function endLostWork(
  parts: Parts,
  queue: Pick<Queue<ProcessingJob>, 'state'>,
  work: WorkedOn,
): Promise<void> {
  const state = await queue.state(work.jobId);
  if (state === 'waiting' || state === 'active') return;
  await parts.storage.removeScratch(scratchNameOf(work.kind, work.jobId));
  if (work.kind === 'raster') await removeCoarsePictureOf(parts, work.id);
  const failure = { reason: interruptedReason, code: 'interrupted' };
  await saveFailure(parts.database.orm, work, failure);
}

/** Marks all work as failed whose job is gone, so that none counts as running for ever. */
export async function endAllLostWork(parts: Parts, queues: ProcessingQueues): Promise<void> {
  for (const kind of ['raster', 'valued'] as const) {
    const queue = kind === 'raster' ? queues.rasters : queues.valued;
    for (const work of await findUnfinished(parts.database.orm, kind)) {
      await endLostWork(parts, queue, work);
    }
  }
}
