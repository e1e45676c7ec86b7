import { areaPolygons } from '@refugia/engine/geo/bounds.ts';
import { positionsBefore } from '@refugia/engine/geo/equal-area.ts';
import { areaSquareMeters } from '@refugia/engine/geo/measures.ts';
import {
  defaultPieceMeters,
  expectedPixelMeters,
  isInPieces,
  metersPerDegree,
  scatteredPiecePixels,
  workPixels,
} from '@refugia/engine/geo/work-pixels.ts';
import type { MultiPolygon, Polygon } from 'geojson';

/** Of the pieces that an outline runs through, about so many lie in the area beside those it fills. */
const outlinedShare = 0.6;
const secondsPerPiece = 2;
/** A piece in the finest pixels is smaller, and takes longer. */
const secondsPerFinePiece = 6;
const secondsForAll = 30;

/**
 * About how many minutes a run over an area as large as a state takes, by the pieces that it is worked
 * on in: those that it fills, and those that its outline or islands lie in. Null for a smaller area,
 * whose size says little.
 */
export function expectedMinutes(area: Polygon | MultiPolygon): number | null {
  if (!isInPieces(area)) return null;
  const { finestMeters } = workPixels;
  const isFine = expectedPixelMeters(area) === finestMeters;
  const sideMeters = isFine ? scatteredPiecePixels * finestMeters : defaultPieceMeters;
  const secondsEach = isFine ? secondsPerFinePiece : secondsPerPiece;
  const pieces =
    areaSquareMeters(area) / sideMeters ** 2 + outlinedShare * outlinedPieces(area, sideMeters);
  return Math.ceil((secondsForAll + secondsEach * pieces) / 60);
}

/** How many pieces of some side the outline runs through. */
function outlinedPieces(area: Polygon | MultiPolygon, sideMeters: number): number {
  const pieces = new Set<string>();
  for (const [outer = []] of areaPolygons(area)) {
    for (const [longitude, latitude] of outer.flatMap(positionsBefore)) {
      const row = Math.floor((latitude * metersPerDegree) / sideMeters);
      const middle = ((row + 0.5) * sideMeters) / metersPerDegree;
      const across = longitude * Math.cos((middle * Math.PI) / 180) * metersPerDegree;
      pieces.add(`${row} ${Math.floor(across / sideMeters)}`);
    }
  }
  return pieces.size;
}
