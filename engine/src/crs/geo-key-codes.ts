import { readFileSync } from 'node:fs';

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
