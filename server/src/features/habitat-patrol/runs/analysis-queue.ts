import { limits } from '@refugia/contract/limits.ts';
import { isInPieces } from '@refugia/engine/geo/work-pixels.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import type { JobHandler } from '../../../platform/jobs/attempt.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';

/**
 * Areas that are analysed as a whole take seconds to minutes. Areas analysed in pieces take up to
 * hours.
 */
type Lane = 'small' | 'large';

export interface AnalysisJob {
  readonly runId: string;
  /** The lane of the job. Default: `small`. */
  readonly lane?: Lane;
}

/** The lane for an area, by whether it is analysed in pieces. */
export function laneOf(area: Polygon | MultiPolygon): Lane {
  return isInPieces(area) ? 'large' : 'small';
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
    async hurry() {
      for (const lane of both) await lane.hurry();
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
