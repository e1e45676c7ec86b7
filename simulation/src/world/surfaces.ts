import { seasons } from './seasons.ts';
import { type Surface, surfaceRows } from './surfaces-data.ts';

/** The simulated sensor's bands, in the order of every table here. */
export const bandCount = 6;

const reflectance = (values: readonly number[]) => values.map((value) => value / 1000);

export const surfaces: readonly Surface[] = Object.values(surfaceRows).map(
  ([group, dormant, green, season, [texture, yearly, parcelYearly, canopy]]) => ({
    group,
    dormant: reflectance(dormant),
    green: reflectance(green),
    season: seasons[season],
    texture,
    yearly,
    parcelYearly,
    canopy,
  }),
);

/** The place of each surface in `surfaces`. */
export const surfaceIndex = Object.fromEntries(
  Object.keys(surfaceRows).map((name, index) => [name, index]),
) as Record<keyof typeof surfaceRows, number>;
