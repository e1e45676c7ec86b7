import type { Area } from '@refugia/contract/area.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { JobHandler, Queue } from '../../../platform/jobs/queue.ts';

type Lane = Area['lane'] | 'watched' | 'batch';

export interface AnalysisJob {
  readonly runId: string;
  /** The lane of the job. Default: `small`. */
  readonly lane?: Lane;
}

/** How many attempts a run has, so that the server may die twice during a run. */
export const mostAttempts = 3;

/**
 * The queue of analyses. It has four lanes, so that large areas never keep small ones waiting, and neither
 * looks at watched places nor batches keep anybody waiting. All but the small ones have one worker. The
 * processes of all runs have a low priority.
 */
export function defineLanes(
  jobs: Pick<Jobs, 'define'>,
  longestRunSeconds: number,
  handler: JobHandler<AnalysisJob>,
): Queue<AnalysisJob> {
  const define = (name: string, lane: Lane) =>
    jobs.define<AnalysisJob>(
      name,
      {
        concurrency: limits.habitatPatrol.concurrentRuns[lane],
        retries: mostAttempts - 1,
        expireSeconds: longestRunSeconds,
      },
      handler,
    );
  const lanes = {
    small: define('analysis', 'small'),
    large: define('analysis-large', 'large'),
    watched: define('analysis-watched', 'watched'),
    batch: define('analysis-batch', 'batch'),
  };
  const all = Object.values(lanes);
  return {
    name: lanes.small.name,
    enqueue: (data, options) => lanes[data.lane ?? 'small'].enqueue(data, options),
    async cancel(id) {
      for (const lane of all) await lane.cancel(id);
    },
    async retryNow() {
      for (const lane of all) await lane.retryNow();
    },
    async positions(ids) {
      const positions = await Promise.all(all.map((lane) => lane.positions(ids)));
      return new Map(positions.flatMap((each) => [...each]));
    },
    async state(id) {
      for (const lane of all) {
        const state = await lane.state(id);
        if (state !== undefined) return state;
      }
      return undefined;
    },
  };
}
