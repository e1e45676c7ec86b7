import { messages } from '@refugia/contract/messages.ts';
import type { Rectangle } from '../../../map/places.ts';

type Side = 'north' | 'west' | 'east' | 'south';
/** The typed texts, in degrees. */
export type RectangleTexts = Record<Side, string>;

interface RectangleReading {
  rectangle: Rectangle | null;
  errors: Partial<Record<Side, string>>;
}

/** Reads the four sides. Each invalid side gets a sentence that says what is valid. */
export function readRectangle(texts: RectangleTexts): RectangleReading {
  const errors: Partial<Record<Side, string>> = {};
  const read = (side: Side, end: number): number => {
    const text = texts[side].trim();
    const degrees = Number(text);
    if (text === '') errors[side] = messages.required;
    else if (!(Math.abs(degrees) <= end)) errors[side] = `Degrees, −${end} to ${end}.`;
    return degrees;
  };
  const [west, east] = [read('west', 180), read('east', 180)];
  const [south, north] = [read('south', 90), read('north', 90)];
  if (!errors.west && !errors.east && west >= east) errors.east = 'Must be greater than West.';
  if (!errors.south && !errors.north && south >= north) {
    errors.north = 'Must be greater than South.';
  }
  const isWhole = Object.keys(errors).length === 0;
  return { rectangle: isWhole ? [west, south, east, north] : null, errors };
}
