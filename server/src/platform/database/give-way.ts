import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.ts';

/** Long enough for a request to begin its next query after the last one was answered. */
const quietMilliseconds = 4;
/** The longest wait of one call, so that long work continues even if the database is never idle. */
const longestMilliseconds = 20;

/** Lets the queries of others go first. */
export interface GiveWay {
  /**
   * Is called after each statement of the long work. It waits until others have stopped using the
   * database, but not for long. If nobody else has used it since the last call, it returns at once.
   */
  giveWay(): Promise<void>;
  /** Stops watching the database. */
  end(): void;
}

/**
 * Watches the pool for long work of many statements. The embedded database works on one statement
 * at a time, so without this each query of a request would wait for one of the long work's. A server
 * has a backend for each connection, so the work never waits there.
 * @param wait waits some milliseconds; tests replace it
 */
export function createGiveWay(
  { pool, isEmbedded }: Pick<Database, 'pool' | 'isEmbedded'>,
  wait: (milliseconds: number) => Promise<unknown> = pause,
): GiveWay {
  let acquired = 0;
  let seen = 0;
  const count = () => {
    acquired++;
  };
  const isInUse = () => pool.totalCount > pool.idleCount;
  if (isEmbedded) pool.on('acquire', count);
  return {
    async giveWay() {
      if (!isEmbedded) return;
      // The long work has itself acquired one connection since the last call.
      let isAlone = acquired <= seen + 1 && !isInUse();
      for (let waited = 0; !isAlone && waited < longestMilliseconds; waited += quietMilliseconds) {
        seen = acquired;
        await wait(quietMilliseconds);
        isAlone = acquired === seen && !isInUse();
      }
      seen = acquired;
    },
    end() {
      pool.off('acquire', count);
    },
  };
}
