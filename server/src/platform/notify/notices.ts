import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database, Queryable } from '../database/database.ts';

const noticeSchema = z.object({ id: z.string(), number: z.number().optional() });

/** A notice to every process: what has changed, and perhaps a number, such as the new revision. */
export type Notice = z.infer<typeof noticeSchema>;

export interface NoticeListener {
  /** Receives each notice of the channel, including those that this process sent. */
  hear(notice: Notice): void;
  /**
   * Is called once listening has begun, and again each time that it begins anew after the connection
   * was lost. Notices before that may have been missed: whoever depends on them reads the state now.
   */
  catchUp(): void;
}

/** Sends a notice to every process that listens, once the transaction is committed, and equal ones once. */
export async function notify(orm: Queryable, channel: string, notice: Notice): Promise<void> {
  await orm.execute(sql`SELECT pg_notify(${channel}, ${JSON.stringify(notice)})`);
}

/** The delay before a lost connection is opened again. It doubles with each failure. */
const firstDelayMilliseconds = 100;
const longestDelayMilliseconds = 5_000;
/** Interval of checks that an idle connection still works. */
const defaultHeartbeatMilliseconds = 30_000;
const heartbeatTimeoutMilliseconds = 10_000;

/** If the query is not answered in time it rejects, and the connection is closed. */
const heartbeat = { text: 'SELECT 1', query_timeout: heartbeatTimeoutMilliseconds };

/**
 * Receives what processes on the same database tell each other. All listeners of this process
 * share one connection, which is opened for the first one.
 */
export class Notices {
  readonly #database: Pick<Database, 'createClient'>;
  readonly #log: Logger;
  readonly #heartbeatMilliseconds: number;
  readonly #listeners = new Map<string, Set<NoticeListener>>();
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  #lastQuery: Promise<unknown> = Promise.resolve();
  #listening: Promise<void> | undefined;

  constructor(
    database: Pick<Database, 'createClient'>,
    log: Logger,
    { heartbeatMilliseconds = defaultHeartbeatMilliseconds } = {},
  ) {
    this.#database = database;
    this.#log = log;
    this.#heartbeatMilliseconds = heartbeatMilliseconds;
  }

  /**
   * Listens to a channel until the returned function is called. A channel is a name that the code
   * fixes, such as `map_operation`: which thing is meant stands in the notice.
   */
  listen(channel: string, listener: NoticeListener): () => void {
    this.#closing.signal.throwIfAborted();
    const known = this.#listeners.get(channel) ?? new Set();
    known.add(listener);
    this.#listeners.set(channel, known);
    this.#listening ??= this.#keepListening();
    // If the connection is lost meanwhile, this listener is added when it is opened again.
    if (this.#client) this.#beginChannel(this.#client, channel, [listener]).catch(() => {});
    return () => {
      known.delete(listener);
    };
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('Nobody listens any more.'));
    this.#listeners.clear();
    await this.#listening;
  }

  async #keepListening(): Promise<void> {
    const { signal } = this.#closing;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#listenOnce(() => {
          if (failures > 0) this.#log.info('notices are heard again');
          failures = 0;
        });
      } catch (error) {
        if (signal.aborted) return;
        // An outage is logged once and not for each attempt.
        if (failures === 0) {
          this.#log.warn({ err: error }, 'notices of other processes are not heard');
        }
        const delay = Math.min(firstDelayMilliseconds * 2 ** failures, longestDelayMilliseconds);
        failures++;
        await pause(delay, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  /** Listens on one connection. Rejects when it is lost. */
  async #listenOnce(onBegun: () => void): Promise<never> {
    const fresh = this.#database.createClient();
    const { signal } = this.#closing;
    const { promise: lost, reject: lose } = Promise.withResolvers<never>();
    lost.catch(() => {});
    fresh.on('error', lose);
    fresh.once('end', () => lose(new Error('The connection has ended.')));
    fresh.on('notification', (notification) => this.#pass(notification));
    const stop = () => lose(signal.reason);
    signal.addEventListener('abort', stop);
    try {
      await Promise.race([fresh.connect(), lost]);
      this.#client = fresh;
      // What an earlier connection has not answered holds up nothing.
      this.#lastQuery = Promise.resolve();
      for (const [channel, known] of this.#listeners) {
        await Promise.race([this.#beginChannel(fresh, channel, [...known]), lost]);
      }
      onBegun();
      for (;;) {
        const beat = pause(this.#heartbeatMilliseconds, undefined, { ref: false });
        await Promise.race([beat, lost]);
        await Promise.race([this.#query(fresh, heartbeat), lost]);
      }
    } finally {
      this.#client = undefined;
      signal.removeEventListener('abort', stop);
      const ended = fresh.end().catch(() => {});
      if (signal.aborted) await ended;
    }
  }

  /** Makes one query after the other: the library's own queue of queries goes with its next version. */
  #query(by: pg.Client, text: string | pg.QueryConfig): Promise<unknown> {
    const query = this.#lastQuery.then(() => by.query(text));
    this.#lastQuery = query.catch(() => {});
    return query;
  }

  async #beginChannel(
    by: pg.Client,
    channel: string,
    waiting: Iterable<NoticeListener>,
  ): Promise<void> {
    await this.#query(by, `LISTEN ${by.escapeIdentifier(channel)}`);
    for (const listener of waiting) {
      if (this.#listeners.get(channel)?.has(listener)) this.#safely(() => listener.catchUp());
    }
  }

  #pass({ channel, payload = '' }: pg.Notification): void {
    const known = this.#listeners.get(channel);
    if (!known) return;
    this.#safely(() => {
      const notice = noticeSchema.parse(JSON.parse(payload));
      for (const listener of known) this.#safely(() => listener.hear(notice));
    });
  }

  /** A listener that throws must neither end the process nor keep others from hearing. */
  #safely(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#log.error({ err: error }, 'handling a notice');
    }
  }
}
