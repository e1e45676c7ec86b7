import type { JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { Queryable } from '../database/database.ts';
import { JobAborted, type JobHandler, JobPostponed } from './attempt.ts';
import { findCancelled, takeBackAttempts } from './queries.ts';

const cancellationPollMilliseconds = 500;

/** The jobs that this process works on. */
export class ActiveJobs {
  readonly #orm: Queryable;
  readonly #log: Logger;
  readonly #active = new Map<string, AbortController>();
  /** Jobs that a shutdown interrupted. */
  readonly #interrupted: string[] = [];
  #isStopping = false;
  #cancellationTimer: NodeJS.Timeout | undefined;

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
      if (this.#isStopping) this.#interrupted.push(job.id);
      else if (error instanceof JobPostponed) this.#log.warn({ job: job.id }, error.message);
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

  /** Sees cancellations that are made in other processes, until `abortAll`. */
  async watchCancellations(): Promise<void> {
    try {
      if (this.#active.size > 0) {
        for (const id of await findCancelled(this.#orm, [...this.#active.keys()])) this.cancel(id);
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'looking for cancelled jobs');
    }
    if (this.#isStopping) return;
    this.#cancellationTimer = setTimeout(
      () => void this.watchCancellations(),
      cancellationPollMilliseconds,
    );
  }

  /** For a shutdown: nothing that fails from now on counts as an attempt. */
  abortAll(): void {
    this.#isStopping = true;
    clearTimeout(this.#cancellationTimer);
    for (const controller of this.#active.values()) controller.abort(new JobAborted('shutdown'));
  }

  /** Once all have stopped: what was interrupted waits as if it had not begun. */
  async takeBack(): Promise<void> {
    if (this.#interrupted.length > 0) await takeBackAttempts(this.#orm, this.#interrupted);
  }
}
