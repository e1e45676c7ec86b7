import type { Queryable } from '../database/database.ts';
import { isKilled } from '../processes/process-failure.ts';

export interface QueueOptions {
  /** Jobs that one process works on at once. */
  readonly concurrency: number;
  /**
   * Jobs of one group that all processes together work on at once; any number when left out. What one
   * group adds then never takes all places.
   */
  readonly perGroup?: number | undefined;
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
   * @param options.group whose job it is, for queues that limit the jobs of a group
   * @param options.id a UUID to know the job by; enqueuing the same id twice adds one job
   * @param options.transaction the job is added when the transaction commits, and only then
   * @returns the job's id
   */
  enqueue(
    data: Data,
    options?: { group?: string; id?: string; transaction?: Queryable },
  ): Promise<string>;
  /** Removes a waiting job, or aborts the signal of an active one in whichever process runs it. */
  cancel(id: string): Promise<void>;
  /** Lets jobs that wait for a retry run now. */
  retryNow(): Promise<void>;
  /** For each given job that waits: the number of jobs before it, active ones included. */
  positions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Undefined when there is no such job, or it ended long ago. */
  state(id: string): Promise<JobState | undefined>;
}

/** One attempt at one job. */
export interface JobAttempt<Data> {
  readonly id: string;
  readonly data: Data;
  /** 1 for the first. */
  readonly attempt: number;
  /** No further attempt follows when this one throws. */
  readonly isLastAttempt: boolean;
  /** Aborts when the job is cancelled, takes too long, or the process shuts down. */
  readonly signal: AbortSignal;
}

export type JobHandler<Data> = (job: JobAttempt<Data>) => Promise<void>;

/** Why a job's signal aborts. */
type JobAbortReason = 'cancelled' | 'shutdown';

/** The reason that a job's signal aborts with, apart from a timeout. */
export class JobAborted extends Error {
  readonly reason: JobAbortReason;

  constructor(reason: JobAbortReason) {
    super(reason === 'cancelled' ? 'The job was cancelled.' : 'The process is shutting down.');
    this.name = 'JobAborted';
    this.reason = reason;
  }
}

/**
 * Whether a job's signal was aborted by a shutdown. Whatever the job fails with then, its work
 * returns to the queue.
 */
function isShutDown({ reason }: AbortSignal): boolean {
  return reason instanceof JobAborted && reason.reason === 'shutdown';
}

/** Whether another attempt follows because a shutdown or the system ended the work, not its own fault. */
export const isInterrupted = (
  error: unknown,
  { signal, isLastAttempt }: Pick<JobAttempt<unknown>, 'signal' | 'isLastAttempt'>,
): boolean => isShutDown(signal) || (isKilled(error) && !isLastAttempt);

/** A job can't be done at present. It is tried again, and logged in one line instead of a stack trace. */
export class JobPostponed extends Error {
  override readonly name = 'JobPostponed';
}
