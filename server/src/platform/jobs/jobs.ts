import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../database/database.ts';
import { ActiveJobs } from './active-jobs.ts';
import type { JobHandler } from './attempt.ts';
import { JobQueue } from './job-queue.ts';
import { returnOrphans } from './queries.ts';

/** Options of a queue. */
export interface QueueOptions {
  /** Jobs that one process works on at once. */
  readonly concurrency: number;
  /** Further attempts after one that threw, or whose process died. */
  readonly retries: number;
  /** Before the first further attempt; doubles with each one when above 0. */
  readonly retryDelaySeconds: number;
  /** The delay doubles up to this. */
  readonly retryDelayMaxSeconds: number;
  /** An attempt that takes longer is aborted and counts as failed. */
  readonly expireSeconds: number;
}

const defaultQueueOptions: QueueOptions = {
  concurrency: 1,
  retries: 3,
  retryDelaySeconds: 0,
  retryDelayMaxSeconds: 3600,
  expireSeconds: 3600,
};

/** `waiting` includes a job that waits for its next attempt. */
export type JobState = 'waiting' | 'active' | 'completed' | 'cancelled' | 'failed';

/** A queue of jobs of one kind, kept in the database. */
export interface Queue<Data> {
  readonly name: string;
  /**
   * Adds a job. It is there once this resolves, or once the transaction is committed.
   * @param options.id a UUID to know the job by; enqueuing the same id twice adds one job
   * @param options.transaction the job comes to be with the rest of it, or not at all
   * @returns the job's id
   */
  enqueue(data: Data, options?: { id?: string; transaction?: Queryable }): Promise<string>;
  /** Takes a waiting job off, or aborts the signal of an active one, in whichever process it is. */
  cancel(id: string): Promise<void>;
  /** Jobs that wait for a further attempt need not wait longer. */
  hurry(): Promise<void>;
  /** How many jobs come before each of those given that wait, those being worked on included. */
  positions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Undefined when there is no such job, or it ended long ago. */
  state(id: string): Promise<JobState | undefined>;
}

export interface Jobs {
  /** Declares a queue and who works on it; all are declared before `start`. */
  define<Data extends object>(
    name: string,
    options: Partial<QueueOptions>,
    handler: JobHandler<Data>,
  ): Queue<Data>;
  /** Makes the queues and, where `work` is true, begins to work. */
  start(options: { work: boolean }): Promise<void>;
  /** Aborts what is active, which goes back to its queue, and waits until it has stopped. */
  stop(): Promise<void>;
}

const stopTimeoutMilliseconds = 5_000;

/** Any number but that of the migrations. */
const startLock = 7_236_419;

/** Processes that start together on one server would make the queue's tables at the same time. */
async function takingTurns(database: Database, task: () => Promise<unknown>): Promise<void> {
  if (database.isEmbedded) {
    await task();
    return;
  }
  const client = await database.pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [startLock]);
    await task();
  } finally {
    client.release(true);
  }
}

/** Jobs in the database, so that they survive the process: pg-boss behind the product's own words. */
export function createJobs(database: Database, log: Logger): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    schema: 'jobs',
    schedule: false,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));

  const active = new ActiveJobs(database.orm, log);
  const queues: { start(work: boolean): Promise<void> }[] = [];
  return {
    define<Data extends object>(
      name: string,
      options: Partial<QueueOptions>,
      handler: JobHandler<Data>,
    ) {
      const parts = { boss, database, active };
      const queue = new JobQueue(name, { ...defaultQueueOptions, ...options }, handler, parts);
      queues.push(queue);
      return queue;
    },
    async start({ work }) {
      await takingTurns(database, () => boss.start());
      // The only process on this database has just begun: whatever is active was its predecessor's.
      if (database.isEmbedded) await returnOrphans(database.orm);
      for (const queue of queues) await queue.start(work);
      if (work) await active.watchCancellations();
    },
    async stop() {
      active.abortAll();
      await boss.stop({ graceful: true, timeout: stopTimeoutMilliseconds, close: false });
      await active.takeBack();
    },
  };
}
