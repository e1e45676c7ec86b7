import { areaPolygons } from '@refugia/engine/geo/bounds.ts';
import { areaSquareMeters, metersPerDegree } from '@refugia/engine/geo/measures.ts';
import { positionsBefore } from '@refugia/engine/geo/work-crs.ts';
import {
  defaultPieceMeters,
  expectedPixelMeters,
  isInPieces,
  scatteredPiecePixels,
  workPixels,
} from '@refugia/engine/geo/work-pixels.ts';
import type { MultiPolygon, Polygon } from 'geojson';

/**
 * A piece that the area's outline runs through counts as this share of a piece, in addition to the
 * pieces that the area fills.
 */
const outlinedShare = 0.6;
const secondsPerPiece = 2;
/** A piece with the finest pixels takes longer, although it is smaller. */
const secondsPerFinePiece = 6;
const secondsForAll = 30;

/**
 * Estimates how many minutes a run takes when its area is worked on in pieces: those that the area
 * fills, and those that its outline runs through. Returns null for an area that is worked on as a
 * whole, whose size says little.
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

/** Counts the pieces that the outline runs through. */
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
