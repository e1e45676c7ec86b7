import type { RunProgress } from '@refugia/contract/habitat-patrol.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { AnalysisJob } from './jobs.ts';
import type { RunState } from './queries.ts';

/** Where a run stands, its place in the queue looked up while it waits; null once it has ended. */
export async function progressOf(
  run: Pick<RunState, 'jobId' | 'status' | 'progress' | 'createdAt'>,
  queue: Queue<AnalysisJob>,
): Promise<RunProgress | null> {
  switch (run.status) {
    case 'queued': {
      const position = await queue.position(run.jobId);
      return {
        step: 'waiting',
        elapsed_seconds: secondsSince(run.createdAt),
        ...(position !== undefined && { queue_position: position }),
      };
    }
    case 'running':
      return run.progress ?? { step: 'searching', elapsed_seconds: 0 };
    case 'done':
    case 'failed':
    case 'cancelled':
      return null;
  }
}

function secondsSince(instant: Date): number {
  return Math.max(0, (Date.now() - instant.getTime()) / 1000);
}
