import { Check, CircleAlert, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { VisuallyHidden } from 'react-aria-components';
import { Spinner } from '../media/spinner.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './progress-steps.module.css';

export type StepState = 'waiting' | 'active' | 'done' | 'failed' | 'skipped';

export interface ProgressStep {
  /** An id that is stable between renders. */
  id: string;
  name: string;
  state: StepState;
  /** The progress within the step, such as 'scene 3 of 8'. */
  detail?: string | undefined;
}

interface ProgressStepsProps {
  /** Describes the task to screen readers. */
  label: string;
  steps: readonly ProgressStep[];
  /** The time since the start, shown as minutes and seconds if given. */
  elapsedSeconds?: number;
}

const spokenStates: Record<StepState, string> = {
  waiting: 'not started',
  active: 'in progress',
  done: 'done',
  failed: 'failed',
  skipped: 'skipped',
};

const marks: Record<StepState, ReactNode> = {
  waiting: <span className={styles.dot} />,
  active: <Spinner size="sm" label="" />,
  done: <Check />,
  failed: <CircleAlert />,
  skipped: <Minus />,
};

/** Writes minutes and seconds as a clock does: 75 is '1:15'. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The named steps of a long task, with the current step and the elapsed time. */
export function ProgressSteps({ label, steps, elapsedSeconds }: ProgressStepsProps) {
  const active = steps.find((step) => step.state === 'active');
  return (
    <div className={styles.progress}>
      <ol className={styles.steps} aria-label={label}>
        {steps.map((step) => (
          <li
            key={step.id}
            className={classNames(styles.step, styles[step.state])}
            aria-current={step.state === 'active' ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {marks[step.state]}
            </span>
            <span className={styles.name}>{step.name}</span>
            {step.detail && <span className={styles.detail}>{step.detail}</span>}
            <VisuallyHidden>, {spokenStates[step.state]}</VisuallyHidden>
          </li>
        ))}
      </ol>
      {elapsedSeconds !== undefined && (
        <p className={styles.elapsed}>
          <span>Elapsed</span>
          <time dateTime={`PT${Math.floor(elapsedSeconds)}S`}>{clockTime(elapsedSeconds)}</time>
        </p>
      )}
      {/* Only the step is announced. If the counts were announced, a screen reader would speak all
          the time. */}
      <VisuallyHidden role="status">{active?.name}</VisuallyHidden>
    </div>
  );
}
