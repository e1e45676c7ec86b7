import type { JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { Queryable } from '../database/database.ts';
import type { Notices } from '../notify/notices.ts';
import { findCancelled, takeBackAttempts } from './queries.ts';
import { JobAborted, type JobHandler, JobPostponed } from './queue.ts';

/** Channel that tells the process working on a job, by the job's id, that it has been cancelled. */
export const cancelledChannel = 'job_cancelled';

export class ActiveJobs {
  readonly #orm: Queryable;
  readonly #log: Logger;
  readonly #active = new Map<string, AbortController>();
  /** Jobs that a shutdown interrupted. */
  readonly #interrupted: string[] = [];
  #isStopping = false;
  #endListening = () => {};

  constructor(orm: Queryable, log: Logger) {
    this.#orm = orm;
    this.#log = log;
  }

  /** One attempt at a job. Rejects with what its handler throws. */
  async attempt(
    job: JobWithMetadata<object>,
    handler: JobHandler<object>,
    retries: number,
  ): Promise<void> {
    // A worker may have fetched the job just before the shutdown.
    if (this.#isStopping) {
      this.#interrupted.push(job.id);
      throw new JobAborted('shutdown');
    }
    const controller = new AbortController();
    this.#active.set(job.id, controller);
    try {
      await handler({
        id: job.id,
        data: job.data,
        attempt: job.retryCount + 1,
        isLastAttempt: job.retryCount >= retries,
        signal: AbortSignal.any([controller.signal, job.signal]),
      });
    } catch (error) {
      if (error instanceof JobPostponed) this.#log.warn({ job: job.id }, error.message);
      else if (!job.signal.aborted && !controller.signal.aborted) {
        this.#log.error({ err: error, job: job.id }, 'job failed');
      }
      throw error;
    } finally {
      this.#active.delete(job.id);
    }
  }

  /** Aborts a job that is worked on here. */
  cancel(id: string): void {
    this.#active.get(id)?.abort(new JobAborted('cancelled'));
  }

  /** Listens until `abortAll` for cancellations by other processes. */
  watchCancellations(notices: Notices): void {
    this.#endListening = notices.listen(cancelledChannel, {
      hear: ({ id }) => this.cancel(id),
      catchUp: () => void this.#findMissed(),
    });
  }

  /** Finds cancellations that happened while the connection for notices was lost. */
  async #findMissed(): Promise<void> {
    if (this.#active.size === 0) return;
    try {
      for (const id of await findCancelled(this.#orm, [...this.#active.keys()])) this.cancel(id);
    } catch (error) {
      this.#log.warn({ err: error }, 'looking for cancelled jobs');
    }
  }

  /** Aborts all jobs for a shutdown. A job that fails from now on has not used up an attempt. */
  abortAll(): void {
    this.#isStopping = true;
    this.#endListening();
    this.#interrupted.push(...this.#active.keys());
    for (const controller of this.#active.values()) controller.abort(new JobAborted('shutdown'));
  }

  /** Returns the interrupted jobs to their queue, once all have stopped, as if they had not begun. */
  async takeBack(): Promise<void> {
    if (this.#interrupted.length > 0) await takeBackAttempts(this.#orm, this.#interrupted);
  }
}
