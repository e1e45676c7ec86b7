import type { Area } from '@refugia/contract/area.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { JobHandler, Queue } from '../../../platform/jobs/queue.ts';

type Lane = Area['lane'];

export interface AnalysisJob {
  readonly runId: string;
  /** The lane of the job. Default: `small`. */
  readonly lane?: Lane;
}

/** How many attempts a run has, so that the server may die twice during a run. */
export const mostAttempts = 3;

/**
 * The queue of analyses. It has two lanes, so that large areas never keep small ones waiting. Large
 * areas have a worker of their own. The processes of all runs have a low priority.
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
  const lanes = { small: define('analysis', 'small'), large: define('analysis-large', 'large') };
  const both = [lanes.small, lanes.large];
  return {
    name: lanes.small.name,
    enqueue: (data, options) => lanes[data.lane ?? 'small'].enqueue(data, options),
    async cancel(id) {
      for (const lane of both) await lane.cancel(id);
    },
    async retryNow() {
      for (const lane of both) await lane.retryNow();
    },
    async positions(ids) {
      const positions = await Promise.all(both.map((lane) => lane.positions(ids)));
      return new Map(positions.flatMap((each) => [...each]));
    },
    async state(id) {
      return (await lanes.small.state(id)) ?? (await lanes.large.state(id));
    },
  };
}
