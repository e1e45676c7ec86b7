import { readArea } from '@refugia/contract/area.ts';
import type { Run, RunProgress } from '@refugia/contract/habitat-patrol/runs.ts';
import { failureText, isAbort, RequestRefusedError } from '../../../lib/api-errors.ts';
import { Store } from '../../../lib/store.ts';
import { formatDatesIn } from '../format.ts';
import { requestOf } from '../state/analysis-request.ts';
import type { PatrolEffect, PatrolEvent } from '../state/patrol-events.ts';
import type { PatrolPhase, PatrolState, RunEnding } from '../state/patrol-state.ts';
import { transition } from '../state/patrol-transition.ts';
import { isFailedAttempt, type PatrolApi } from './patrol-api.ts';
import { followRun, type Sleep } from './run-follower.ts';
import { fetchSpeciesArea, fetchSpeciesInfo, type SpeciesApi } from './species.ts';

const cancelFailed = 'The run could not be cancelled. Please try again.';

type SendAttempt = Extract<PatrolEffect, { kind: 'send-attempt' }>;
type OpenRun = Extract<PatrolEffect, { kind: 'open-run' }>;

type FetchEffect = Extract<PatrolEffect, { kind: 'fetch-species-area' | 'fetch-species-info' }>;
export type ShownEffect = Exclude<PatrolEffect, SendAttempt | OpenRun | FetchEffect>;

type EffectListener = (effect: ShownEffect, from: PatrolPhase) => void;

interface PatrolControllerOptions {
  api: PatrolApi & SpeciesApi;
  sleep: Sleep;
}

/**
 * Holds the screen's state and carries out the effects of its transitions, independently of React
 * and the map. Alerts and camera movements are left to its listeners.
 */
export class PatrolController extends Store<PatrolState> {
  readonly #options: PatrolControllerOptions;
  readonly #effectListeners = new Set<EffectListener>();
  /** Aborts following the run, which continues on the server. */
  #following = new AbortController();

  constructor(state: PatrolState, options: PatrolControllerOptions) {
    super(state);
    this.#options = options;
  }

  /** Listens to alerts and camera movements. */
  listen(listener: EffectListener): () => void {
    this.#effectListeners.add(listener);
    return () => this.#effectListeners.delete(listener);
  }

  dispatch = (event: PatrolEvent): void => {
    const { phase } = this.getState();
    const { state, effects } = transition(this.getState(), event);
    this.setState(state);
    for (const effect of effects) {
      switch (effect.kind) {
        case 'send-attempt':
          void this.#sendAttempt(effect);
          break;
        case 'fetch-species-area':
        case 'fetch-species-info':
          void this.#fetchSpecies(effect);
          break;
        case 'open-run':
          void this.#openRun(effect.runId);
          break;
        default:
          for (const listener of this.#effectListeners) listener(effect, phase);
      }
    }
  };

  /** Fetches the run or the species' area that the address names, if it names one. */
  open(): void {
    this.#following = new AbortController();
    const state = this.getState();
    if (state.phase === 'opening') void this.#openRun(state.runId);
    if (state.phase === 'fetching') {
      void this.#fetchSpecies({ kind: 'fetch-species-area', pick: state.pick });
    }
  }

  close(): void {
    this.#following.abort();
  }

  /** Changes to the state of another address. A run that was followed continues on the server. */
  reopen(state: PatrolState): void {
    this.close();
    this.setState(state);
    this.open();
  }

  cancel = async (): Promise<void> => {
    this.dispatch({ type: 'cancel-requested' });
    await this.#cancelAtServer();
  };

  async #cancelAtServer(): Promise<void> {
    // Without an id the attempt is still being sent. It is cancelled as soon as the server has
    // accepted it.
    const state = this.getState();
    if (state.phase !== 'running' || state.runId === null) return;
    try {
      await this.#options.api.cancel(state.runId);
    } catch (error) {
      this.dispatch({ type: 'cancel-failed', message: failureText(error, cancelFailed) });
    }
  }

