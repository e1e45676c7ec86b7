import { clamp } from './noise.ts';

/** How greenness runs through the year at 40° north, sea level; days of the year. */
export interface Season {
  readonly rise: number;
  readonly riseDays: number;
  readonly fall: number;
  readonly fallDays: number;
  /** Greenness outside the season, 0 to 1. */
  readonly floor: number;
  /**
   * The cause of the season's end. Cold comes early where spring is late, and drought comes late
   * there.
   */
  readonly end: 'cold' | 'drought';
}

/** The seasons that surfaces have. */
export const seasons = {
  evergreen: { rise: 115, riseDays: 22, fall: 300, fallDays: 25, floor: 0.55, end: 'cold' },
  leafy: { rise: 122, riseDays: 9, fall: 285, fallDays: 10, floor: 0.02, end: 'cold' },
  meadow: { rise: 108, riseDays: 14, fall: 290, fallDays: 22, floor: 0.12, end: 'cold' },
  prairie: { rise: 128, riseDays: 14, fall: 228, fallDays: 22, floor: 0.06, end: 'drought' },
  winterGreen: { rise: 330, riseDays: 14, fall: 128, fallDays: 13, floor: 0.04, end: 'drought' },
  brush: { rise: 112, riseDays: 20, fall: 205, fallDays: 30, floor: 0.25, end: 'drought' },
  chaparral: { rise: 50, riseDays: 30, fall: 185, fallDays: 35, floor: 0.45, end: 'drought' },
  desert: { rise: 60, riseDays: 18, fall: 125, fallDays: 20, floor: 0.3, end: 'drought' },
  summerCrop: { rise: 168, riseDays: 7, fall: 262, fallDays: 8, floor: 0, end: 'cold' },
  lateCrop: { rise: 178, riseDays: 8, fall: 256, fallDays: 6, floor: 0, end: 'cold' },
  cereal: { rise: 98, riseDays: 10, fall: 170, fallDays: 6, floor: 0.12, end: 'drought' },
  cotton: { rise: 190, riseDays: 10, fall: 290, fallDays: 9, floor: 0, end: 'cold' },
  irrigatedHay: { rise: 85, riseDays: 14, fall: 300, fallDays: 14, floor: 0.25, end: 'cold' },
  orchard: { rise: 85, riseDays: 12, fall: 310, fallDays: 14, floor: 0.12, end: 'cold' },
  still: { rise: 0, riseDays: 1, fall: 400, fallDays: 1, floor: 0, end: 'cold' },
} as const satisfies Record<string, Season>;

/** Days by which the season may come earlier or later than at 40° north at sea level. */
export const delayOffset = 100;

/** Days that spring is later than at 40° north at sea level (Hopkins: 4 a degree, 4 per 120 m). */
export function seasonDelay(latitude: number, elevationMeters: number): number {
  return clamp(4 * (latitude - 40) + elevationMeters / 34, -delayOffset, 155);
}

const logistic = (t: number) => 1 / (1 + Math.exp(-t));

/** Greenness, 0 to 1, of a surface on a day of the year where the season comes `delay` days late. */
export function greennessOn(season: Season, dayOfYear: number, delay: number): number {
  const { rise, riseDays, fall, fallDays, floor } = season;
  const shift = season.end === 'cold' ? -0.4 : 0.7;
  if (season === seasons.still) return 0;
  const start = rise + delay * 0.8;
  const end = fall + delay * shift;
  let inSeason = 0;
  for (let year = -1; year <= 1; year++) {
    const from = start + 365 * year;
    const to = (end < start ? end + 365 : end) + 365 * year;
    inSeason += logistic((dayOfYear - from) / riseDays) * logistic((to - dayOfYear) / fallDays);
  }
  return floor + (1 - floor) * clamp(inSeason, 0, 1);
}
