/** The state of work in several steps, as its row stores it. */
export interface ProcessingRow<Step extends string = string> {
  readonly step: Step;
  readonly state: 'waiting' | 'running' | 'failed' | 'done';
  readonly share: number;
  readonly failureReason: string | null;
  readonly failureCode: string | null;
}

/**
 * Describes the state of work as the API shows it.
 * @param error the sentence for a person whose step failed
 */
export const describeProcessing = <Step extends string>(
  { state, step, share, failureReason: reason, failureCode: code }: ProcessingRow<Step>,
  error = reason,
) => ({ state, step, share, error, reason, code });

/**
 * The state of one step. It is done, still to be done or under way (`pending`), has failed, or
 * can't be done because an earlier step failed (`blocked`).
 */
export type StepState = 'done' | 'pending' | 'failed' | 'blocked';

/** @param steps all steps in their order */
export function stepStateOf(
  steps: readonly string[],
  row: Pick<ProcessingRow, 'step' | 'state'>,
  step: string,
): StepState {
  if (row.state === 'done') return 'done';
  const reached = steps.indexOf(row.step);
  const wanted = steps.indexOf(step);
  if (wanted < reached) return 'done';
  if (row.state !== 'failed') return 'pending';
  return wanted === reached ? 'failed' : 'blocked';
}
