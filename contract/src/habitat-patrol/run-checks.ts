import { isCalendarDate } from '../date-text.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

/** The input of a run, as far as it is known before the run starts. */
export interface RunCheckInput {
  /** True when a run of this account or browser is under way. */
  running: boolean;
  /** True when there is a usable area of interest. */
  hasArea: boolean;
  /** YYYY-MM-DD. Any other text counts as missing. */
  startDate: string | null | undefined;
  endDate: string | null | undefined;
  /** The last allowed date, YYYY-MM-DD. It is today in UTC. */
  today: string;
}

interface RunRefusal {
  code:
    | 'run_in_progress'
    | 'area_or_dates_missing'
    | 'start_before_first_year'
    | 'end_in_future'
    | 'start_after_end';
  message: string;
}

/**
 * The run checks of the specification, in its order. The screen runs them before it sends a request, and the server
 * runs them again.
 * @returns the refusal of the first check that fails, or null when the run may start
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
  // ISO dates sort as text.
  if (endDate > today) return { code: 'end_in_future', message: text.endInFuture };
  if (startDate > endDate) return { code: 'start_after_end', message: text.startAfterEnd };
  return null;
}

/** The day in UTC, YYYY-MM-DD, of an instant. */
export function utcDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
