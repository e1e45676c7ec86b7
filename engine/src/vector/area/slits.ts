import Flatbush from 'flatbush';
import type { Position } from 'geojson';
import { boxOf } from '../geometry/box.ts';
import { doubleSignedArea } from '../geometry/ring-area.ts';

/** Polygons that touch were rounded each alone: gaps so wide, in units of the grid, come of that. */
const slitUnits = 2;

/** Without the slits that rounding leaves between polygons that touch, and what lies in them. */
export function withoutSlits(polygons: Position[][][]): Position[][][] {
  const slits = polygons.flatMap(([, ...holes]) => holes.filter(isSlit));
  if (slits.length === 0) return polygons;
  const index = new Flatbush(slits.length);
  for (const slit of slits) index.add(...boxOf(slit));
  index.finish();
  const sizes = slits.map(sizeOf);
  const isInSlit = (ring: Position[]) => {
    const size = sizeOf(ring);
    return index.search(...boxOf(ring)).some((slit) => size <= sizes[slit]!);
  };
  return polygons
    .filter(([outer]) => !isInSlit(outer!))
    .map(([outer, ...holes]) => [outer!, ...holes.filter((hole) => !isSlit(hole))]);
}

function isSlit(ring: readonly Position[]): boolean {
  return sizeOf(ring) <= slitUnits * lengthOf(ring);
}

/** Twice the ground, in squared units. */
function sizeOf(ring: readonly Position[]): number {
  return Math.abs(doubleSignedArea(ring));
}

function lengthOf(ring: readonly Position[]): number {
  let length = 0;
  for (let index = 1; index < ring.length; index += 1) {
    const [x0 = 0, y0 = 0] = ring[index - 1]!;
    const [x1 = 0, y1 = 0] = ring[index]!;
    length += Math.hypot(x1 - x0, y1 - y0);
  }
  return length;
}
