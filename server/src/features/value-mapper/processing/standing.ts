/** Where work of several steps stands, as its row says. */
export interface ProcessingRow {
  readonly step: string;
  readonly state: 'waiting' | 'running' | 'failed' | 'done';
  readonly failureReason: string | null;
  readonly failureCode: string | null;
}

/**
 * What became of one of the steps: it is done, it is to come or under way, it failed, or it can't come
 * since one before it failed.
 */
export type StepStanding = 'done' | 'pending' | 'failed' | 'blocked';

/** @param steps all steps in their order */
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
