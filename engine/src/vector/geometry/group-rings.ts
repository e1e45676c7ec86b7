import Flatbush from 'flatbush';
import type { Position } from 'geojson';
import { boundsOf } from '../../geo/bounds.ts';
import type { Budget } from '../budget.ts';
import { VectorError } from '../errors.ts';
import { doubleSignedArea } from './ring-area.ts';
import { RingInterior } from './ring-interior.ts';

export interface RingGrouping {
  readonly budget: Budget;
  /** Called when a hole lies in no outer ring and becomes an outer ring itself. */
  onStrayHole(): void;
}

/**
 * Groups rings into polygons, in formats that distinguish outer rings and holes only by their
 * direction. The largest ring is an outer one, and holes run the other way round. A hole belongs to
 * the smallest outer ring that contains it.
 */
export function groupRings(rings: readonly Position[][], grouping: RingGrouping): Position[][][] {
  const areas = outwardAreas(rings);
  const outers: { ring: RingInterior; size: number; polygon: Position[][] }[] = [];
  const holes: Position[][] = [];
  rings.forEach((ring, index) => {
    if (areas[index] < 0) holes.push(ring);
    else
      outers.push({
        ring: new RingInterior(ring),
        size: Math.abs(areas[index]),
        polygon: [ring],
      });
  });
  if (outers.length === 1) return [[...outers[0].polygon, ...holes]];
  if (holes.length > 0) {
    const index = indexOf(outers.map(({ polygon: [outer] }) => outer!));
    for (const hole of holes) {
      const [x = 0, y = 0] = hole[0];
      const near = index.search(x, y, x, y);
      if (!grouping.budget.mayCompare(near.length + 1)) throw tooIntricate();
      const around = near
        .map((number) => outers[number])
        .sort((a, b) => a.size - b.size)
        .find(({ ring }) => {
          const holds = ring.holds(hole, grouping.budget);
          if (holds === undefined) throw tooIntricate();
          return holds;
        });
      if (around) {
        around.polygon.push(hole);
      } else {
        grouping.onStrayHole();
        outers.push({ ring: new RingInterior(hole), size: 0, polygon: [hole] });
      }
    }
  }
  return outers.map(({ polygon }) => polygon);
}

/** Twice the area of each ring, negative for holes. */
function outwardAreas(rings: readonly Position[][]): readonly number[] {
  const areas = rings.map(doubleSignedArea);
  const largest = areas.reduce((most, area) => (Math.abs(area) > Math.abs(most) ? area : most), 0);
  return largest < 0 ? areas.map((area) => -area) : areas;
}

function tooIntricate(): VectorError {
  return new VectorError(
    'too-large',
    'Too many rings of a shape lie within one another to tell holes from land. Simplify it.',
  );
}

function indexOf(rings: readonly Position[][]): Flatbush {
  const index = new Flatbush(rings.length);
  for (const ring of rings) index.add(...boundsOf(ring));
  index.finish();
  return index;
}
