import type { Position } from 'geojson';
import type { Budget } from '../budget.ts';
import { GeometryFault } from '../layer-builder.ts';

/**
 * The positions of a KML `coordinates` text: tuples of longitude, latitude and perhaps a height,
 * between white space. Blanks beside the commas, which the standard forbids, are common and harmless.
 * Throws VectorError for more than the budget has left, before memory is taken for them.
 */
export function readCoordinates(text: string, budget: Budget): Position[] {
  // With a height each tuple has two commas.
  budget.foresee('positions', Math.floor(countCommas(text) / 2));
  const tuples = text.trim().replace(/\s*,\s*/g, ',');
  if (tuples === '') return [];
  return tuples.split(/\s+/).map((tuple) => {
    const [longitude = '', latitude = '', , ...more] = tuple.split(',');
    // Numbers with decimal commas: their halves would pass for a place elsewhere.
    if (more.length > 0 && !tuple.includes('.')) {
      throw new GeometryFault(
        'Has a coordinate of more than three numbers: decimals have to be written with a point, and blanks belong between places.',
      );
    }
    return readPosition(longitude, latitude);
  });
}

/** The position of a `gx:coord`: the same three numbers between blanks. */
export function readTrackPosition(text: string): Position {
  const [longitude = '', latitude = ''] = text.trim().split(/\s+/);
  return readPosition(longitude, latitude);
}

function readPosition(longitude: string, latitude: string): Position {
  // Number('') is 0, and Number('0x10') is 16.
  const isNumber = (text: string) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
  if (!isNumber(longitude) || !isNumber(latitude)) {
    throw new GeometryFault('Has a coordinate that is not a number.');
  }
  return [Number(longitude), Number(latitude)];
}

function countCommas(text: string): number {
  let count = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) count += 1;
  return count;
}
