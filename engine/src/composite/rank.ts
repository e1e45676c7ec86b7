import type { Scene } from '../source/scene.ts';

const millisecondsPerDay = 86_400_000;
const daysPerYear = 365.25;

/** A day's difference from the other date's season counts half of a day's difference from the date. */
const seasonWeight = 0.5;
/** A scene under clouds all over is taken like a clear one this much farther away. */
const cloudPenaltyDays = 20;

export interface RankedDate {
  /** The date that is wanted, YYYY-MM-DD, UTC. */
  readonly date: string;
  /** The date of the other picture, whose season is preferred. */
  readonly otherDate: string;
}

/**
 * How far a scene is from what is wanted, in days: the days from the date, half of the days between
 * its season and the other date's (so that both pictures lean towards the same time of the year),
 * and up to 20 days for clouds (what shows between many clouds is seldom as clear as it is classified).
 */
export function sceneDistanceDays(scene: Scene, wanted: RankedDate, cloudShare: number): number {
  const time = Date.parse(scene.datetime);
  const fromDate = Math.abs(time - noonOf(wanted.date)) / millisecondsPerDay;
  return (
    fromDate +
    seasonWeight * seasonDistanceDays(time, noonOf(wanted.otherDate)) +
    cloudPenaltyDays * cloudShare
  );
}

/** Days between two times of the year, whatever the year: at most half a year. */
function seasonDistanceDays(time: number, otherTime: number): number {
  const days = Math.abs(time - otherTime) / millisecondsPerDay;
  const rest = days % daysPerYear;
  return Math.min(rest, daysPerYear - rest);
}

function noonOf(date: string): number {
  return Date.parse(`${date}T12:00:00Z`);
}
