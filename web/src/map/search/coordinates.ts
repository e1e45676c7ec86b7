import type { LngLat } from '../places.ts';

interface Angle {
  degrees: number;
  /** The axis, if a letter names it. */
  axis: 'latitude' | 'longitude' | null;
}

/**
 * Reads a position as people write it: "41.2, -95.9", "41.2N 95.9W", `41°12'30"N 95°54'W`,
 * "N 41 12.5 W 95 54". Latitude comes first, unless letters or sizes say otherwise.
 * @returns null for anything else
 */
export function parseCoordinates(text: string): LngLat | null {
  const parts = splitInTwo(text.trim().toUpperCase().replaceAll('−', '-'));
  const [first, second] = parts?.map(parseAngle) ?? [];
  if (!first || !second) return null;
  if (first.axis !== null && first.axis === second.axis) return null;
  const isLongitudeFirst =
    first.axis === 'longitude' ||
    second.axis === 'latitude' ||
    (first.axis === null && second.axis === null && Math.abs(first.degrees) > 90);
  const [latitude, longitude] = isLongitudeFirst
    ? [second.degrees, first.degrees]
    : [first.degrees, second.degrees];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [longitude, latitude] : null;
}

/** Splits a position into the texts of its two angles. */
function splitInTwo(text: string): [string, string] | null {
  const byMark = text.split(/\s*[,;/]\s*/);
  if (byMark.length === 2) return [byMark[0], byMark[1]];
  if (byMark.length > 2) return null;
  const byLetter =
    /^([NSEW][^NSEW]+)([NSEW][^NSEW]+)$/.exec(text) ??
    /^([^NSEW]+[NSEW])([^NSEW]+[NSEW])$/.exec(text);
  if (byLetter) return [byLetter[1], byLetter[2]];
  const words = text.split(/\s+/);
  const half = words.length / 2;
  if (!Number.isInteger(half) || half > 3) return null;
  return [words.slice(0, half).join(' '), words.slice(half).join(' ')];
}

const anglePattern =
  /^([NSEW])?\s*([+-]?)(\d+(?:\.\d+)?)\s*[°º]?\s*(?:(\d+(?:\.\d+)?)\s*['’′]?\s*(?:(\d+(?:\.\d+)?)\s*(?:["”″]|'')?)?)?\s*([NSEW])?$/;

function parseAngle(text: string): Angle | null {
  const match = anglePattern.exec(text.trim());
  if (match === null) return null;
  const [, before, sign, degreesText, minutesText = '0', secondsText = '0', after] = match;
  if (before !== undefined && after !== undefined) return null;
  const letter = before ?? after;
  // In "41.5° 12'" both the decimals and the minutes give a part of a degree.
  if (degreesText.includes('.') && match[4] !== undefined) return null;
  const [minutes, seconds] = [Number(minutesText), Number(secondsText)];
  if (minutes >= 60 || seconds >= 60 || (letter !== undefined && sign === '-')) return null;
  const size = Number(degreesText) + minutes / 60 + seconds / 3600;
  const isNegative = sign === '-' || letter === 'S' || letter === 'W';
  const axis = letter === undefined ? null : 'NS'.includes(letter) ? 'latitude' : 'longitude';
  return { degrees: isNegative ? -size : size, axis };
}

/** A position for reading, such as "41.2500° N, 95.9000° W": 4 decimals are 11 m. */
export function formatCoordinates([longitude, latitude]: LngLat): string {
  const angle = (degrees: number, letters: string) =>
    `${Math.abs(degrees).toFixed(4)}° ${letters[degrees < 0 ? 1 : 0]}`;
  return `${angle(latitude, 'NS')}, ${angle(longitude, 'EW')}`;
}
