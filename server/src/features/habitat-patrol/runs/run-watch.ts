import type { Logger } from 'pino';
import type { Queryable } from '../../../platform/database/database.ts';
import { findStates, type RunState } from './queries.ts';

type Listener = (state: RunState | undefined) => void;

/** Follows runs in the database, whichever process works on them. */
export interface RunWatch {
  /**
   * Tells the listener of the run's state now and whenever it may have changed; undefined when there
   * is no such run (any more).
   * @returns ends it
   */
  follow(id: string, listener: Listener): () => void;
  /** Looks at a run at once: this process has just changed it. */
  look(id: string): void;
  /** How many listeners there are. */
  readonly size: number;
  close(): void;
}

const pollMilliseconds = 500;

/** All followed runs are looked at by one query, twice a second. */
export function watchRuns(orm: Queryable, log: Logger): RunWatch {
  const listeners = new Map<string, Set<Listener>>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  /** A run has changed while all were looked at: what was read of it may be old. */
  let isDue = false;

  function schedule(milliseconds: number): void {
    clearTimeout(timer);
    if (listeners.size > 0) timer = setTimeout(() => void lookAtAll(), milliseconds);
  }

  async function lookAtAll(): Promise<void> {
    if (isLooking) {
      isDue = true;
      return;
    }
    isLooking = true;
    isDue = false;
    try {
      const ids = [...listeners.keys()];
      const states = new Map((await findStates(orm, ids)).map((state) => [state.id, state]));
      for (const id of ids) {
        for (const listener of listeners.get(id) ?? []) listener(states.get(id));
      }
    } catch (error) {
      log.warn({ err: error }, 'following runs');
    } finally {
      isLooking = false;
      schedule(isDue ? 0 : pollMilliseconds);
    }
  }

  return {
    follow(id, listener) {
      const known = listeners.get(id) ?? new Set();
      known.add(listener);
      listeners.set(id, known);
      schedule(0);
      return () => {
        known.delete(listener);
        if (known.size === 0) listeners.delete(id);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
    look(id) {
      if (listeners.has(id)) schedule(0);
    },
    get size() {
      let count = 0;
      for (const each of listeners.values()) count += each.size;
      return count;
    },
    close() {
      clearTimeout(timer);
      listeners.clear();
    },
  };
}
