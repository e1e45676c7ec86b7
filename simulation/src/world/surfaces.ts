import type { Surface } from './surface.ts';
import { surfaceRows } from './surfaces-data.ts';

/** The simulated sensor's bands, in the order of every table here. */
export const bandCount = 6;

const reflectance = (values: readonly number[]) => values.map((value) => value / 1000);

export const surfaces: readonly Surface[] = surfaceRows.map(
  ([name, group, dormant, green, season, [texture, yearly, parcelYearly, canopy]]) => ({
    name,
    group,
    dormant: reflectance(dormant),
    green: reflectance(green),
    season,
    texture,
    yearly,
    parcelYearly,
    canopy,
  }),
);

export const surfaceIndex = {
  water: 0,
  river: 1,
  conifer: 2,
  youngConifer: 3,
  deciduous: 4,
  aspen: 5,
  meadow: 6,
  prairie: 7,
  goldenGrass: 8,
  sagebrush: 9,
  chaparral: 10,
  desertShrub: 11,
  rock: 12,
  sand: 13,
  corn: 14,
  soybeans: 15,
  winterCereal: 16,
  hay: 17,
  orchard: 18,
  cotton: 19,
  fallow: 20,
  asphalt: 21,
  roofs: 22,
  suburb: 23,
  track: 24,
  marsh: 25,
  slash: 26,
  char: 27,
  panels: 28,
} as const;
