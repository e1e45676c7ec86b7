export const millisecondsPerDay = 86_400_000;
export const daysPerYear = 365.25;

/** The day of a time in milliseconds, YYYY-MM-DD, UTC. */
export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The time of a day's noon, UTC, in milliseconds. */
export function noonOf(date: string): number {
  return Date.parse(`${date}T12:00:00Z`);
}

/** Days between two times of the year, whatever the years: at most half a year. */
export function seasonDistanceDays(time: number, otherTime: number): number {
  const days = Math.abs(time - otherTime) / millisecondsPerDay;
  const remainder = days % daysPerYear;
  return Math.min(remainder, daysPerYear - remainder);
}
