import type { Position } from 'geojson';
import { distinctRings } from '../geometry/distinct.ts';

/**
 * The polygon with its coordinates rounded to whole numbers of a fraction of a degree, so that all
 * later tests of corners and edges are exact. Returns no polygon if nothing with an area is left.
 */
export function toGrid(rings: readonly Position[][], unitsPerDegree: number): Position[][][] {
  const [outer, ...holes] = rings.map((ring) => snapRing(ring, unitsPerDegree));
  return outer && isRing(outer) ? [[outer, ...distinctRings(holes.filter(isRing))]] : [];
}

/** Converts back to degrees. */
export function fromGrid(rings: readonly Position[][], unitsPerDegree: number): Position[][] {
  return rings.map((ring) =>
    ring.map(([x = 0, y = 0]) => [x / unitsPerDegree, y / unitsPerDegree]),
  );
}

function snapRing(ring: readonly Position[], unitsPerDegree: number): Position[] {
  const snapped: Position[] = [];
  for (const [x = 0, y = 0] of ring) {
    // Adding zero turns -0 into 0.
    const position = [Math.round(x * unitsPerDegree) + 0, Math.round(y * unitsPerDegree) + 0];
    const previous = snapped.at(-1);
    if (previous?.[0] !== position[0] || previous?.[1] !== position[1]) snapped.push(position);
  }
  return snapped;
}

function isRing(ring: readonly Position[]): boolean {
  if (ring.length < 4) return false;
  const [x0, y0] = ring[0] as [number, number];
  const [x1, y1] = ring[1] as [number, number];
  return ring.some(([x, y]) => (x1 - x0) * (y! - y0) !== (y1 - y0) * (x! - x0));
}
