import type { ValueMapperErrorLabel } from '@refugia/contract/value-mapper/errors.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isAbort } from '../../../lib/api-errors.ts';
import type { ProgressStep, StepState } from '../../../ui/data/progress-steps.tsx';
import { LabelledError, reasonOf, showSpecifiedFailure } from '../calls/failure.ts';

export interface RunnerStep {
  /** A stable word for programs. */
  readonly id: string;
  /** The name for people. */
  readonly name: string;
  /** The name of its failures in bug reports, unless a failure has a label of its own. */
  readonly label: ValueMapperErrorLabel;
  /**
   * Does the step.
   * @param tell reports the progress
   * @throws an error that stops the steps here
   */
  run(tell: (detail: string) => void, signal: AbortSignal): Promise<void>;
}

export interface RunnerState {
  readonly steps: readonly ProgressStep[];
  /** The failure of the step that failed, or null. */
  readonly failure: {
    readonly stepId: string;
    readonly reason: string;
    readonly cause: unknown;
  } | null;
  readonly isDone: boolean;
}

/**
 * Runs steps one after another. It stops at a step that fails, and can continue from there. It is
 * independent of React.
 */
export class StepRunner {
  readonly #steps: readonly RunnerStep[];
  readonly #listeners = new Set<() => void>();
  readonly #states: StepState[];
  #details = new Map<string, string>();
  #failure: RunnerState['failure'] = null;
  #abort: AbortController | undefined;
  #state: RunnerState;

  constructor(steps: readonly RunnerStep[]) {
    this.#steps = steps;
    this.#states = steps.map(() => 'waiting');
    this.#state = this.#snapshot();
  }

  getState = (): RunnerState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins, or continues at the step that failed. It does nothing while steps are running. */
  start = async (): Promise<void> => {
    if (this.#abort !== undefined) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#failure = null;
    try {
      for (const [index, step] of this.#steps.entries()) {
        if (this.#states[index] === 'done') continue;
        await this.#run(step, index, abort.signal);
        if (abort.signal.aborted || this.#failure !== null) return;
      }
    } finally {
      if (this.#abort === abort) this.#abort = undefined;
    }
  };

  /** Stops waiting for the step. The server continues with it. */
  stop = (): void => {
    this.#abort?.abort();
    this.#abort = undefined;
  };

  async #run(step: RunnerStep, index: number, signal: AbortSignal): Promise<void> {
    this.#set(index, 'active');
    const tell = (detail: string) => {
      if (signal.aborted) return;
      this.#details.set(step.id, detail);
      this.#tell();
    };
    try {
      await step.run(tell, signal);
      if (signal.aborted) return this.#set(index, 'waiting');
      this.#details.delete(step.id);
      this.#set(index, 'done');
    } catch (error) {
      const { label, cause } =
        error instanceof LabelledError ? error : { label: step.label, cause: error };
      if (signal.aborted || isAbort(cause)) return this.#set(index, 'waiting');
      this.#details.delete(step.id);
      this.#failure = { stepId: step.id, reason: reasonOf(cause), cause };
      this.#set(index, 'failed');
      // The reason stands beside the steps.
      showSpecifiedFailure(label, cause);
    }
  }

  #set(index: number, state: StepState): void {
    this.#states[index] = state;
    this.#tell();
  }

  #tell(): void {
    this.#state = this.#snapshot();
    for (const listener of this.#listeners) listener();
  }

  #snapshot(): RunnerState {
    return {
      steps: this.#steps.map(({ id, name }, index) => ({
        id,
        name,
        state: this.#states[index],
        detail: this.#details.get(id),
      })),
      failure: this.#failure,
      isDone: this.#states.every((state) => state === 'done'),
    };
  }
}

/** Starts the steps when the component is mounted, and stops them when it is unmounted. */
export function useRunner(makeSteps: () => readonly RunnerStep[]): {
  readonly state: RunnerState;
  readonly retry: () => void;
  readonly stop: () => void;
} {
  const [runner] = useState(() => new StepRunner(makeSteps()));
  const state = useSyncExternalStore(runner.subscribe, runner.getState);
  useEffect(() => {
    void runner.start();
    return runner.stop;
  }, [runner]);
  return { state, retry: () => void runner.start(), stop: runner.stop };
}
