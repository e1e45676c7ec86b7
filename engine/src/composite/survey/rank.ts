import { millisecondsPerDay, noonOf, seasonDistanceDays } from '../../source/dates.ts';
import type { Scene } from '../../source/scene.ts';

/**
 * Days between the scene's season and the other date's count half as much as days from the date.
 */
const seasonWeight = 0.5;
/** A fully clouded scene is treated like a clear one that is this many days further away. */
const cloudPenaltyDays = 20;

export interface RankedDate {
  /** The date that is wanted, YYYY-MM-DD, UTC. */
  readonly date: string;
  /** The date of the other picture, whose season is preferred. */
  readonly otherDate: string;
}

/**
 * How far a scene is from what is wanted, in days. The distance is the sum of three parts: the days
 * between the scene and the date, half of the days between its season and the other date's, and up
 * to 20 days for clouds. The second part makes both pictures tend towards one time of the year. The
 * third is there because ground between many clouds is seldom as clear as it is classified.
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
