import type { Queue } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AnalysisJob } from './analysis-queue.ts';
import { deleteRun, findRemoved, forgetRemoved } from './removal-queries.ts';
import { storedName } from './run-folders.ts';

const removedAtOnce = 50;

/**
 * Removes a run with its files. The row is deleted first, and from that moment nobody finds the
 * run. A trigger records it in the same transaction. The files are then deleted, or
 * `removeLeftFiles` does so later if this process dies in between.
 */
export async function removeRun(
  { database, storage }: Pick<Platform, 'database' | 'storage'>,
  id: string,
): Promise<void> {
  await deleteRun(database.orm, id);
  await storage.removeFolder(storedName(id));
  await forgetRemoved(database.orm, id);
}

/**
 * Deletes the files of runs whose rows were deleted, and cancels those that were under way. An
 * erased account, for example, takes its runs with it.
 */
export async function removeLeftFiles(
  { database, storage }: Pick<Platform, 'database' | 'storage'>,
  queue: Pick<Queue<AnalysisJob>, 'cancel'>,
): Promise<void> {
  const { orm } = database;
  for (;;) {
    const removed = await findRemoved(orm, removedAtOnce);
    for (const { id, jobId } of removed) {
      // The job is cancelled first, because otherwise the run would store its files afterwards.
      if (jobId !== null) await queue.cancel(jobId);
      await storage.removeFolder(storedName(id));
      await forgetRemoved(orm, id);
    }
    if (removed.length < removedAtOnce) return;
  }
}
