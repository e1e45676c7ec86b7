import { checkRun, utcDay } from '@refugia/contract/habitat-patrol/run-checks.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { Inputs } from '../state/patrol-state.ts';

/** Two dates, YYYY-MM-DD, each empty while no whole date is entered. */
type Dates = Pick<Inputs, 'startDate' | 'endDate'>;

/** Why a run between these dates would be refused today, or null. */
export function refusalOfDates({ startDate, endDate }: Dates, today = utcDay(new Date())) {
  return checkRun({ running: false, hasArea: true, startDate, endDate, today });
}

/** The sentence beside the field of each invalid date. */
interface DateFaults {
  readonly start?: string;
  readonly end?: string;
}

/** Finds which of the two dates the checks of a run would refuse. */
export function dateFaults({ today, ...dates }: Dates & { readonly today: string }): DateFaults {
  const { startDate, endDate } = dates;
  if (startDate === '' || endDate === '') {
    return {
      ...(startDate === '' && { start: messages.required }),
      ...(endDate === '' && { end: messages.required }),
    };
  }
  const refusal = refusalOfDates(dates, today);
  switch (refusal?.code) {
    case 'start_before_first_year':
      return { start: refusal.message };
    case 'end_in_future':
    case 'start_after_end':
      return { end: refusal.message };
    default:
      return {};
  }
}

export interface DatePair extends Dates {
  readonly label: string;
}

/**
 * The middle of the northern summer, when leaves are out and snow is gone. Half of the season's
 * scenes are older.
 */
const midsummer = '07-15';
/** From this day on, the satellites have passed several times in this year's summer. */
const summerIsSeen = '08-31';
const { earliestStartYear } = limits.habitatPatrol;

/**
 * Pairs of dates in the same time of year, so that they show change and not the season.
 * @param today YYYY-MM-DD, in UTC
 */
export function datePairs(today: string): readonly DatePair[] {
  const year = Number(today.slice(0, 4));
  const lastSummer = today.slice(5) >= summerIsSeen ? year : year - 1;
  return [
    {
      label: 'Last summer and this one',
      startDate: `${lastSummer - 1}-${midsummer}`,
      endDate: `${lastSummer}-${midsummer}`,
    },
    {
      label: 'Same season, 5 years apart',
      startDate: `${Math.max(earliestStartYear, year - 5)}${sameDay(today)}`,
      endDate: today,
    },
  ];
}

/** Returns month and day with the hyphen before them. The leap day becomes the day before it. */
function sameDay(day: string): string {
  return day.endsWith('-02-29') ? '-02-28' : day.slice(4);
}
