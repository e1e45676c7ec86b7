import type { Queue } from '../../../platform/jobs/queue.ts';
import type { ProcessingKind } from './processing-queries.ts';

/** Work on the row of this id; whether it is still wanted, the row says. */
export interface ProcessingJob {
  readonly id: number;
}

/**
 * The queues of rasters and of valued rasters. There are two, so that a long ingest keeps no curve
 * waiting.
 */
export interface ProcessingQueues {
  readonly rasters: Queue<ProcessingJob>;
  readonly valued: Queue<ProcessingJob>;
}

/** The name of the scratch folder in which one raster or valued raster is worked on. */
export const scratchNameOf = (kind: ProcessingKind, id: number): string =>
  `${kind === 'raster' ? 'value-raster' : 'valued-raster'}-${id}`;

/** As the triggers on the tables name them. */
export const queueNames = { rasters: 'value-raster', valued: 'valued-raster' } as const;

/** Each queue does one job at a time, because a job uses all cores. */
export const queueOptions = {
  concurrency: 1,
  /** A server may die twice in the middle. */
  retries: 2,
  expireSeconds: 2 * 3600,
};
