import type { RunProgress, RunStep } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useEffect, useRef, useState } from 'react';
import {
  type ProgressStep,
  ProgressSteps,
  type StepState,
} from '../../../ui/data/progress-steps.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { formatDate, formatElapsed } from '../format.ts';
import type { Running } from '../state/patrol-state.ts';

const stepNames: [RunStep, string][] = [
  ['waiting', 'Waiting for a free place'],
  ['searching', 'Searching for clear scenes'],
  ['reading', 'Reading scenes'],
  ['compositing', 'Putting clear pixels together'],
  ['detecting', 'Detecting change'],
  ['rendering', 'Rendering the pictures'],
];

export function RunningView({ state }: { state: Running }) {
  const elapsedSeconds = useElapsedSeconds(state.progress?.elapsed_seconds ?? 0);
  return (
    <PanelSection
      isLanding
      title={`Comparing ${formatDate(state.startDate)} with ${formatDate(state.endDate)}`}
    >
      {state.attempt > 1 && (
        <Notice type="warning">
          Attempt {state.attempt} of {limits.habitatPatrol.maxTries}.
          {state.lastFailure !== null && ` The last one failed: ${state.lastFailure}`}
        </Notice>
      )}
      {state.isOutOfReach && (
        <Notice type="warning">
          The server does not answer just now. It is asked again every few seconds, and the run goes
          on as soon as it can be reached.
        </Notice>
      )}
      <ProgressSteps
        label="Steps of the analysis"
        steps={progressSteps(state.progress)}
        elapsedSeconds={elapsedSeconds}
      />
      <SideNote>
        {durationText(state.progress)} It goes on when you leave this page: its address opens it
        again.
      </SideNote>
    </PanelSection>
  );
}

/** From this many finished parts of a large area on, the remaining time is estimated. */
const fewestParts = 4;

/**
 * Says how long a run takes, and for a large area how much time is left at the pace of its parts.
 */
export function durationText(progress: RunProgress | null): string {
  if (progress?.of !== 'pieces') return 'A run takes seconds to a few minutes.';
  const { done = 0, total = 0, resumed = 0, elapsed_seconds } = progress;
  const doneNow = done - resumed;
  if (doneNow < fewestParts) {
    return 'An area of this size is put together piece by piece, which takes some minutes.';
  }
  const minutes = Math.ceil(((elapsed_seconds / doneNow) * (total - done)) / 60);
  const left = minutes <= 1 ? 'About a minute is left.' : `About ${minutes} minutes are left.`;
  return `An area of this size is put together piece by piece. ${left}`;
}

/** The steps of the run with their state. The run is waiting until the server has answered. */
export function progressSteps(progress: RunProgress | null): ProgressStep[] {
  const current = stepNames.findIndex(([step]) => step === (progress?.step ?? 'waiting'));
  return stepNames.map(([id, name], index) => ({
    id,
    name,
    state: stepState(index, current),
    detail: index === current && progress !== null ? detailOf(progress) : undefined,
  }));
}

function stepState(index: number, current: number): StepState {
  if (index < current) return 'done';
  return index === current ? 'active' : 'waiting';
}

function detailOf({
  step,
  done,
  total,
  of,
  share,
  queue_position,
}: RunProgress): string | undefined {
  if (step === 'waiting' && queue_position !== undefined && queue_position > 0) {
    return queue_position === 1 ? '1 run before yours' : `${queue_position} runs before yours`;
  }
  if (done === undefined || total === undefined || total === 0) return undefined;
  const counted = of === 'pieces' ? `${done} of ${total} pieces` : `${done} of ${total}`;
  return share === undefined ? counted : `${counted} (${Math.floor(100 * share)} %)`;
}

/**
 * Counts the seconds since the run began while the component is mounted, and logs them at the end.
 * @param knownSeconds what the server says, which is more after a reload
 */
function useElapsedSeconds(knownSeconds: number): number {
  const startedAt = useRef(Number.POSITIVE_INFINITY);
  const [elapsedSeconds, setElapsedSeconds] = useState(knownSeconds);

  useEffect(() => {
    startedAt.current = Math.min(startedAt.current, performance.now() - knownSeconds * 1000);
  }, [knownSeconds]);

  useEffect(() => {
    const read = () => (performance.now() - startedAt.current) / 1000;
    const timer = setInterval(() => setElapsedSeconds(read()), 250);
    return () => {
      clearInterval(timer);
      console.info(`Habitat Patrol: the query took ${formatElapsed(read())}.`);
    };
  }, []);
  return elapsedSeconds;
}
