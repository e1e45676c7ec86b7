import { readFileSync } from 'node:fs';

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
const userDefined = 32_767;

/**
 * The keys of a file by their numbers. Short values and doubles are numbers, and text is unchanged.
 */
export type GeoKeys = ReadonlyMap<number, number | string | readonly number[]>;

/** The first of several keys that has a number; undefined if none has one. */
export function numberOf(keys: GeoKeys, ...names: readonly number[]): number | undefined {
  for (const name of names) {
    const value = keys.get(name);
    if (typeof value === 'number') return value;
  }
  return undefined;
}

/** The code in a key; undefined if it is missing, undefined or user-defined. */
export function codeOfKey(keys: GeoKeys, name: number): number | undefined {
  const code = numberOf(keys, name);
  return code === undefined || code === 0 || code === userDefined ? undefined : code;
}

/** The text in a key; empty if there is none. */
export function textOf(keys: GeoKeys, name: number): string {
  const value = keys.get(name);
  return typeof value === 'string' ? value : '';
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

let codes: GeoKeyCodes;

/** The tables of codes; README.md gives the source. */
export function geoKeyCodes(): GeoKeyCodes {
  codes ??= JSON.parse(readFileSync(new URL('./geo-key-codes.json', import.meta.url), 'utf8'));
  return codes;
}
