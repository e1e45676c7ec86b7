import Flatbush from 'flatbush';
import type { Position } from 'geojson';
import type { Budget } from '../budget.ts';
import { VectorError } from '../errors.ts';
import { boxOf } from './box.ts';
import { doubleSignedArea } from './ring-area.ts';
import { RingInterior } from './ring-interior.ts';

export interface RingGrouping {
  readonly budget: Budget;
  /** How outer rings run; holes run the other way round. */
  readonly outer: 'clockwise' | 'counter-clockwise';
  /** Told when a hole lies in no outer ring and is taken for one. */
  onStrayHole(): void;
}

/**
 * The polygons that a list of rings stands for, where outer rings and holes are told apart by their
 * direction alone. A hole belongs to the smallest outer ring that holds it. Where all
 * rings run the wrong way round, they are outer rings all the same.
 */
export function groupRings(rings: readonly Position[][], grouping: RingGrouping): Position[][][] {
  const sign = grouping.outer === 'clockwise' ? -1 : 1;
  const areas = rings.map((ring) => sign * doubleSignedArea(ring));
  const hasOuter = areas.some((area) => area > 0);
  const outers: { ring: RingInterior; size: number; polygon: Position[][] }[] = [];
  const holes: Position[][] = [];
  rings.forEach((ring, index) => {
    if (hasOuter && areas[index]! < 0) holes.push(ring);
    else
      outers.push({
        ring: new RingInterior(ring),
        size: Math.abs(areas[index]!),
        polygon: [ring],
      });
  });
  if (outers.length === 1) return [[...outers[0]!.polygon, ...holes]];
  if (holes.length > 0) {
    const index = indexOf(outers.map(({ polygon: [outer] }) => outer!));
    for (const hole of holes) {
      const [x = 0, y = 0] = hole[0]!;
      const near = index.search(x, y, x, y);
      if (!grouping.budget.mayCompare(near.length + 1)) throw tooIntricate();
      const around = near
        .map((number) => outers[number]!)
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

function tooIntricate(): VectorError {
  return new VectorError(
    'too-large',
    'Too many rings of a shape lie within one another to tell holes from land. Simplify it.',
  );
}

function indexOf(rings: readonly Position[][]): Flatbush {
  const index = new Flatbush(rings.length);
  for (const ring of rings) index.add(...boxOf(ring));
  index.finish();
  return index;
}
