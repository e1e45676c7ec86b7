import type { Queryable } from '../database/database.ts';

/** Options of a queue. */
export interface QueueOptions {
  /** Jobs that one process works on at once. */
  readonly concurrency: number;
  /** How many further attempts follow an attempt that threw or whose process died. */
  readonly retries: number;
  /** The delay before the first retry. It doubles with each retry when it is above 0. */
  readonly retryDelaySeconds: number;
  /** The longest delay between retries. */
  readonly retryDelayMaxSeconds: number;
  /** An attempt that takes longer is aborted and counts as failed. */
  readonly expireSeconds: number;
}

/** `waiting` includes a job that waits for its next attempt. */
export type JobState = 'waiting' | 'active' | 'completed' | 'cancelled' | 'failed';

/** A queue of jobs of one kind, kept in the database. */
export interface Queue<Data> {
  readonly name: string;
  /**
   * Adds a job. It is there once this resolves, or once the transaction is committed.
   * @param options.id a UUID to know the job by; enqueuing the same id twice adds one job
   * @param options.transaction the job is added when the transaction commits, and only then
   * @returns the job's id
   */
  enqueue(data: Data, options?: { id?: string; transaction?: Queryable }): Promise<string>;
  /** Removes a waiting job, or aborts the signal of an active one in whichever process runs it. */
  cancel(id: string): Promise<void>;
  /** Lets jobs that wait for a retry run now. */
  hurry(): Promise<void>;
  /** For each given job that waits: the number of jobs before it, active ones included. */
  positions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Undefined when there is no such job, or it ended long ago. */
  state(id: string): Promise<JobState | undefined>;
}
