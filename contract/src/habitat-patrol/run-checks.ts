import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

/** What a person asked for, as far as it is known before anything runs. */
export interface RunCheckInput {
  /** A run of this account or browser is under way. */
  running: boolean;
  /** A usable area of interest is there. */
  hasArea: boolean;
  /** YYYY-MM-DD; anything else counts as missing. */
  startDate: string | null | undefined;
  endDate: string | null | undefined;
  /** The last date that may be asked for, YYYY-MM-DD: today in UTC. */
  today: string;
}

export type RunRefusalCode =
  | 'run_in_progress'
  | 'area_or_dates_missing'
  | 'start_before_first_year'
  | 'end_in_future'
  | 'start_after_end';

export interface RunRefusal {
  code: RunRefusalCode;
  message: string;
}

/**
 * The run checks of the specification, in its order: the first that fails is the answer.
 * The screen asks before it sends, the server asks again.
 *
 * @returns the refusal, or null when the run may start
 */
export function checkRun({
  running,
  hasArea,
  startDate,
  endDate,
  today,
}: RunCheckInput): RunRefusal | null {
  const { habitatPatrol: text } = messages;
  if (running) return { code: 'run_in_progress', message: text.alreadyRunning };
  if (!hasArea || !isCalendarDate(startDate) || !isCalendarDate(endDate)) {
    return { code: 'area_or_dates_missing', message: text.areaOrDatesMissing };
  }
  if (Number(startDate.slice(0, 4)) < limits.habitatPatrol.earliestStartYear) {
    return { code: 'start_before_first_year', message: text.beforeFirstYear };
  }
  // ISO dates order as text.
  if (endDate > today) return { code: 'end_in_future', message: text.endInFuture };
  if (startDate > endDate) return { code: 'start_after_end', message: text.startAfterEnd };
  return null;
}

/** Whether the text is a day of the calendar written YYYY-MM-DD (2019-02-30 is not). */
export function isCalendarDate(text: string | null | undefined): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day, in UTC, on which the given instant falls: YYYY-MM-DD. */
export function utcDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
