import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../database/database.ts';
import {
  countBefore,
  findCancelled,
  hurryRetries,
  returnOrphans,
  takeBackAttempts,
} from './queries.ts';

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

/** `waiting` includes a job that waits for its next attempt. */
export type JobState = 'waiting' | 'active' | 'completed' | 'cancelled' | 'failed';

/** Why a job's signal aborts. */
export type JobAbortReason = 'cancelled' | 'shutdown';

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
 * What a job throws that can't be done now and is no fault of the program: its next attempt follows,
 * and the log has a line, not a stack.
 */
export class JobPostponed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'JobPostponed';
  }
}

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
  /** How many jobs come before a waiting one, those being worked on included; undefined otherwise. */
  position(id: string): Promise<number | undefined>;
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

/** Jobs of another process become visible at this interval; a process's own wake its workers. */
const pollingSeconds = 2;
/** A process on a server that gives no sign of life for this long has lost its jobs. */
const heartbeatSeconds = 30;
const cancellationPollMilliseconds = 500;
const stopTimeoutMilliseconds = 5_000;

const stateNames: Record<string, JobState> = {
  created: 'waiting',
  retry: 'waiting',
  active: 'active',
  completed: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
};

interface Definition {
  readonly name: string;
  readonly options: QueueOptions;
  readonly handler: JobHandler<object>;
  readonly workerIds: string[];
}

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

  const definitions: Definition[] = [];
  const active = new Map<string, AbortController>();
  const interrupted: string[] = [];
  let isStopping = false;
  let cancellationTimer: NodeJS.Timeout | undefined;

  /** Sees cancellations that were made in other processes. */
  async function watchCancellations(): Promise<void> {
    try {
      if (active.size > 0) {
        for (const id of await findCancelled(database.orm, [...active.keys()])) {
          active.get(id)?.abort(new JobAborted('cancelled'));
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'looking for cancelled jobs');
    }
    cancellationTimer = setTimeout(watchCancellations, cancellationPollMilliseconds);
  }

  /** Lets a queue's workers look for jobs now, and not only at their next poll. */
  function wake({ workerIds }: Definition): void {
    for (const id of workerIds) boss.notifyWorker(id);
  }

  async function attempt(job: JobWithMetadata<object>, definition: Definition): Promise<void> {
    const { options, handler } = definition;
    const controller = new AbortController();
    active.set(job.id, controller);
    try {
      await handler({
        id: job.id,
        data: job.data,
        attempt: job.retryCount + 1,
        isLastAttempt: job.retryCount >= options.retries,
        signal: AbortSignal.any([controller.signal, job.signal]),
      });
    } catch (error) {
      if (isStopping) interrupted.push(job.id);
      else if (error instanceof JobPostponed) log.warn({ job: job.id }, error.message);
      else if (!job.signal.aborted && !controller.signal.aborted) {
        log.error({ err: error, job: job.id }, 'job failed');
      }
      throw error;
    } finally {
      active.delete(job.id);
      wake(definition);
    }
  }

  function createQueue<Data extends object>(definition: Definition): Queue<Data> {
    const { name } = definition;
    return {
      name,
      async enqueue(data, { id, transaction } = {}) {
        const db = transaction && fromDrizzle(transaction, sql);
        const sent = await boss.send(name, data, { ...(id && { id }), ...(db && { db }) });
        wake(definition);
        if (sent ?? id) return (sent ?? id) as string;
        throw new Error(`a job for ${name} was not accepted`);
      },
      async cancel(id) {
        await boss.cancel(name, id);
        active.get(id)?.abort(new JobAborted('cancelled'));
      },
      async hurry() {
        await hurryRetries(database.orm, name);
        wake(definition);
      },
      position: (id) => countBefore(database.orm, name, id),
      async state(id) {
        const [job] = await boss.findJobs(name, { id });
        return job && stateNames[job.state];
      },
    };
  }

  async function startQueue(definition: Definition, work: boolean): Promise<void> {
    const { name, options } = definition;
    const settings = {
      retryLimit: options.retries,
      retryDelay: options.retryDelaySeconds,
      retryBackoff: options.retryDelaySeconds > 0,
      ...(options.retryDelaySeconds > 0 && { retryDelayMax: options.retryDelayMaxSeconds }),
      expireInSeconds: options.expireSeconds,
      heartbeatSeconds,
    };
    await boss.createQueue(name, settings);
    await boss.updateQueue(name, settings);
    // pg-boss looks a queue up by another connection at its first use, which must not be inside a
    // transaction: the embedded database would wait for that transaction to end.
    await boss.getQueueStats(name);
    if (!work) return;
    for (let worker = 0; worker < options.concurrency; worker++) {
      const id = await boss.work<object>(
        name,
        { pollingIntervalSeconds: pollingSeconds, includeMetadata: true },
        async ([job]) => job && attempt(job, definition),
      );
      definition.workerIds.push(id);
    }
  }

  return {
    define<Data extends object>(
      name: string,
      given: Partial<QueueOptions>,
      handler: JobHandler<Data>,
    ) {
      const options = { ...defaultQueueOptions, ...given };
      const definition: Definition = {
        name,
        options,
        handler: handler as JobHandler<object>,
        workerIds: [],
      };
      definitions.push(definition);
      return createQueue<Data>(definition);
    },
    async start({ work }) {
      await takingTurns(database, () => boss.start());
      // The only process on this database has just begun: whatever is active was its predecessor's.
      if (database.isEmbedded) await returnOrphans(database.orm);
      for (const definition of definitions) await startQueue(definition, work);
      if (work) await watchCancellations();
    },
    async stop() {
      isStopping = true;
      clearTimeout(cancellationTimer);
      for (const controller of active.values()) controller.abort(new JobAborted('shutdown'));
      await boss.stop({ graceful: true, timeout: stopTimeoutMilliseconds, close: false });
      if (interrupted.length > 0) await takeBackAttempts(database.orm, interrupted);
    },
  };
}
