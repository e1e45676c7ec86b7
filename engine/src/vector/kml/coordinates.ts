import type { Position } from 'geojson';
import { GeometryFault } from '../layer-builder.ts';

/**
 * The positions of a KML `coordinates` text: tuples of longitude, latitude and perhaps a height,
 * between white space. Blanks beside the commas, which the standard forbids, are common and harmless.
 */
export function readCoordinates(text: string): Position[] {
  const tuples = text.trim().replace(/\s*,\s*/g, ',');
  if (tuples === '') return [];
  return tuples.split(/\s+/).map((tuple) => {
    const [longitude = '', latitude = ''] = tuple.split(',');
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
