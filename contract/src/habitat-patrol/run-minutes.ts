import { areaPolygons } from '@refugia/engine/geo/bounds.ts';
import { areaSquareMeters, metersPerDegree } from '@refugia/engine/geo/measures.ts';
import { positionsBefore } from '@refugia/engine/geo/work-crs.ts';
import {
  defaultSubareaMeters,
  expectedPixelMeters,
  isInSubareas,
  scatteredSubareaPixels,
  workPixels,
} from '@refugia/engine/geo/work-pixels.ts';
import type { MultiPolygon, Polygon } from 'geojson';

/**
 * A subarea that the area's outline runs through counts as this share of a subarea, in addition to the
 * subareas that the area fills.
 */
const outlinedShare = 0.6;
const secondsPerSubarea = 2;
/** A subarea with the finest pixels takes longer, although it is smaller. */
const secondsPerFineSubarea = 6;
const secondsForAll = 30;

/**
 * Estimates how many minutes a run takes when its area is worked on in subareas: those that the area
 * fills, and those that its outline runs through. Returns null for an area that is worked on as a
 * whole, whose size says little.
 */
export function expectedMinutes(area: Polygon | MultiPolygon): number | null {
  if (!isInSubareas(area)) return null;
  const { finestMeters } = workPixels;
  const isFine = expectedPixelMeters(area) === finestMeters;
  const sideMeters = isFine ? scatteredSubareaPixels * finestMeters : defaultSubareaMeters;
  const secondsEach = isFine ? secondsPerFineSubarea : secondsPerSubarea;
  const subareas =
    areaSquareMeters(area) / sideMeters ** 2 + outlinedShare * outlinedSubareas(area, sideMeters);
  return Math.ceil((secondsForAll + secondsEach * subareas) / 60);
}

/** Counts the subareas that the outline runs through. */
function outlinedSubareas(area: Polygon | MultiPolygon, sideMeters: number): number {
  const subareas = new Set<string>();
  for (const [outer = []] of areaPolygons(area)) {
    for (const [longitude, latitude] of outer.flatMap(positionsBefore)) {
      const row = Math.floor((latitude * metersPerDegree) / sideMeters);
      const middle = ((row + 0.5) * sideMeters) / metersPerDegree;
      const across = longitude * Math.cos((middle * Math.PI) / 180) * metersPerDegree;
      subareas.add(`${row} ${Math.floor(across / sideMeters)}`);
    }
  }
  return subareas.size;
}
