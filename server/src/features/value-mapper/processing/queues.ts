import type { Queue } from '../../../platform/jobs/queue.ts';

/** Work on the row of this id; whether it is still wanted, the row says. */
export interface ProcessingJob {
  readonly id: number;
}

/** Who works on rasters, and on valued rasters: a long ingest keeps no curve waiting. */
export interface ProcessingQueues {
  readonly rasters: Queue<ProcessingJob>;
  readonly valued: Queue<ProcessingJob>;
}

/** As the triggers on the tables name them. */
export const queueNames = { rasters: 'value-raster', valued: 'valued-raster' } as const;

/** One at a time of each: both take every core that there is. */
export const queueOptions = {
  concurrency: 1,
  /** A server may die twice in the middle. */
  retries: 2,
  expireSeconds: 2 * 3600,
};
