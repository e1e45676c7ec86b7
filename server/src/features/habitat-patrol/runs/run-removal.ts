import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AnalysisJob } from './jobs.ts';
import { deleteRun, findRemoved, forgetRemoved } from './removal-queries.ts';
import { storedName } from './run-folders.ts';

const removedAtOnce = 50;

/**
 * Removes a run with its files. The row goes first, which is the moment from which the run is gone
 * for everybody; a trigger notes it in the same transaction, so that the files go too, now or, when
 * this process dies in between, by `removeLeftFiles`.
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
 * Removes the files of runs whose rows are gone, and stops those that were under way: an erased
 * account takes its runs with it.
 */
export async function removeLeftFiles(
  { database, storage }: Pick<Platform, 'database' | 'storage'>,
  queue: Pick<Queue<AnalysisJob>, 'cancel'>,
): Promise<void> {
  const { orm } = database;
  for (;;) {
    const removed = await findRemoved(orm, removedAtOnce);
    for (const { id, jobId } of removed) {
      // First: a run that goes on would store its files after this.
      if (jobId !== null) await queue.cancel(jobId);
      await storage.removeFolder(storedName(id));
      await forgetRemoved(orm, id);
    }
    if (removed.length < removedAtOnce) return;
  }
}
