import { checkRun } from '@refugia/contract/habitat-patrol/run-checks.ts';
import { messages } from '@refugia/contract/messages.ts';

/** The error of each date, as the sentence beside its field, or undefined for a valid date. */
export interface DateFaults {
  readonly start?: string;
  readonly end?: string;
}

/**
 * Finds which of the two dates the checks of a run would refuse.
 * @param dates YYYY-MM-DD; the empty string while no whole date is entered
 */
export function dateFaults(dates: {
  readonly startDate: string;
  readonly endDate: string;
  readonly today: string;
}): DateFaults {
  const { startDate, endDate } = dates;
  if (startDate === '' || endDate === '') {
    return {
      ...(startDate === '' && { start: messages.required }),
      ...(endDate === '' && { end: messages.required }),
    };
  }
  const refusal = checkRun({ running: false, hasArea: true, ...dates });
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
