import { useEffect, useState, useSyncExternalStore } from 'react';
import { type RunnerState, type RunnerStep, StepRunner } from './step-runner.ts';

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
