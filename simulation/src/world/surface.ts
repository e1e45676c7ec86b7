import type { Season } from './seasons.ts';

/** One kind of ground. Reflectances are of blue, green, red, near infrared and two short-wave bands. */
export interface Surface {
  readonly name: string;
  /** Reflectance without green leaves, and at the height of the season. */
  readonly dormant: readonly number[];
  readonly green: readonly number[];
  readonly season: Season;
  /** Deviation of brightness from pixel to pixel. */
  readonly texture: number;
  /** How strongly dry and wet years, and the year of a single parcel, show in its greenness. */
  readonly yearly: number;
  readonly parcelYearly: number;
  /** Share of snow on the ground that a canopy hides. */
  readonly canopy: number;
  readonly group: 'water' | 'forest' | 'open' | 'crop' | 'built' | 'bare';
}

/** A surface as it is written down; reflectances are × 1000. */
export type SurfaceRow = readonly [
  name: string,
  group: Surface['group'],
  dormant: readonly number[],
  green: readonly number[],
  season: Season,
  rest: readonly [texture: number, yearly: number, parcelYearly: number, canopy: number],
];
