import type { Platform } from '../../../platform/platform.ts';
import { findStates, type StoredState } from './queries.ts';

export interface RunState extends StoredState {
  /** The number of runs before it while it waits. */
  readonly queuePosition: number | undefined;
}

type Listener = (state: RunState | undefined) => void;
/** Finds how many jobs come before each of the given jobs that waits, by job id. */
type FindPositions = (jobIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** Channels of a trigger on the runs' table, which reports every change. */
const statusChannel = 'analysis_run_status';
const progressChannel = 'analysis_run_progress';

/** The pause before the next query when the database did not answer. */
const retryMilliseconds = 1_000;

interface WatchParts extends Pick<Platform, 'database' | 'log'> {
  readonly notices: Pick<Platform['notices'], 'listen'>;
}

/**
 * Follows runs in the database, whichever process runs them. It reads a followed run when the
 * database reports a change of it. When any run begins or ends, it reads all waiting runs, because
 * their places in the queue change. Changes that are reported during a query share the next one.
 */
export class RunWatch {
  readonly #parts: Pick<Platform, 'database' | 'log'>;
  readonly #findPositions: FindPositions;
  readonly #listeners = new Map<string, Set<Listener>>();
  /** Followed runs that waited when they were last read. */
  readonly #waiting = new Set<string>();
  /** Followed runs to read next. */
  readonly #due = new Set<string>();
  readonly #endings: readonly (() => void)[];
  #isReading = false;
  #retry: NodeJS.Timeout | undefined;

  constructor({ database, log, notices }: WatchParts, findPositions: FindPositions) {
    this.#parts = { database, log };
    this.#findPositions = findPositions;
    const catchUp = () => this.#read(this.#listeners.keys());
    this.#endings = [
      notices.listen(statusChannel, {
        hear: ({ id }) => this.#read([id, ...this.#waiting]),
        catchUp,
      }),
      notices.listen(progressChannel, { hear: ({ id }) => this.#read([id]), catchUp }),
    ];
  }

  /**
   * Reports the run's state to the listener now and whenever it may have changed. The state is
   * undefined when the run does not exist any more.
   * @returns a function that stops following
   */
  follow(id: string, listener: Listener): () => void {
    const known = this.#listeners.get(id) ?? new Set();
    known.add(listener);
    this.#listeners.set(id, known);
    // The listener is called later, so that the caller already has the function that stops
    // following.
    queueMicrotask(() => this.#read([id]));
    return () => {
      known.delete(listener);
      if (known.size > 0 || this.#listeners.get(id) !== known) return;
      this.#listeners.delete(id);
      this.#waiting.delete(id);
      this.#due.delete(id);
    };
  }

  /** How many listeners there are. */
  get size(): number {
    let count = 0;
    for (const each of this.#listeners.values()) count += each.size;
    return count;
  }

  close(): void {
    for (const end of this.#endings) end();
    clearTimeout(this.#retry);
    this.#listeners.clear();
    this.#due.clear();
  }

  /** Reads those of the runs that somebody follows. */
  #read(ids: Iterable<string>): void {
    for (const id of ids) if (this.#listeners.has(id)) this.#due.add(id);
    if (this.#due.size > 0) void this.#readDue();
  }

  async #readDue(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    clearTimeout(this.#retry);
    let ids: string[] = [];
    try {
      while (this.#due.size > 0) {
        ids = [...this.#due];
        this.#due.clear();
        const states = await this.#readStates(ids);
        for (const id of ids) this.#tell(id, states.get(id));
      }
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'following runs');
      for (const id of ids) if (this.#listeners.has(id)) this.#due.add(id);
      this.#retry = setTimeout(() => void this.#readDue(), retryMilliseconds);
    } finally {
      this.#isReading = false;
    }
  }

  async #readStates(ids: readonly string[]): Promise<Map<string, RunState>> {
    const stored = await findStates(this.#parts.database.orm, ids);
    const queued = stored.filter(({ status }) => status === 'queued').map(({ jobId }) => jobId);
    const positions = queued.length > 0 ? await this.#findPositions(queued) : undefined;
    return new Map(
      stored.map((state) => [state.id, { ...state, queuePosition: positions?.get(state.jobId) }]),
    );
  }

  #tell(id: string, state: RunState | undefined): void {
    const known = this.#listeners.get(id);
    if (!known) return;
    if (state?.status === 'queued') this.#waiting.add(id);
    else this.#waiting.delete(id);
    for (const listener of known) listener(state);
  }
}
