import type { Logger } from 'pino';
import type { Queryable } from '../../../platform/database/database.ts';
import { findStates, type StoredState } from './queries.ts';

/** Where a run stands. */
export interface RunState extends StoredState {
  /** Runs that come before it, while it waits. */
  readonly queuePosition: number | undefined;
}

type Listener = (state: RunState | undefined) => void;
/** How many jobs come before each of those given that wait, by their ids. */
type FindPositions = (jobIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

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

/**
 * All followed runs are looked at twice a second, by one query, and one more for the places in the
 * queue of those that wait, however many follow.
 */
export function watchRuns(orm: Queryable, log: Logger, findPositions: FindPositions): RunWatch {
  const listeners = new Map<string, Set<Listener>>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  /** A run has changed while all were looked at: what was read of it may be old. */
  let isDue = false;

  function schedule(milliseconds: number): void {
    clearTimeout(timer);
    if (listeners.size > 0) timer = setTimeout(() => void lookAtAll(), milliseconds);
  }

  async function readStates(ids: readonly string[]): Promise<Map<string, RunState>> {
    const stored = await findStates(orm, ids);
    const waiting = stored.filter(({ status }) => status === 'queued').map(({ jobId }) => jobId);
    const positions = waiting.length > 0 ? await findPositions(waiting) : undefined;
    return new Map(
      stored.map((state) => [state.id, { ...state, queuePosition: positions?.get(state.jobId) }]),
    );
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
      const states = await readStates(ids);
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
