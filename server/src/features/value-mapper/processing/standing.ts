/** The state of work in several steps, as its row stores it. */
export interface ProcessingRow {
  readonly step: string;
  readonly state: 'waiting' | 'running' | 'failed' | 'done';
  readonly failureReason: string | null;
  readonly failureCode: string | null;
}

/**
 * The state of one step. It is done, still to be done or under way (`pending`), has failed, or
 * can't be done because an earlier step failed (`blocked`).
 */
export type StepStanding = 'done' | 'pending' | 'failed' | 'blocked';

/**
 * The state of one step.
 * @param steps all steps in their order
 */
export function standingOf(
  steps: readonly string[],
  row: Pick<ProcessingRow, 'step' | 'state'>,
  step: string,
): StepStanding {
  if (row.state === 'done') return 'done';
  const reached = steps.indexOf(row.step);
  const asked = steps.indexOf(step);
  if (asked < reached) return 'done';
  if (row.state !== 'failed') return 'pending';
  return asked === reached ? 'failed' : 'blocked';
}
