import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database, Queryable } from '../database/database.ts';

const noticeSchema = z.object({ id: z.string(), number: z.number().optional() });

/**
 * A notice to every process. It names what has changed and may hold a number, such as the new
 * revision.
 */
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

/** Receives what processes on the same database tell each other. */
export interface Notices {
  /**
   * Listens to a channel until the returned function is called. A channel is a name that the code
   * fixes, such as `map_operation`: which thing is meant stands in the notice.
   */
  listen(channel: string, listener: NoticeListener): () => void;
  close(): Promise<void>;
}

/**
 * Sends a notice to every process that listens to the channel, once the transaction is committed.
 * Equal notices of one transaction are sent once.
 */
export async function notify(orm: Queryable, channel: string, notice: Notice): Promise<void> {
  await orm.execute(sql`SELECT pg_notify(${channel}, ${JSON.stringify(notice)})`);
}

/** The delay before a lost connection is opened again. It doubles with each failure. */
const firstDelayMilliseconds = 100;
const longestDelayMilliseconds = 5_000;
/** Interval of checks that an idle connection still works. */
const defaultHeartbeatMilliseconds = 30_000;
const heartbeatTimeoutMilliseconds = 10_000;

/**
 * Serves all listeners of this process through one dedicated connection, which is opened for the
 * first listener.
 */
export function createNotices(
  database: Pick<Database, 'createClient'>,
  log: Logger,
  { heartbeatMilliseconds = defaultHeartbeatMilliseconds } = {},
): Notices {
  const listeners = new Map<string, Set<NoticeListener>>();
  const closing = new AbortController();
  let client: pg.Client | undefined;
  let listening: Promise<void> | undefined;

  /** A listener that throws must neither end the process nor keep others from hearing. */
  function safely(call: () => void): void {
    try {
      call();
    } catch (error) {
      log.error({ err: error }, 'handling a notice');
    }
  }

  function pass({ channel, payload = '' }: pg.Notification): void {
    const known = listeners.get(channel);
    if (!known) return;
    safely(() => {
      const notice = noticeSchema.parse(JSON.parse(payload));
      for (const listener of known) safely(() => listener.hear(notice));
    });
  }

  async function beginChannel(
    by: pg.Client,
    channel: string,
    waiting: Iterable<NoticeListener>,
  ): Promise<void> {
    await by.query(`LISTEN ${by.escapeIdentifier(channel)}`);
    for (const listener of waiting) {
      if (listeners.get(channel)?.has(listener)) safely(() => listener.catchUp());
    }
  }

  /** Listens on one connection. Rejects when it is lost. */
  async function listenOnce(onBegun: () => void): Promise<never> {
    const fresh = database.createClient();
    const { promise: lost, reject: lose } = Promise.withResolvers<never>();
    lost.catch(() => {});
    fresh.on('error', lose);
    fresh.once('end', () => lose(new Error('The connection has ended.')));
    fresh.on('notification', pass);
    const stop = () => lose(closing.signal.reason);
    closing.signal.addEventListener('abort', stop);
    try {
      await Promise.race([fresh.connect(), lost]);
      client = fresh;
      for (const [channel, known] of listeners) {
        await Promise.race([beginChannel(fresh, channel, [...known]), lost]);
      }
      onBegun();
      for (;;) {
        await Promise.race([pause(heartbeatMilliseconds, undefined, { ref: false }), lost]);
        await Promise.race([fresh.query(heartbeat), lost]);
      }
    } finally {
      client = undefined;
      closing.signal.removeEventListener('abort', stop);
      const ended = fresh.end().catch(() => {});
      if (closing.signal.aborted) await ended;
    }
  }

  async function keepListening(): Promise<void> {
    let failures = 0;
    while (!closing.signal.aborted) {
      try {
        await listenOnce(() => {
          if (failures > 0) log.info('notices are heard again');
          failures = 0;
        });
      } catch (error) {
        if (closing.signal.aborted) return;
        // An outage is logged once and not for each attempt.
        if (failures === 0) log.warn({ err: error }, 'notices of other processes are not heard');
        const delay = Math.min(firstDelayMilliseconds * 2 ** failures, longestDelayMilliseconds);
        failures++;
        await pause(delay, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      }
    }
  }

  return {
    listen(channel, listener) {
      closing.signal.throwIfAborted();
      const known = listeners.get(channel) ?? new Set();
      known.add(listener);
      listeners.set(channel, known);
      listening ??= keepListening();
      // If the connection is lost meanwhile, this listener is added when it is opened again.
      if (client) beginChannel(client, channel, [listener]).catch(() => {});
      return () => {
        known.delete(listener);
      };
    },
    async close() {
      closing.abort(new Error('Nobody listens any more.'));
      listeners.clear();
      await listening;
    },
  };
}

/** If the query is not answered in time it rejects, and the connection is closed. */
const heartbeat = { text: 'SELECT 1', query_timeout: heartbeatTimeoutMilliseconds };
