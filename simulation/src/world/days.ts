import { dateOf, millisecondsPerDay } from '@refugia/engine/source/dates.ts';

/** A date (YYYY-MM-DD) in days since 1970-01-01, UTC; NaN where it is none. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / millisecondsPerDay;
}

/** The date, YYYY-MM-DD, of a day since 1970-01-01. */
export function dateOfDay(day: number): string {
  return dateOf(day * millisecondsPerDay);
}

/** The calendar year of a day since 1970-01-01, and the day's number in it, from 1. */
export function dayInYear(day: number): { year: number; dayOfYear: number } {
  const year = new Date(day * millisecondsPerDay).getUTCFullYear();
  return { year, dayOfYear: day - dayOf(`${year}-01-01`) + 1 };
}
