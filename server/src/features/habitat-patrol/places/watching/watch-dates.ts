import type { Watch } from '@refugia/contract/habitat-patrol/places.ts';
import { utcDay } from '@refugia/contract/habitat-patrol/run-checks.ts';

const daysBetween = { weekly: 7, monthly: 30 } as const;

/** The same day of the year before: YYYY-MM-DD, or empty for what is no date. */
export function yearBefore(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return '';
  day.setUTCFullYear(day.getUTCFullYear() - 1);
  return utcDay(day);
}

/**
 * When a place is looked at after a look.
 * @param hour of the day, UTC
 */
export function lookAfter(now: Date, every: Exclude<Watch['every'], 'off'>, hour: number): Date {
  return inDays(now, daysBetween[every], hour);
}

/** When new scenes are searched for again, after there were none. */
export function searchAfter(now: Date, hour: number): Date {
  return inDays(now, 1, hour);
}

function inDays(now: Date, days: number, hour: number): Date {
  const next = new Date(now);
  next.setUTCDate(next.getUTCDate() + days);
  next.setUTCHours(hour, 0, 0, 0);
  return next;
}
