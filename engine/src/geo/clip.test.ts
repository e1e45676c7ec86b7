import fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { intersect, oddLoops, subtract } from './clip.ts';
import { doubleSignedArea } from './rings.ts';

type Rings = readonly Position[][];

const edgesOf = (rings: Rings) =>
  rings.flatMap((ring) => ring.slice(1).map((to, at) => [ring[at], to]));

/** Where two edges cross, from west to east. */
function crossing([a, b]: Position[], [c, d]: Position[]): number[] {
  const [dx, dy, ex, ey] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const share = ((c[0] - a[0]) * ey - (c[1] - a[1]) * ex) / (dx * ey - dy * ex);
  return share > 0 && share < 1 ? [a[0] + share * dx] : [];
}

/**
 * The area of ground, measured without clipping: edges cut the plane into upright strips in which
 * none cross, and each strip's area is its width times what its middle line has of ground.
 */
function measured(shapes: readonly Rings[], isGround: (inside: boolean[]) => boolean): number {
  const edges = shapes.map(edgesOf);
  const all = edges.flat();
  const corners = all.map(([from]) => from[0]);
  const crossings = all.flatMap((edge, at) =>
    all.slice(at + 1).flatMap((other) => crossing(edge, other)),
  );
  const sides = [...corners, ...crossings].sort((a, b) => a - b);
  return sides.slice(1).reduce((area, east, at) => {
    const [width, middle] = [east - sides[at], (east + sides[at]) / 2];
    const steps = edges
      .flatMap((own, shape) =>
        own
          .filter(([from, to]) => from[0] > middle !== to[0] > middle)
          .map(([from, to]) => {
            const slope = (to[1] - from[1]) / (to[0] - from[0]);
            return { y: from[1] + (middle - from[0]) * slope, shape };
          }),
      )
      .sort((a, b) => a.y - b.y);
    const inside = shapes.map(() => false);
    let height = 0;
    steps.forEach(({ y, shape }, step) => {
      inside[shape] = !inside[shape];
      if (isGround(inside)) height += steps[step + 1].y - y;
    });
    return area + width * height;
  }, 0);
}

/** The area by the rings: outer ones run counter-clockwise, holes clockwise. */
const areaOf = (polygons: readonly Rings[]) =>
  polygons.flat().reduce((sum, ring) => sum + doubleSignedArea(ring) / 2, 0);

const close = (ring: Position[]): Position[] => [...ring, ring[0]];
const share = fc.double({ min: 0.2, max: 1, noNaN: true });

/** A star around a place, which crosses itself nowhere. It is a hundred metres to a continent wide. */
const star = (center: Position, size: number) =>
  fc.array(share, { minLength: 3, maxLength: 30 }).map((rays) =>
    close(
      rays.map((ray, index) => {
        const angle = (2 * Math.PI * index) / rays.length;
        return [center[0] + size * ray * Math.cos(angle), center[1] + size * ray * Math.sin(angle)];
      }),
    ),
  );
const stars = fc
  .tuple(
    fc.double({ min: -3, max: 1, noNaN: true }),
    fc.double({ min: -140, max: 140, noNaN: true }),
    fc.double({ min: -60, max: 60, noNaN: true }),
    share,
  )
  .chain(([magnitude, x, y, apart]) => {
    const size = 10 ** magnitude;
    return fc.tuple(star([x, y], size), star([x + apart * size, y - apart * size], size));
  });

const square = (west: number, south: number, side: number): Position[] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

// Expected: areas that are measured strip by strip, without clipping.
describe('the area of two shapes', () => {
  test('in common, and of the first alone', () => {
    fc.assert(
      fc.property(stars, ([one, other]) => {
        const whole = Math.abs(doubleSignedArea(one)) / 2;
        const common = measured([[one], [other]], ([a, b]) => a && b);
        const alone = measured([[one], [other]], ([a, b]) => a && !b);
        expect(Math.abs(areaOf(intersect([[one]], [[other]])) - common) / whole).toBeLessThan(1e-9);
        expect(Math.abs(areaOf(subtract([[one]], [[other]])) - alone) / whole).toBeLessThan(1e-9);
      }),
    );
  });

  test('the first with a hole that touches its outline', () => {
    const holed = [square(0, 0, 4), square(0, 1, 2).toReversed()];
    expect(areaOf(subtract([holed], [[square(1, 1, 2)]]))).toBeCloseTo(16 - 4 - 2, 12);
    expect(areaOf(intersect([holed], [[square(-1, 0, 3)]]))).toBeCloseTo(6 - 4, 12);
  });
});

test('ground is what lies in an odd number of loops of a ring that crosses itself', () => {
  const decimal = fc.integer({ min: -1_000, max: 1_000 }).map((whole) => whole / 1_000);
  const corner = fc.tuple(decimal, decimal);
  fc.assert(
    fc.property(fc.array(corner, { minLength: 3, maxLength: 12 }), (corners) => {
      const ring = close(corners);
      const odd = measured([[ring]], ([inside]) => inside);
      expect(areaOf(oddLoops([ring]))).toBeCloseTo(odd, 9);
    }),
  );
});

test('what is not cut comes back as it was', () => {
  const outer = close([
    [-95.123456789012, 41.987654321098],
    [179.999999999999, 41.1],
    [-95, 42],
  ]);
  expect(subtract([[outer]], [[square(0, 0, 1)]])).toEqual([[outer]]);
  expect(intersect([[outer]], [[square(0, 0, 1)]])).toEqual([]);
});
