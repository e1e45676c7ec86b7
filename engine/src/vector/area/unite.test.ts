import type { Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { told } from '../../../testing/told.ts';
import { Budget, defaultVectorLimits } from '../budget.ts';
import { simplifyRings } from './simplify-rings.ts';
import { unitePolygons, untangle } from './unite.ts';

type Polygons = Position[][][];

/** Gives the same numbers each time (Marsaglia's xorshift, 32 bits). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const budget = () => new Budget(defaultVectorLimits);
const ringsOf = (polygons: Polygons) => polygons.flat();

function edgesOf(rings: readonly Position[][]) {
  return rings.flatMap((ring, number) =>
    ring.slice(1).map((to, index) => ({ from: ring[index], to, ring: number, index })),
  );
}
type Edge = ReturnType<typeof edgesOf>[number];

const side = (a: Position, b: Position, p: Position) =>
  Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (p[0] - a[0]) * (b[1] - a[1]));

/** Whether two edges meet elsewhere than at corners of both, or run along one another. */
function clash(a: Edge, b: Edge): boolean {
  const sides = [side(a.from, a.to, b.from), side(a.from, a.to, b.to)] as const;
  const others = [side(b.from, b.to, a.from), side(b.from, b.to, a.to)] as const;
  if (sides[0] * sides[1] < 0 && others[0] * others[1] < 0) return true;
  const within = (edge: Edge, p: Position) =>
    Math.sign(p[0] - edge.from[0]) * Math.sign(p[0] - edge.to[0]) <= 0 &&
    Math.sign(p[1] - edge.from[1]) * Math.sign(p[1] - edge.to[1]) <= 0 &&
    side(edge.from, edge.to, p) === 0;
  const isCorner = (edge: Edge, p: Position) =>
    String(p) === String(edge.from) || String(p) === String(edge.to);
  return (
    [b.from, b.to].some((p) => within(a, p) && !isCorner(a, p)) ||
    [a.from, a.to].some((p) => within(b, p) && !isCorner(b, p)) ||
    [a.from, a.to].every((p) => isCorner(b, p))
  );
}

/**
 * Compares each pair of edges. Rings may share corners, but no ring passes one of its own corners
 * twice.
 */
function faultsOf(polygons: Polygons): string[] {
  const rings = ringsOf(polygons);
  const edges = edgesOf(rings);
  const faults = edges.flatMap((edge, index) =>
    edges
      .slice(index + 1)
      .filter((other) => clash(edge, other))
      .map((other) => `${edge.from},${edge.to} and ${other.from},${other.to}`),
  );
  for (const ring of rings) {
    if (new Set(ring.slice(1).map(String)).size < ring.length - 1) faults.push(`twice in ${ring}`);
  }
  return faults;
}

/** Whether ground is at a position, by the even-odd rule for each polygon. */
function isGround(polygons: Polygons, [x = 0, y = 0]: Position): boolean {
  return polygons.some((rings) => {
    const crossed = edgesOf(rings).filter(({ from, to }) => {
      const isBeside = from[1] > y !== to[1] > y;
      return isBeside && x < from[0] + ((y - from[1]) * (to[0] - from[0])) / (to[1] - from[1]);
    });
    return crossed.length % 2 === 1;
  });
}

/** The distance from a position to the nearest edge. */
function distance(polygons: Polygons, [x = 0, y = 0]: Position): number {
  return Math.min(
    ...edgesOf(ringsOf(polygons)).map(({ from, to }) => {
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const share = ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy);
      const on = Math.max(0, Math.min(1, share));
      return Math.hypot(x - from[0] - on * dx, y - from[1] - on * dy);
    }),
  );
}

/**
 * Positions at which two versions of the same ground differ although neither has an edge nearby.
 */
function differences(a: Polygons, b: Polygons, size: number, random: (below: number) => number) {
  const positions = Array.from({ length: 200 }, () => [random(size) + 0.5, random(size) + 0.5]);
  return positions.filter(
    (position) =>
      isGround(a, position) !== isGround(b, position) &&
      Math.min(distance(a, position), distance(b, position)) > 3,
  );
}

