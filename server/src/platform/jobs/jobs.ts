import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { inTurn } from '../database/advisory-lock.ts';
import type { Database } from '../database/database.ts';
import type { Notices } from '../notify/notices.ts';
import { ActiveJobs } from './active-jobs.ts';
import { JobQueue } from './job-queue.ts';
import { returnOrphans } from './queries.ts';
import type { JobHandler, Queue, QueueOptions } from './queue.ts';

const defaultQueueOptions: QueueOptions = {
  concurrency: 1,
  retries: 3,
  retryDelaySeconds: 0,
  retryDelayMaxSeconds: 3600,
  expireSeconds: 3600,
};

export interface Jobs {
  /** Declares a queue and who works on it; all are declared before `start`. */
  define<Data extends object>(
    name: string,
    options: Partial<QueueOptions>,
    handler: JobHandler<Data>,
  ): Queue<Data>;
  /** Creates the queues and, if `work` is true, starts to work on them. */
  start(options: { work: boolean }): Promise<void>;
  /** Declares a task that each start ends with, such as cleaning up after a killed process. */
  onStart(task: () => Promise<void>): void;
  /** Aborts the active jobs and waits until they are back in their queues, also when called again. */
  stop(): Promise<void>;
}

const stopTimeoutMilliseconds = 5_000;

/** Keeps jobs in the database, so that they survive the process. This wraps pg-boss. */
export function createJobs(
  { database, notices }: { database: Database; notices: Notices },
  log: Logger,
): Jobs {
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
  const startTasks: (() => Promise<void>)[] = [];
  let stopped: Promise<void> | undefined;

  async function end(): Promise<void> {
    active.abortAll();
    await boss.stop({ graceful: true, timeout: stopTimeoutMilliseconds, close: false });
    await active.takeBack();
  }

  return {
    onStart: (task) => startTasks.push(task),
    define<Data extends object>(
      name: string,
      options: Partial<QueueOptions>,
      handler: JobHandler<Data>,
    ) {
      const parts = { boss, database, notices, active };
      const queue = new JobQueue(name, { ...defaultQueueOptions, ...options }, handler, parts);
      queues.push(queue);
      return queue;
    },
    async start({ work }) {
      // Processes that start at the same time would create the queue's tables twice.
      await inTurn(database, 'jobQueue', () => boss.start());
      // An embedded database has one process. This one has just begun, so every active job belonged
      // to its predecessor.
      if (database.isEmbedded) await returnOrphans(database.orm);
      for (const queue of queues) await queue.start(work);
      if (work) active.watchCancellations(notices);
      for (const task of startTasks) await task();
    },
    stop() {
      stopped ??= end();
      return stopped;
    },
  };
}
