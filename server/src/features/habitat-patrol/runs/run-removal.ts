import { eq } from 'drizzle-orm';
import { analysisRun } from '../../../platform/database/schema/index.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { removeLeftFolders } from '../../../platform/storage/removed-folders.ts';
import type { AnalysisJob } from './analysis-queue.ts';

interface Parts {
  readonly platform: Pick<Platform, 'database' | 'storage' | 'log'>;
  readonly queue: Pick<Queue<AnalysisJob>, 'cancel'>;
}

/**
 * Removes a run with its files. The row is deleted first, and from that moment nobody finds the
 * run. A trigger records its folder in the same transaction, for this and later sweeps.
 */
export async function removeRun(parts: Parts, id: string): Promise<void> {
  await parts.platform.database.orm.delete(analysisRun).where(eq(analysisRun.id, id));
  await removeLeftRuns(parts);
}

/**
 * Deletes the files of runs whose rows were deleted, and cancels those that were under way. An
 * erased account, for example, takes its runs with it.
 */
export function removeLeftRuns({ platform, queue }: Parts): Promise<void> {
  // The trigger names this queue, which cancels jobs of every lane.
  return removeLeftFolders(platform, { analysis: queue });
}
