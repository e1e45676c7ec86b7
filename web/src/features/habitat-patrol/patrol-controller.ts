import { readArea, writeArea } from '@refugia/contract/area.ts';
import type { FailedAttempt, RunProgress } from '@refugia/contract/habitat-patrol.ts';
import { isAbort, RequestRefusedError } from '../../lib/api-errors.ts';
import type { PatrolApi } from './patrol-api.ts';
import {
  type PatrolEffect,
  type PatrolEvent,
  type PatrolState,
  transition,
} from './patrol-state.ts';
import { followRun, type Sleep } from './run-follower.ts';

const cancelFailed = 'The run could not be cancelled. Please try again.';
const runMissing = 'The result of this link is no longer there. Please run the analysis again.';

type SendAttempt = Extract<PatrolEffect, { kind: 'send-attempt' }>;

export interface PatrolControllerOptions {
  api: PatrolApi;
  sleep: Sleep;
  /** Alerts and camera flights; sending attempts is the controller's own. */
  onEffect: (effect: Exclude<PatrolEffect, SendAttempt>) => void;
}

/** Holds the screen's state, and does what its transitions ask for. Knows no React and no map. */
export class PatrolController {
  #state: PatrolState;
  readonly #options: PatrolControllerOptions;
  readonly #listeners = new Set<() => void>();
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

  dispatch = (event: PatrolEvent): void => {
    const { state, effects } = transition(this.#state, event);
    this.#state = state;
    for (const listener of this.#listeners) listener();
    for (const effect of effects) {
      if (effect.kind === 'send-attempt') void this.#sendAttempt(effect);
      else this.#options.onEffect(effect);
    }
  };

  /** Fetches the run that the address names, if it names one. */
  open(): void {
    this.#following = new AbortController();
    if (this.#state.phase === 'opening') void this.#openRun(this.#state.runId);
  }

  close(): void {
    this.#following.abort();
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
      const message = error instanceof RequestRefusedError ? error.message : cancelFailed;
      this.dispatch({ type: 'cancel-failed', message });
    }
  }

  async #openRun(id: string): Promise<void> {
    const { signal } = this.#following;
    try {
      const run = await this.#options.api.read(id, signal);
      const area = readArea(run.coords);
      if (area === null) throw new Error(`Run ${id} has no area.`);
      const { startDate, endDate } = run;
      if (run.result !== null) {
        this.dispatch({ type: 'result-found', result: run.result, area, startDate, endDate });
        return;
      }
      this.dispatch({ type: 'run-found', runId: id, area, startDate, endDate });
      if (run.progress) this.dispatch({ type: 'progressed', progress: run.progress });
      // A link to a run that came to nothing opens its area; only a person starts it again.
      if (run.status === 'cancelled') this.dispatch({ type: 'cancelled' });
      else if (run.status === 'failed') {
        this.dispatch({ type: 'run-refused', message: run.failure?.reason ?? runMissing });
      } else await this.#follow(id);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      this.dispatch({
        type: 'run-missing',
        message:
          error instanceof RequestRefusedError
            ? runMissing
            : 'The result of this link could not be loaded. Please reload the page to try again.',
      });
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
      const id = await api.start(
        {
          coords: writeArea(state.area),
          startDate: state.startDate,
          endDate: state.endDate,
          tries: attempt,
        },
        signal,
      );
      this.dispatch({ type: 'run-accepted', runId: id });
      if (this.#state.phase === 'running' && this.#state.isCancelling) await this.#cancelAtServer();
      await this.#follow(id);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      if (isFailedAttempt(error)) {
        this.dispatch({ type: 'attempt-failed', reason: error.body.reason, permanent: true });
      } else if (error instanceof RequestRefusedError) {
        this.dispatch({ type: 'run-refused', message: error.message });
      } else {
        this.dispatch({ type: 'attempt-failed', reason: null, permanent: false });
      }
    }
  }

  async #follow(id: string): Promise<void> {
    const { api, sleep } = this.#options;
    const { signal } = this.#following;
    const onProgress = (progress: RunProgress) => this.dispatch({ type: 'progressed', progress });
    const run = await followRun(api, id, onProgress, { signal, sleep });
    if (run.result !== null) this.dispatch({ type: 'succeeded', result: run.result });
    else if (run.status === 'cancelled') this.dispatch({ type: 'cancelled' });
    else {
      const { reason = null, permanent = false } = run.failure ?? {};
      this.dispatch({ type: 'attempt-failed', reason, permanent });
    }
  }
}

/** The server remembers that this very request fails: an attempt all the same, answered at once. */
function isFailedAttempt(
  error: unknown,
): error is RequestRefusedError & { body: Pick<FailedAttempt, 'reason'> } {
  return error instanceof RequestRefusedError && error.code === 'attempt_would_fail_again';
}
