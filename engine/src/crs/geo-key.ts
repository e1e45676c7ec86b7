import { readFileSync } from 'node:fs';
import { once } from '../memory/once.ts';

/** The keys of GeoTIFF (OGC 19-008, annex on the registry) that describe a CRS. */
export const geoKey = {
  modelType: 1024,
  rasterType: 1025,
  citation: 1026,
  geographicCode: 2048,
  geographicCitation: 2049,
  datumCode: 2050,
  primeMeridianCode: 2051,
  ellipsoidUnits: 2052,
  ellipsoidUnitMeters: 2053,
  angularUnits: 2054,
  angularUnitRadians: 2055,
  ellipsoidCode: 2056,
  semiMajorAxis: 2057,
  semiMinorAxis: 2058,
  inverseFlattening: 2059,
  primeMeridianLongitude: 2061,
  toWgs84: 2062,
  projectedCode: 3072,
  projectedCitation: 3073,
  conversionCode: 3074,
  projectionMethod: 3075,
  linearUnits: 3076,
  linearUnitMeters: 3077,
  standardParallel1: 3078,
  standardParallel2: 3079,
  naturalOriginLongitude: 3080,
  naturalOriginLatitude: 3081,
  falseEasting: 3082,
  falseNorthing: 3083,
  falseOriginLongitude: 3084,
  falseOriginLatitude: 3085,
  falseOriginEasting: 3086,
  falseOriginNorthing: 3087,
  centerLongitude: 3088,
  centerLatitude: 3089,
  centerEasting: 3090,
  centerNorthing: 3091,
  scaleAtNaturalOrigin: 3092,
  scaleAtCenter: 3093,
  azimuth: 3094,
  straightVerticalPoleLongitude: 3095,
  rectifiedGridAngle: 3096,
} as const;

/** "User-defined": the keys give the CRS, or a part of it, by its parameters and not by a code. */
export const userDefined = 32_767;

/** What kind of CRS the key `modelType` tells. */
export const geoModel = { projected: 1, geographic: 2, geocentric: 3 } as const;

/** The keys of a file, each by its number. A value that has another type than its key is left out. */
export interface GeoKeys {
  /** Short values, and doubles that stand alone. */
  readonly numbers: ReadonlyMap<number, number>;
  /** Of the numbers, those that can be codes: neither undefined nor user-defined. */
  readonly codes: ReadonlyMap<number, number>;
  readonly texts: ReadonlyMap<number, string>;
  /** Several doubles. */
  readonly lists: ReadonlyMap<number, readonly number[]>;
}

/** Sorts the values of keys by what they are. */
export function sortedGeoKeys(
  values: Iterable<readonly [key: number, value: number | string | readonly number[]]>,
): GeoKeys {
  const numbers = new Map<number, number>();
  const texts = new Map<number, string>();
  const lists = new Map<number, readonly number[]>();
  for (const [key, value] of values) {
    if (typeof value === 'number') numbers.set(key, value);
    else if (typeof value === 'string') texts.set(key, value);
    else lists.set(key, value);
  }
  const codes = new Map([...numbers].filter(([, code]) => code !== 0 && code !== userDefined));
  return { numbers, codes, texts, lists };
}

/** What codes in GeoTIFF keys stand for, by the code as text. */
interface GeoKeyCodes {
  /** Metres of units of length. */
  readonly lengths: Readonly<Record<string, number>>;
  /** Degrees of units of angle. */
  readonly angles: Readonly<Record<string, number>>;
  /** Semi-major axis in metres and inverse flattening (0 for a sphere). */
  readonly ellipsoids: Readonly<Record<string, readonly [number, number]>>;
  /** Degrees east of Greenwich. */
  readonly meridians: Readonly<Record<string, number>>;
  /** Geographic CRS of datums whose code is not larger than the CRS's by 2000. */
  readonly datums: Readonly<Record<string, number>>;
}

/** The tables of codes; README.md gives the source. */
export const geoKeyCodes = once(
  (): GeoKeyCodes =>
    JSON.parse(readFileSync(new URL('./geo-key-codes.json', import.meta.url), 'utf8')),
);
