const daysInYear = 365.25;
/** Pictures further apart within the year than this show plants in another state. */
const sameSeasonDays = 60;

/** Days between two dates (YYYY-MM-DD) as if both were of one year: 0 to 183. */
export function daysApartInYear(one: string, other: string): number {
  const days = Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;
  const withinYear = days % daysInYear;
  return Math.round(Math.min(withinYear, daysInYear - withinYear));
}

/** What a reader of a comparison across seasons should know; nothing within one season. */
export function seasonNotes(beforeDate: string, afterDate: string): string[] {
  const days = daysApartInYear(beforeDate, afterDate);
  if (days <= sameSeasonDays) return [];
  return [
    `The pictures are ${days} days apart within the year: plants, crops, snow and water that change with the seasons may show as change. Dates of the same season compare better.`,
  ];
}
