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

/** A sentence for the reader of a comparison across seasons; none within one season. */
export function seasonNotes(beforeDate: string, afterDate: string): string[] {
  const days = daysApartInYear(beforeDate, afterDate);
  if (days <= sameSeasonDays) return [];
  return [
    `The pictures are ${days} days apart within the year: plants, crops, snow and water that change with the seasons may show as change. Dates of the same season compare better.`,
  ];
}
