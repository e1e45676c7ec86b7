import type { Queue } from '../../../platform/jobs/queue.ts';
import type { ProcessingKind } from './processing-queries.ts';

/** Work on the row with this id. The row tells whether the work is still wanted. */
export interface ProcessingJob {
  readonly id: number;
}

/**
 * The queues of rasters and of valued rasters. There are two, so that reading a large raster does
 * not delay the valuation of another one.
 */
export interface ProcessingQueues {
  readonly rasters: Queue<ProcessingJob>;
  readonly valued: Queue<ProcessingJob>;
}

/** The name of the scratch folder in which a job works on a raster or valued raster. */
export const scratchNameOf = (kind: ProcessingKind, jobId: string): string =>
  `${kind === 'raster' ? 'value-raster' : 'valued-raster'}-${jobId}`;

/** The names of the queues. The triggers on the tables use the same names. */
export const queueNames = { rasters: 'value-raster', valued: 'valued-raster' } as const;

/** Each queue does one job at a time, because a job uses all cores. */
export const queueOptions = {
  concurrency: 1,
  /** So many retries let a server die twice during the work. */
  retries: 2,
  expireSeconds: 2 * 3600,
};
