import { eq } from 'drizzle-orm';
import { analysisRun } from '../../../platform/database/schema/index.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { removeLeftFolders } from '../../../platform/storage/removed-folders.ts';
import type { AnalysisJob } from './analysis-queue.ts';

type Parts = Pick<Platform, 'database' | 'storage' | 'log'>;

/**
 * Removes a run with its files. The row is deleted first, and from that moment nobody finds the
 * run. A trigger records its folder in the same transaction, for this and later sweeps.
 */
export async function removeRun(
  parts: Parts,
  queue: Pick<Queue<AnalysisJob>, 'cancel'>,
  id: string,
): Promise<void> {
  await parts.database.orm.delete(analysisRun).where(eq(analysisRun.id, id));
  await removeLeftRuns(parts, queue);
}

/**
 * Deletes the files of runs whose rows were deleted, and cancels those that were under way. An
 * erased account, for example, takes its runs with it.
 */
export function removeLeftRuns(
  parts: Parts,
  queue: Pick<Queue<AnalysisJob>, 'cancel'>,
): Promise<void> {
  // The trigger names this queue, which cancels jobs of every lane.
  return removeLeftFolders(parts, { analysis: queue });
}
