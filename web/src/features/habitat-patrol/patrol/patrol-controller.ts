import { readArea } from '@refugia/contract/area.ts';
import type { Run, RunProgress } from '@refugia/contract/habitat-patrol.ts';
import { failureText, isAbort, RequestRefusedError } from '../../../lib/api-errors.ts';
import { formatDatesIn } from '../format.ts';
import { requestOf } from '../state/analysis-request.ts';
import type { PatrolEffect, PatrolEvent } from '../state/patrol-events.ts';
import type { PatrolPhase, PatrolState, RunEnding } from '../state/patrol-state.ts';
import { transition } from '../state/patrol-transition.ts';
import { isFailedAttempt } from './failed-attempt.ts';
import type { PatrolApi } from './patrol-api.ts';
import { followRun, type Sleep } from './run-follower.ts';
import { fetchSpeciesArea, fetchSpeciesInfo, type SpeciesApi } from './species-fetch.ts';

const cancelFailed = 'The run could not be cancelled. Please try again.';

type SendAttempt = Extract<PatrolEffect, { kind: 'send-attempt' }>;
type OpenRun = Extract<PatrolEffect, { kind: 'open-run' }>;

type FetchEffect = Extract<PatrolEffect, { kind: 'fetch-species-area' | 'fetch-species-info' }>;
/** What is shown of a transition: alerts and camera flights. */
export type ShownEffect = Exclude<PatrolEffect, SendAttempt | OpenRun | FetchEffect>;

/** Told with the phase that the effect comes out of. */
type EffectListener = (effect: ShownEffect, from: PatrolPhase) => void;

export interface PatrolControllerOptions {
  api: PatrolApi & SpeciesApi;
  sleep: Sleep;
}

/** Holds the screen's state, and does what its transitions ask for. Knows no React and no map. */
export class PatrolController {
  #state: PatrolState;
  readonly #options: PatrolControllerOptions;
  readonly #listeners = new Set<() => void>();
  readonly #effectListeners = new Set<EffectListener>();
  /** Ends following; the run itself goes on at the server. */
  #following = new AbortController();

  constructor(state: PatrolState, options: PatrolControllerOptions) {
    this.#state = state;
    this.#options = options;
  }

  getState = (): PatrolState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Told what transitions ask to be shown. What goes to the server is the controller's own. */
  listen(listener: EffectListener): () => void {
    this.#effectListeners.add(listener);
    return () => this.#effectListeners.delete(listener);
  }

  dispatch = (event: PatrolEvent): void => {
    const { phase } = this.#state;
    const { state, effects } = transition(this.#state, event);
    this.#state = state;
    for (const listener of this.#listeners) listener();
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
    const state = this.#state;
    if (state.phase === 'opening') void this.#openRun(state.runId);
    if (state.phase === 'fetching') {
      void this.#fetchSpecies({ kind: 'fetch-species-area', pick: state.pick });
    }
  }

  close(): void {
    this.#following.abort();
  }

  /** Goes to what another address says. A run that was followed goes on at the server. */
  reopen(state: PatrolState): void {
    this.close();
    this.#state = state;
    for (const listener of this.#listeners) listener();
    this.open();
  }

  cancel = async (): Promise<void> => {
    this.dispatch({ type: 'cancel-requested' });
    await this.#cancelAtServer();
  };

  async #cancelAtServer(): Promise<void> {
    // Without an id the attempt is on its way: it is cancelled as soon as the server has taken it.
    if (this.#state.phase !== 'running' || this.#state.runId === null) return;
    try {
      await this.#options.api.cancel(this.#state.runId);
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
      const state = this.#state;
      if (state.phase !== 'running' || state.attempt !== attempt) return;
      if (state.isCancelling) return this.dispatch({ type: 'cancelled' });
      const id = await api.start({ ...requestOf(state), tries: attempt }, signal);
      signal.throwIfAborted();
      this.dispatch({ type: 'run-accepted', runId: id });
      if (this.#state.phase === 'running' && this.#state.isCancelling) await this.#cancelAtServer();
      await this.#follow(id, signal);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      if (isFailedAttempt(error)) {
        const reason = readable(error.body.reason);
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

/** A reason with its dates as all others on the screen. */
function readable(reason: string | null): string | null {
  return reason === null ? null : formatDatesIn(reason);
}

/** How a run of a link ended without a result; null while it is under way. */
function endingOf({ status, failure }: Run): RunEnding | null {
  if (status === 'cancelled') return { kind: 'cancelled' };
  if (status !== 'failed') return null;
  return {
    kind: 'failed',
    reason: readable(failure?.reason ?? null),
    permanent: failure?.permanent ?? false,
  };
}

/** Why a call got no answer, where this browser knows: not every connection that is lost says so. */
function reasonHere(): string | null {
  return navigator.onLine === false ? 'This device is offline.' : null;
}
