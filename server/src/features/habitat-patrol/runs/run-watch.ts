import type { Platform } from '../../../platform/platform.ts';
import { findStates, type StoredState } from './queries.ts';

/** The state of a run. */
export interface RunState extends StoredState {
  /** The number of runs before it while it waits. */
  readonly queuePosition: number | undefined;
}

type Listener = (state: RunState | undefined) => void;
/** Finds how many jobs come before each of the given jobs that waits, by job id. */
type FindPositions = (jobIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** Follows runs in the database, whichever process runs them. */
export interface RunWatch {
  /**
   * Reports the run's state to the listener now and whenever it may have changed. The state is
   * undefined when the run does not exist any more.
   * @returns a function that stops following
   */
  follow(id: string, listener: Listener): () => void;
  /** How many listeners there are. */
  readonly size: number;
  close(): void;
}

/** Channels of a trigger on the runs' table, which reports every change. */
const statusChannel = 'analysis_run_status';
const progressChannel = 'analysis_run_progress';

/** The pause before the next query when the database did not answer. */
const retryMilliseconds = 1_000;

/**
 * Reads a followed run when the database reports a change of it. When any run begins or ends, it
 * reads all waiting runs, because their places in the queue change. Changes that are reported
 * during a query share the next one.
 */
export function watchRuns(
  { database, log, notices }: Pick<Platform, 'database' | 'log' | 'notices'>,
  findPositions: FindPositions,
): RunWatch {
  const listeners = new Map<string, Set<Listener>>();
  /** Followed runs that waited when they were last read. */
  const waiting = new Set<string>();
  /** Followed runs to read next. */
  const due = new Set<string>();
  let isReading = false;
  let retry: NodeJS.Timeout | undefined;

  async function readStates(ids: readonly string[]): Promise<Map<string, RunState>> {
    const stored = await findStates(database.orm, ids);
    const queued = stored.filter(({ status }) => status === 'queued').map(({ jobId }) => jobId);
    const positions = queued.length > 0 ? await findPositions(queued) : undefined;
    return new Map(
      stored.map((state) => [state.id, { ...state, queuePosition: positions?.get(state.jobId) }]),
    );
  }

  function tell(id: string, state: RunState | undefined): void {
    const known = listeners.get(id);
    if (!known) return;
    if (state?.status === 'queued') waiting.add(id);
    else waiting.delete(id);
    for (const listener of known) listener(state);
  }

  async function readDue(): Promise<void> {
    if (isReading) return;
    isReading = true;
    clearTimeout(retry);
    let ids: string[] = [];
    try {
      while (due.size > 0) {
        ids = [...due];
        due.clear();
        const states = await readStates(ids);
        for (const id of ids) tell(id, states.get(id));
      }
    } catch (error) {
      log.warn({ err: error }, 'following runs');
      for (const id of ids) if (listeners.has(id)) due.add(id);
      retry = setTimeout(() => void readDue(), retryMilliseconds);
    } finally {
      isReading = false;
    }
  }

  function look(ids: Iterable<string>): void {
    for (const id of ids) if (listeners.has(id)) due.add(id);
    if (due.size > 0) void readDue();
  }

  const catchUp = () => look(listeners.keys());
  const endings = [
    notices.listen(statusChannel, { hear: ({ id }) => look([id, ...waiting]), catchUp }),
    notices.listen(progressChannel, { hear: ({ id }) => look([id]), catchUp }),
  ];

  return {
    follow(id, listener) {
      const known = listeners.get(id) ?? new Set();
      known.add(listener);
      listeners.set(id, known);
      // The listener is called later, so that the caller already has the function that stops
      // following.
      queueMicrotask(() => look([id]));
      return () => {
        known.delete(listener);
        if (known.size > 0 || listeners.get(id) !== known) return;
        listeners.delete(id);
        waiting.delete(id);
        due.delete(id);
      };
    },
    get size() {
      let count = 0;
      for (const each of listeners.values()) count += each.size;
      return count;
    },
    close() {
      for (const end of endings) end();
      clearTimeout(retry);
      listeners.clear();
      due.clear();
    },
  };
}
