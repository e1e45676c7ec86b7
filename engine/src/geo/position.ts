import type { Position } from 'geojson';

/** A longitude as people and services write it, from -180 to 180. */
export function wrapLongitude(longitude: number): number {
  return Math.abs(longitude) <= 180 ? longitude : longitude - 360 * Math.round(longitude / 360);
}

/** The angle between two meridians in degrees, the shorter way round: 0 to 180. */
export function degreesApart(longitude: number, other: number): number {
  const degrees = Math.abs(longitude - other) % 360;
  return Math.min(degrees, 360 - degrees);
}

/** Degrees from a meridian eastwards, the shorter way round: -180 to 180. */
export function degreesEastOf(meridian: number, longitude: number): number {
  return ((((longitude - meridian + 180) % 360) + 360) % 360) - 180;
}

/** Whether a position lies exactly on the antimeridian, as after cutting. */
export function isOnAntimeridian([longitude = 0]: Position): boolean {
  return Math.abs(longitude) === 180;
}

/** A number with at most so many decimals. Adding zero turns -0 into 0, which JSON can't hold. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0;
}

/** A position with at most so many decimals; NaN where a coordinate is missing. */
export function roundPosition(
  [longitude = Number.NaN, latitude = Number.NaN]: readonly number[],
  decimals: number,
): [longitude: number, latitude: number] {
  return [roundTo(longitude, decimals), roundTo(latitude, decimals)];
}
