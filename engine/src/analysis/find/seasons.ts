import type { RunFact } from '../../facts/run-facts.ts';
import { seasonDistanceDays } from '../../source/dates.ts';

/**
 * If two dates are further apart within the year, their pictures show plants in different states.
 */
export const sameSeasonDays = 60;

/**
 * Days between two dates (YYYY-MM-DD) if both were in the same year, the shorter way round: 0 to
 * 183.
 */
export function daysApartInYear(one: string, other: string): number {
  return Math.round(seasonDistanceDays(Date.parse(one), Date.parse(other)));
}

/** The note on a comparison across seasons; none within one season. */
export function seasonNotes(startDate: string, endDate: string): RunFact[] {
  const days = daysApartInYear(startDate, endDate);
  return days <= sameSeasonDays ? [] : [{ code: 'different-seasons', params: { days } }];
}
