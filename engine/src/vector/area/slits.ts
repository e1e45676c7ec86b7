import Flatbush from 'flatbush';
import type { Position } from 'geojson';
import { boundsOf } from '../../geo/bounds.ts';
import { doubleSignedArea } from '../geometry/ring-area.ts';

/** Widest gap, in units of the grid, that results from rounding each of two touching polygons. */
const slitUnits = 2;

/**
 * Removes the slits that rounding leaves between touching polygons, and everything inside of them.
 */
export function withoutSlits(polygons: Position[][][]): Position[][][] {
  const slits = polygons.flatMap(([, ...holes]) => holes.filter(isSlit));
  if (slits.length === 0) return polygons;
  const index = new Flatbush(slits.length);
  for (const slit of slits) index.add(...boundsOf(slit));
  index.finish();
  const sizes = slits.map(sizeOf);
  const isInSlit = (ring: Position[]) => {
    const size = sizeOf(ring);
    return index.search(...boundsOf(ring)).some((slit) => size <= sizes[slit]);
  };
  return polygons
    .filter(([outer]) => !isInSlit(outer!))
    .map(([outer, ...holes]) => [outer!, ...holes.filter((hole) => !isSlit(hole))]);
}

function isSlit(ring: readonly Position[]): boolean {
  return sizeOf(ring) <= slitUnits * lengthOf(ring);
}

/** Twice the area, in squared units. */
function sizeOf(ring: readonly Position[]): number {
  return Math.abs(doubleSignedArea(ring));
}

function lengthOf(ring: readonly Position[]): number {
  let length = 0;
  for (let index = 1; index < ring.length; index++) {
    const [x0 = 0, y0 = 0] = ring[index - 1];
    const [x1 = 0, y1 = 0] = ring[index];
    length += Math.hypot(x1 - x0, y1 - y0);
  }
  return length;
}