function rectangle(random: (below: number) => number, size: number): Position[][] {
  const [west, south] = [random(size), random(size)];
  const [east, north] = [west + 1 + random(size / 3), south + 1 + random(size / 3)];
  return [[[west, south], [east, south], [east, north], [west, north], [west, south]]]; // biome-ignore format: one ring
}

function triangle(random: (below: number) => number, size: number): Position[][] {
  for (;;) {
    const [a, b, c] = [0, 1, 2].map(() => [random(size), random(size)]) as [
      Position,
      Position,
      Position,
    ];
    const turn = side(a, b, c);
    if (turn !== 0) return [turn > 0 ? [a, b, c, a] : [a, c, b, a]];
  }
}

const kinds = [
  { name: 'rectangles that share many corners', make: rectangle, size: 12 },
  { name: 'triangles on a coarse grid', make: triangle, size: 40 },
  { name: 'triangles on a fine grid', make: triangle, size: 1000 },
];

describe.each(kinds)('$name', ({ make, size }) => {
  const random = randomFrom(20261121);
  const cases = Array.from({ length: 40 }, () =>
    Array.from({ length: 2 + random(20) }, () => make(random, size)),
  );

  test('are united into valid polygons that cover the same ground', () => {
    for (const polygons of cases) {
      const united = unitePolygons(polygons, budget());
      // Where no two boxes touch there is nothing to unite.
      if (!united) continue;
      expect(faultsOf(united)).toEqual([]);
      expect(differences(polygons, united, size, random)).toEqual([]);
    }
  });

  test('stay valid when they are simplified', () => {
    let count = 0;
    for (const polygons of cases) {
      const rings = ringsOf(unitePolygons(polygons, budget()) ?? polygons);
      const positions = rings.flat().length;
      const maxPositions = Math.max(rings.length * 4, Math.floor(positions * 0.7));
      const simplified = simplifyRings(rings, { maxPositions, unitsPerDegree: 100_000 });
      if (!simplified) continue;
      count++;
      expect(faultsOf([simplified.rings])).toEqual([]);
    }
    expect(count).toBeGreaterThan(30);
  });
});

test('a ring that crosses itself in any way becomes valid polygons', () => {
  const random = randomFrom(7);
  for (let round = 0; round < 60; round++) {
    const corners = Array.from({ length: 4 + random(8) }, () => [random(900), random(900)]);
    const ring = [...corners, corners[0]];
    const polygons = untangle([ring], 20_000, budget());
    expect(polygons).toBeDefined();
    expect(faultsOf(polygons!)).toEqual([]);
    expect(differences([[ring]], polygons!, 900, random)).toEqual([]);
  }
});

test('a hole that touches its outer ring twice divides the polygon', () => {
  const outer = [[0, 0], [8, 0], [8, 8], [0, 8], [0, 0]]; // biome-ignore format: one ring
  const hole = [[4, 0], [2, 4], [4, 8], [6, 4], [4, 0]]; // biome-ignore format: one ring
  const polygons = untangle([outer, hole], 20_000, budget())!;
  expect(polygons).toHaveLength(2);
  expect(faultsOf(polygons)).toEqual([]);
});

test('more crossings than can be followed give no result', () => {
  const random = randomFrom(3);
  const corners = Array.from({ length: 20_000 }, () => [random(1e6), random(1e6)]);
  expect(untangle([[...corners, corners[0]]], 20_000, budget())).toBeUndefined();
});

test('a scribble is refused with what to do', () => {
  const random = randomFrom(5);
  const corners = Array.from({ length: 300 }, () => [random(9000), random(9000)]);
  expect(() => told(() => untangle([[...corners, corners[0]]], 1000, budget()))).toThrow(
    /^An outline of 301 corners crosses itself so often that it falls into loops of [\d,]+ corners; at most 1,000 can be analyzed\. Draw it anew, or repair and simplify it \(in QGIS: Fix geometries, then Simplify\)\.$/,
  );
});
