import { sql } from 'drizzle-orm';
import { fromDrizzle, type PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import { type Notices, notify } from '../notify/notices.ts';
import { type ActiveJobs, cancelledChannel } from './active-jobs.ts';
import { countBefore, retryWaiting } from './queries.ts';
import type { JobHandler, JobState, Queue, QueueOptions } from './queue.ts';

/**
 * How often workers look for jobs. New jobs are announced by notices, but jobs that wait for a
 * retry become due by the clock. Each look costs the database some milliseconds.
 */
const pollingSeconds = 10;
/** Channel that tells all processes, by the queue's name, that a job has been added. */
const addedChannel = 'job_added';
/** If a process shows no sign of life for this long, its jobs are given to others. */
const heartbeatSeconds = 30;

const stateNames: Record<string, JobState> = {
  created: 'waiting',
  retry: 'waiting',
  active: 'active',
  completed: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
};

interface JobQueueParts {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly notices: Notices;
  readonly active: ActiveJobs;
}

/** A queue in pg-boss, and this process's workers on it. */
export class JobQueue<Data extends object> implements Queue<Data> {
  readonly name: string;
  readonly #options: QueueOptions;
  readonly #handler: JobHandler<object>;
  readonly #parts: JobQueueParts;
  readonly #workerIds: string[] = [];

  constructor(
    name: string,
    options: QueueOptions,
    handler: JobHandler<Data>,
    parts: JobQueueParts,
  ) {
    this.name = name;
    this.#options = options;
    this.#handler = handler as JobHandler<object>;
    this.#parts = parts;
  }

  async enqueue(
    data: Data,
    { group, id, transaction }: Parameters<Queue<Data>['enqueue']>[1] = {},
  ): Promise<string> {
    const db = transaction && fromDrizzle(transaction, sql);
    const options = {
      ...(id && { id }),
      ...(db && { db }),
      ...(group && { group: { id: group } }),
    };
    const sent = await this.#parts.boss.send(this.name, data, options);
    await notify(transaction ?? this.#parts.database.orm, addedChannel, { id: this.name });
    const jobId = sent ?? id;
    if (jobId) return jobId;
    throw new Error(`a job for ${this.name} was not accepted`);
  }

  async cancel(id: string): Promise<void> {
    await this.#parts.boss.cancel(this.name, id);
    this.#parts.active.cancel(id);
    await notify(this.#parts.database.orm, cancelledChannel, { id });
  }

  async retryNow(): Promise<void> {
    await retryWaiting(this.#parts.database.orm, this.name);
    this.#wake();
  }

  positions(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return countBefore(this.#parts.database.orm, this.name, ids);
  }

  async state(id: string): Promise<JobState | undefined> {
    const [job] = await this.#parts.boss.findJobs(this.name, { id });
    return job && stateNames[job.state];
  }

  /** Creates the queue in the database and, if `work` is true, starts to work on it. */
  async start(work: boolean): Promise<void> {
    const { boss } = this.#parts;
    const { retries, retryDelaySeconds, retryDelayMaxSeconds, expireSeconds } = this.#options;
    const settings = {
      retryLimit: retries,
      retryDelay: retryDelaySeconds,
      retryBackoff: retryDelaySeconds > 0,
      ...(retryDelaySeconds > 0 && { retryDelayMax: retryDelayMaxSeconds }),
      expireInSeconds: expireSeconds,
      heartbeatSeconds,
    };
    await boss.createQueue(this.name, settings);
    await boss.updateQueue(this.name, settings);
    // pg-boss looks a queue up by another connection at its first use, which must not be inside a
    // transaction: the embedded database would wait for that transaction to end.
    await boss.getQueueStats(this.name);
    if (!work) return;
    this.#parts.notices.listen(addedChannel, {
      hear: ({ id }) => id === this.name && this.#wake(),
      catchUp: () => this.#wake(),
    });
    for (let worker = 0; worker < this.#options.concurrency; worker++) await this.#startWorker();
  }

  async #startWorker(): Promise<void> {
    const { boss, active } = this.#parts;
    const { perGroup } = this.#options;
    const id = await boss.work<object>(
      this.name,
      {
        pollingIntervalSeconds: pollingSeconds,
        includeMetadata: true,
        ...(perGroup !== undefined && { groupConcurrency: perGroup }),
      },
      async ([job]) => {
        if (!job) return;
        await active.attempt(job, this.#handler, this.#options.retries).finally(() => this.#wake());
      },
    );
    this.#workerIds.push(id);
  }

  /** Makes the workers look for jobs now instead of at their next poll. */
  #wake(): void {
    for (const id of this.#workerIds) this.#parts.boss.notifyWorker(id);
  }
}
