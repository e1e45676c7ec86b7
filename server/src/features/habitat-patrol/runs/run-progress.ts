import type { RunProgress } from '@refugia/contract/habitat-patrol/runs.ts';
import type { RunState } from './run-watch.ts';

/** The progress of a run for the API, or null once the run has ended. */
export function progressOf(
  run: Pick<RunState, 'status' | 'progress' | 'createdAt' | 'queuePosition'>,
): RunProgress | null {
  switch (run.status) {
    case 'queued':
      return {
        step: 'waiting',
        elapsed_seconds: secondsSince(run.createdAt),
        ...(run.queuePosition !== undefined && { queue_position: run.queuePosition }),
      };
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
