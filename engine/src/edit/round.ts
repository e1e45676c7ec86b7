import type { Position } from 'geojson';
import { coordinateDecimals } from './plane.ts';

const scale = 10 ** coordinateDecimals;

/** A position with the decimals that a map keeps, between 180° west and east. */
export function roundPosition([longitude = 0, latitude = 0]:
  | Position
  | readonly number[]): Position {
  const turns = Math.floor((longitude + 180) / 360);
  const isEdge = longitude === 180;
  // Adding zero turns -0 into 0.
  return [
    Math.round((longitude - (isEdge ? 0 : turns * 360)) * scale) / scale + 0,
    Math.round(Math.max(-90, Math.min(90, latitude)) * scale) / scale + 0,
  ];
}
