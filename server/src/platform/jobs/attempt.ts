import { isKilled } from '../processes/process-failure.ts';

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

/**
 * Whether another attempt follows, because a shutdown or the system ended the work, and the work
 * itself is not at fault.
 */
export const isInterrupted = (
  error: unknown,
  { signal, isLastAttempt }: Pick<JobAttempt<unknown>, 'signal' | 'isLastAttempt'>,
): boolean => isShutDown(signal) || (isKilled(error) && !isLastAttempt);

/**
 * An error for a job that can't be done at present through no fault of the program. Another attempt
 * follows, and the log gets one line instead of a stack trace.
 */
export class JobPostponed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'JobPostponed';
  }
}