  async #fetchSpecies({ kind, pick }: FetchEffect): Promise<void> {
    const { signal } = this.#following;
    const fetchEvent = kind === 'fetch-species-area' ? fetchSpeciesArea : fetchSpeciesInfo;
    try {
      const event = await fetchEvent(this.#options.api, pick, signal);
      if (event !== null) this.dispatch(event);
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) throw error;
    }
  }

  async #openRun(id: string): Promise<void> {
    const { signal } = this.#following;
    try {
      const run = await this.#options.api.read(id, signal);
      signal.throwIfAborted();
      const area = readArea(run.coords);
      if (area === null) throw new Error(`Run ${id} has no area.`);
      const { startDate, endDate } = run;
      if (run.result !== null) {
        this.dispatch({ type: 'result-found', result: run.result, area, startDate, endDate });
        return;
      }
      const ending = endingOf(run);
      if (ending !== null) {
        this.dispatch({ type: 'ending-found', runId: id, ending, area, startDate, endDate });
        return;
      }
      this.dispatch({ type: 'run-found', runId: id, area, startDate, endDate });
      if (run.progress) this.dispatch({ type: 'progressed', progress: run.progress });
      await this.#follow(id, signal);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      this.dispatch({ type: 'run-missing', isGone: error instanceof RequestRefusedError });
    }
  }

  async #sendAttempt({ attempt, delayMilliseconds }: SendAttempt): Promise<void> {
    const { signal } = this.#following;
    const { api, sleep } = this.#options;
    try {
      if (delayMilliseconds > 0) await sleep(delayMilliseconds, signal);
      const state = this.getState();
      if (state.phase !== 'running' || state.attempt !== attempt) return;
      if (state.isCancelling) return this.dispatch({ type: 'cancelled' });
      const id = await api.start({ ...requestOf(state), tries: attempt }, signal);
      signal.throwIfAborted();
      this.dispatch({ type: 'run-accepted', runId: id });
      const accepted = this.getState();
      if (accepted.phase === 'running' && accepted.isCancelling) await this.#cancelAtServer();
      await this.#follow(id, signal);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      if (isFailedAttempt(error)) {
        const reason = readable(error.reason ?? null);
        this.dispatch({ type: 'attempt-failed', reason, permanent: true });
      } else if (error instanceof RequestRefusedError) {
        this.dispatch({ type: 'run-refused', message: error.message });
      } else {
        this.dispatch({ type: 'attempt-failed', reason: reasonHere(), permanent: false });
      }
    }
  }

  async #follow(id: string, signal: AbortSignal): Promise<void> {
    const { api, sleep } = this.#options;
    signal.throwIfAborted();
    const onProgress = (progress: RunProgress) => this.dispatch({ type: 'progressed', progress });
    const onContactLost = () => this.dispatch({ type: 'contact-lost' });
    const run = await followRun(api, id, { onProgress, onContactLost, signal, sleep });
    signal.throwIfAborted();
    if (run.result !== null) this.dispatch({ type: 'succeeded', result: run.result });
    else if (run.status === 'cancelled') this.dispatch({ type: 'cancelled' });
    else {
      const { reason = null, permanent = false } = run.failure ?? {};
      this.dispatch({ type: 'attempt-failed', reason: readable(reason), permanent });
    }
  }
}

function readable(reason: string | null): string | null {
  return reason === null ? null : formatDatesIn(reason);
}

/** The ending of a linked run without a result, or null while it is under way. */
function endingOf({ status, failure }: Run): RunEnding | null {
  if (status === 'cancelled') return { kind: 'cancelled' };
  if (status !== 'failed') return null;
  return {
    kind: 'failed',
    reason: readable(failure?.reason ?? null),
    permanent: failure?.permanent ?? false,
  };
}

/**
 * The reason why a call got no answer, if this browser knows it. Not every lost connection is
 * reported as one.
 */
function reasonHere(): string | null {
  return navigator.onLine === false ? 'This device is offline.' : null;
}
