import { type Bounds, boundsOf } from '@refugia/engine/geo/bounds.ts';
import type { Position } from 'geojson';

/** Whether a point lies inside a ring (even-odd); the ring may be closed or open. */
export function insideRing([x, y]: Position, ring: readonly Position[]): boolean {
  let inside = false;
  for (let index = 0; index < ring.length; index++) {
    const [ax, ay] = ring[index];
    const [bx, by] = ring[(index + 1) % ring.length];
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  }
  return inside;
}

function turn(a: Position, b: Position, c: Position): number {
  return Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

function segmentsCross(a: Position, b: Position, c: Position, d: Position): boolean {
  return turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b);
}

/** Whether two rings share ground: an edge of each crosses, or one holds the other. Holes don't count. */
export function ringsMeet(first: readonly Position[], second: readonly Position[]): boolean {
  if (!boundsMeet(knownBoundsOf(first), knownBoundsOf(second))) return false;
  if (insideRing(first[0], second) || insideRing(second[0], first)) return true;
  for (let i = 0; i < first.length; i++) {
    for (let j = 0; j < second.length; j++) {
      const meets = segmentsCross(
        first[i],
        first[(i + 1) % first.length],
        second[j],
        second[(j + 1) % second.length],
      );
      if (meets) return true;
    }
  }
  return false;
}

/** Bounds are kept, because those of the same outlines and tiles are needed again and again. */
const knownBounds = new WeakMap<readonly Position[], Bounds>();

function knownBoundsOf(ring: readonly Position[]): Bounds {
  const known = knownBounds.get(ring) ?? boundsOf(ring);
  knownBounds.set(ring, known);
  return known;
}

function boundsMeet(one: Bounds, other: Bounds): boolean {
  return one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3];
}
