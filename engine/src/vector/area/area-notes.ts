import type { MultiPolygon, Polygon } from 'geojson';
import { areaPolygons } from '../../geo/bounds.ts';
import { Budget, defaultVectorLimits } from '../budget.ts';
import { cleanPolygon } from '../geometry/clean-polygon.ts';
import { repairNotes } from '../geometry/repair-notes.ts';

/**
 * What a person should know of an area that came without a file: the sentences that the upload of a
 * file with the same rings gives.
 */
export function areaNotes(area: Polygon | MultiPolygon): string[] {
  const budget = new Budget(defaultVectorLimits);
  const notes = new Set<string>();
  for (const rings of areaPolygons(area)) {
    cleanPolygon(rings, budget, (event) => {
      const note = repairNotes[event];
      if (note !== undefined) notes.add(note);
    });
  }
  return [...notes];
}
