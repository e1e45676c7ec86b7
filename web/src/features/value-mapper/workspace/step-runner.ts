import type { ValueMapperErrorLabel } from '@refugia/contract/value-mapper/errors.ts';
import { useEffect, useState } from 'react';
import { isAbort } from '../../../lib/api-errors.ts';
import { Store, useStore } from '../../../lib/store.ts';
import type { ProgressStep } from '../../../ui/data/progress-steps.tsx';
import { LabelledError, reasonOf, showSpecifiedFailure } from '../calls/failure.ts';

export interface RunnerStep {
  /** A stable word for programs. */
  readonly id: string;
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
export class StepRunner extends Store<RunnerState> {
  readonly #steps: readonly RunnerStep[];
  #abort: AbortController | undefined;

  constructor(steps: readonly RunnerStep[]) {
    super({
      steps: steps.map(({ id, name }) => ({ id, name, state: 'waiting' })),
      failure: null,
      isDone: false,
    });
    this.#steps = steps;
  }

  /** Begins, or continues at the step that failed. It does nothing while steps are running. */
  start = async (): Promise<void> => {
    if (this.#abort !== undefined) return;
    const abort = new AbortController();
    this.#abort = abort;
    try {
      for (const [index, step] of this.#steps.entries()) {
        if (this.getState().steps[index].state === 'done') continue;
        await this.#run(step, abort.signal);
        if (abort.signal.aborted || this.getState().failure !== null) return;
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

  async #run(step: RunnerStep, signal: AbortSignal): Promise<void> {
    this.#change(step, { state: 'active' });
    const tell = (detail: string) => {
      if (!signal.aborted) this.#change(step, { detail });
    };
    try {
      await step.run(tell, signal);
      if (signal.aborted) return this.#change(step, { state: 'waiting' });
      this.#change(step, { state: 'done', detail: undefined });
    } catch (error) {
      const { label, cause } =
        error instanceof LabelledError ? error : { label: step.label, cause: error };
      if (signal.aborted || isAbort(cause)) return this.#change(step, { state: 'waiting' });
      const failure = { stepId: step.id, reason: reasonOf(cause), cause };
      this.#change(step, { state: 'failed', detail: undefined }, failure);
      // The reason stands beside the steps.
      showSpecifiedFailure(label, cause);
    }
  }

  #change(
    { id }: RunnerStep,
    changes: Partial<ProgressStep>,
    failure: RunnerState['failure'] = null,
  ): void {
    const steps = this.getState().steps.map((each) =>
      each.id === id ? { ...each, ...changes } : each,
    );
    this.setState({ steps, failure, isDone: steps.every(({ state }) => state === 'done') });
  }
}

/** Starts the steps when the component is mounted, and stops them when it is unmounted. */
export function useRunner(makeSteps: () => readonly RunnerStep[]): {
  readonly state: RunnerState;
  readonly retry: () => void;
  readonly stop: () => void;
} {
  const [runner] = useState(() => new StepRunner(makeSteps()));
  const state = useStore(runner);
  useEffect(() => {
    void runner.start();
    return runner.stop;
  }, [runner]);
  return { state, retry: () => void runner.start(), stop: runner.stop };
}
