/** What a clear scene shows of a patch. */
export interface PatchReading {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** An index of the patch, in the unit of the values before and after. */
  readonly value: number;
}

/** Dates as YYYY-MM-DD, or null where no scene tells them. */
export interface ChangeDates {
  /** The first clear date on which a patch is seen changed. */
  readonly firstSeen: string | null;
  /** The last clear date on which it is seen unchanged. */
  readonly lastUnchanged: string | null;
}

/** What a series of readings tells, and how well it fits one change. */
export interface DatedSeries extends ChangeDates {
  /**
   * How likely the next reading contradicts one change, 0 to 1, by Laplace's rule of succession: few
   * readings without a contradiction leave more doubt than many. One between both states counts half.
   */
  readonly doubt: number;
}

/** A reading this far on the way from before to after, or less, shows the patch unchanged. */
export const unchangedShare = 0.35;
/** A reading this far on the way or more shows it changed. */
export const changedShare = 0.65;
/** An index that changes less than this does not tell a change from a change of season. */
export const leastDifference = 0.06;
/** A series of which a larger share contradicts one change tells no date. */
const mostContradicting = 0.25;

/**
 * Tells when a patch changed: the moment that contradicts the fewest readings, which is the step of
 * least absolute error for readings of two states. One scene with an unseen cloud therefore moves
 * no date. Where several moments contradict equally few, the dates enclose all of them.
 *
 * @param readings clear readings in the order of their dates
 * @param values the index before and after the change
 * @returns undefined when the index hardly changes or the readings fit no single change
 */
export function findChangeDates(
  readings: readonly PatchReading[],
  { before, after }: { before: number; after: number },
): DatedSeries | undefined {
  if (!(Math.abs(after - before) >= leastDifference)) return undefined;
  const states = readings.map(({ date, value }) => {
    const way = (value - before) / (after - before);
    return { date, isUnchanged: way <= unchangedShare, isChanged: way >= changedShare };
  });
  const [first, last] = stepsOfFewestErrors(states);
  const lastUnchanged = states.slice(0, first.index).findLast(({ isUnchanged }) => isUnchanged);
  const firstSeen = states.slice(last.index).find(({ isChanged }) => isChanged);
  const between = states.filter(({ isUnchanged, isChanged }) => !isUnchanged && !isChanged).length;
  const contradictions = first.errors + between / 2;
  if (contradictions > mostContradicting * states.length) return undefined;
  if (!firstSeen || !lastUnchanged) return undefined;
  const doubt = (contradictions + 1) / (states.length + 2);
  return { firstSeen: firstSeen.date, lastUnchanged: lastUnchanged.date, doubt };
}

interface Step {
  /** The number of readings before the change. */
  readonly index: number;
  readonly errors: number;
}

/** The earliest and the latest of the steps that contradict the fewest readings. */
function stepsOfFewestErrors(
  states: readonly { isUnchanged: boolean; isChanged: boolean }[],
): [first: Step, last: Step] {
  let errors = states.filter(({ isUnchanged }) => isUnchanged).length;
  let first: Step = { index: 0, errors };
  let last = first;
  for (const [at, { isUnchanged, isChanged }] of states.entries()) {
    errors += (isChanged ? 1 : 0) - (isUnchanged ? 1 : 0);
    const step = { index: at + 1, errors };
    if (errors < first.errors) first = step;
    if (errors <= last.errors) last = step;
  }
  return [first, last];
}
