import type { Position } from 'geojson';
import type { Budget } from '../budget.ts';
import { GeometryFault } from '../layer-builder.ts';

/**
 * Parses the text of KML `coordinates`: tuples of longitude, latitude and an optional height,
 * separated by white space. Blanks beside the commas are common and harmless, although the standard
 * forbids them. Throws VectorError, before memory is allocated, if there are more positions than
 * the budget allows.
 */
export function readCoordinates(text: string, budget: Budget): Position[] {
  // A tuple with a height has two commas.
  budget.foresee('positions', Math.floor(countCommas(text) / 2));
  const tuples = text.trim().replace(/\s*,\s*/g, ',');
  if (tuples === '') return [];
  return tuples.split(/\s+/).map((tuple) => {
    const [longitude = '', latitude = '', , ...more] = tuple.split(',');
    // Decimal commas would split a number, and its halves would be read as another place.
    if (more.length > 0 && !tuple.includes('.')) {
      throw new GeometryFault(
        'Has a coordinate of more than three numbers: decimals have to be written with a point, and blanks belong between places.',
      );
    }
    return readPosition(longitude, latitude);
  });
}

/** Parses the position of a `gx:coord`, whose three numbers are separated by blanks. */
export function readTrackPosition(text: string): Position {
  const [longitude = '', latitude = ''] = text.trim().split(/\s+/);
  return readPosition(longitude, latitude);
}

function readPosition(longitude: string, latitude: string): Position {
  // Number() is too lenient: Number('') is 0, and Number('0x10') is 16.
  const isNumber = (text: string) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
  if (!isNumber(longitude) || !isNumber(latitude)) {
    throw new GeometryFault('Has a coordinate that is not a number.');
  }
  return [Number(longitude), Number(latitude)];
}

function countCommas(text: string): number {
  let count = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) count++;
  return count;
}
