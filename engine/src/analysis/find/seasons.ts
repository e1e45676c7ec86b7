import type { RunFact } from '../../facts/run-facts.ts';

const daysInYear = 365.25;
/**
 * If two dates are further apart within the year, their pictures show plants in different states.
 */
const sameSeasonDays = 60;

/**
 * Days between two dates (YYYY-MM-DD) if both were in the same year, the shorter way round: 0 to
 * 183.
 */
export function daysApartInYear(one: string, other: string): number {
  const days = Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;
  const withinYear = days % daysInYear;
  return Math.round(Math.min(withinYear, daysInYear - withinYear));
}

/** The note on a comparison across seasons; none within one season. */
export function seasonNotes(startDate: string, endDate: string): RunFact[] {
  const days = daysApartInYear(startDate, endDate);
  return days <= sameSeasonDays ? [] : [{ code: 'different-seasons', params: { days } }];
}
