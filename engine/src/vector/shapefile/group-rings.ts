import Flatbush from 'flatbush';
import type { Position } from 'geojson';
import type { Budget } from '../budget.ts';
import { VectorError } from '../errors.ts';
import { doubleSignedArea } from '../geometry/ring-area.ts';

export interface RingGrouping {
  readonly budget: Budget;
  /** Told when a hole lies in no outer ring and is taken for one. */
  onStrayHole(): void;
}

/**
 * The polygons that a list of rings stands for, in a format that tells outer rings (clockwise) from
 * holes by their direction alone. A hole belongs to the smallest outer ring that holds it. Where all
 * rings run the wrong way round, they are outer rings all the same.
 */
export function groupRings(rings: readonly Position[][], grouping: RingGrouping): Position[][][] {
  const areas = rings.map(doubleSignedArea);
  const hasOuter = areas.some((area) => area < 0);
  const outers: { ring: Position[]; size: number; polygon: Position[][] }[] = [];
  const holes: Position[][] = [];
  rings.forEach((ring, index) => {
    if (hasOuter && areas[index]! > 0) holes.push(ring);
    else outers.push({ ring, size: Math.abs(areas[index]!), polygon: [ring] });
  });
  if (outers.length === 1) return [[...outers[0]!.polygon, ...holes]];
  if (holes.length > 0) {
    const index = indexOf(outers.map(({ ring }) => ring));
    for (const hole of holes) {
      const [x = 0, y = 0] = hole[0]!;
      const near = index.search(x, y, x, y);
      if (!grouping.budget.mayCompare(near.length + 1)) throw tooIntricate();
      const around = near
        .map((number) => outers[number]!)
        .sort((a, b) => a.size - b.size)
        .find(({ ring }) => {
          if (!grouping.budget.mayCompare(ring.length)) throw tooIntricate();
          return holds(ring, hole);
        });
      if (around) {
        around.polygon.push(hole);
      } else {
        grouping.onStrayHole();
        outers.push({ ring: hole, size: 0, polygon: [hole] });
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
  for (const ring of rings) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [x = 0, y = 0] of ring) {
      west = Math.min(west, x);
      south = Math.min(south, y);
      east = Math.max(east, x);
      north = Math.max(north, y);
    }
    index.add(west, south, east, north);
  }
  index.finish();
  return index;
}

/** Whether a ring holds another one: a corner that lies on it tells nothing, so the next is asked. */
function holds(outer: readonly Position[], inner: readonly Position[]): boolean {
  for (const position of inner.slice(0, 8)) {
    const where = locate(outer, position);
    if (where !== 'on') return where === 'inside';
  }
  return true;
}

function locate(ring: readonly Position[], [x = 0, y = 0]: Position): 'inside' | 'outside' | 'on' {
  let isInside = false;
  for (let index = 1; index < ring.length; index += 1) {
    const [x0, y0] = ring[index - 1] as [number, number];
    const [x1, y1] = ring[index] as [number, number];
    const turn = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0);
    const isBeside =
      x >= Math.min(x0, x1) &&
      x <= Math.max(x0, x1) &&
      y >= Math.min(y0, y1) &&
      y <= Math.max(y0, y1);
    if (turn === 0 && isBeside) return 'on';
    if (y0 > y !== y1 > y && turn > 0 === y1 > y0) isInside = !isInside;
  }
  return isInside ? 'inside' : 'outside';
}
