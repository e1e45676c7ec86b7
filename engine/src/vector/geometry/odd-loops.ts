import type { Position } from 'geojson';
import polygonClipping, { type MultiPolygon } from 'polygon-clipping';
import type { Budget } from '../budget.ts';
import { bendAtCrossings } from './crossings.ts';

/**
 * Makes a polygon whose rings cross (outer ring first) into valid polygons. Ground is what lies in
 * an odd number of loops of the outer ring, except for the holes, whose ground is found in the same
 * way. Areas are drawn, measured and analysed by the same rule. The result is undefined if the
 * file's comparisons are used up. Throws for edges that the library cannot sort.
 */
export function oddLoops(rings: readonly Position[][], budget: Budget): Position[][][] | undefined {
  const regions: MultiPolygon[] = [];
  for (const ring of rings) {
    const bent = bendAtCrossings([ring], budget, (place) => place);
    if (!bent) return undefined;
    const [first = [], ...others] = loopsOf(bent[0]).map((loop) => [loop as [number, number][]]);
    regions.push(polygonClipping.xor(first, ...others));
  }
  const [outer = [], ...holes] = regions;
  return polygonClipping.difference(outer, ...holes);
}

/** Splits a closed ring wherever it comes back to a corner. No loop visits a corner twice. */
function loopsOf(ring: readonly Position[]): Position[][] {
  const loops: Position[][] = [];
  const path: Position[] = [];
  const places = new Map<string, number>();
  for (const position of ring) {
    const key = String(position);
    const place = places.get(key);
    if (place !== undefined) {
      const loop = path.splice(place);
      for (const each of loop) places.delete(String(each));
      // Two edges there and back enclose nothing.
      if (loop.length > 2) loops.push([...loop, position]);
    }
    places.set(key, path.length);
    path.push(position);
  }
  return loops;
}
