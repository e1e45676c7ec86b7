import type { Position } from 'geojson';

/** Twice the signed area of a closed ring, in squared units: positive when counter-clockwise. */
export function doubleSignedArea(ring: readonly Position[]): number {
  // Relative to the first corner, because far from the origin the products would lose all their
  // digits.
  const [x0, y0] = ring[0];
  let sum = 0;
  for (let index = 1; index + 1 < ring.length; index++) {
    const [x1, y1] = ring[index];
    const [x2, y2] = ring[index + 1];
    sum += (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
  }
  return sum;
}

/** Whether all positions of a ring lie on the line through its first two. */
export function isFlat([[x0, y0], [x1, y1], ...others]: readonly Position[]): boolean {
  return others.every(([x, y]) => (x1 - x0) * (y - y0) === (y1 - y0) * (x - x0));
}

/** The positions of all rings together. */
export function countPositions(rings: readonly { readonly length: number }[]): number {
  return rings.reduce((sum, { length }) => sum + length, 0);
}

/** Returns the ring in the wanted direction, reversed if necessary. */
export function orientRing<Ring extends readonly Position[]>(
  ring: Ring,
  direction: 'counter-clockwise' | 'clockwise',
): Ring | Position[] {
  const isCounterClockwise = doubleSignedArea(ring) > 0;
  return isCounterClockwise === (direction === 'counter-clockwise') ? ring : ring.toReversed();
}

/** Removes repeated rings. Rings are equal if they have the same corners from the same start on. */
export function distinctRings(rings: readonly Position[][]): Position[][] {
  return distinctBy(rings, String);
}

/** Removes repeated polygons. Polygons are equal if they have the same rings in the same order. */
export function distinctPolygons(polygons: readonly Position[][][]): Position[][][] {
  return distinctBy(polygons, (rings) => rings.join(';'));
}

function distinctBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => seen.size !== seen.add(keyOf(item)).size);
}

/** Whether a position lies in rings without overlaps, by the even-odd rule. */
export function isInside(
  [x = 0, y = 0]: Position,
  rings: readonly (readonly Position[])[],
): boolean {
  let isIn = false;
  for (const ring of rings) {
    for (let corner = 1; corner < ring.length; corner++) {
      const [[fromX, fromY], [toX, toY]] = [ring[corner - 1], ring[corner]];
      if (fromY > y === toY > y) continue;
      if (x < fromX + ((y - fromY) * (toX - fromX)) / (toY - fromY)) isIn = !isIn;
    }
  }
  return isIn;
}
