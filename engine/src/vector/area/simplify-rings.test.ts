import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { simplifyRings } from './simplify-rings.ts';

test('a straight edge loses its middle corners and does not move', () => {
  const edge = Array.from({ length: 11 }, (_, index): Position => [index, 0]);
  const ring = [...edge, [10, 10], [0, 10], [0, 0]];
  const simplified = simplifyRings([ring], { maxPositions: 5, unitsPerDegree: 10 });
  expect(simplified?.rings).toEqual([
    [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
      [0, 0],
    ],
  ]);
  expect(simplified?.movedMeters).toBeCloseTo(0, 6);
});

test('a ring keeps three corners: where that is too many, there is no result', () => {
  const triangle: Position[] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  const options = { maxPositions: 7, unitsPerDegree: 1 };
  expect(simplifyRings([triangle, triangle], options)).toBeUndefined();
});

test('a corner that rings share stays: without it, one would cross the other', () => {
  const outer: Position[] = [
    [0, 0],
    [20, 0],
    [20, 20],
    [11, 20],
    [10, 18],
    [9, 20],
    [0, 20],
    [0, 0],
  ];
  // The ring touches the outer ring at the tip of its notch. Without the tip it would cross the new
  // edge.
  const above: Position[] = [
    [10, 18],
    [11, 25],
    [9, 25],
    [10, 18],
  ];
  const simplified = simplifyRings([outer, above], { maxPositions: 11, unitsPerDegree: 1 });
  expect(simplified?.rings[0]).toContainEqual([10, 18]);
});

test('neighbours lose the corners of their common side together, when they may', () => {
  const side = Array.from({ length: 9 }, (_, index): Position => [10 + (index % 2), index + 1]);
  const left = [[0, 0], [10, 0], ...side, [10, 10], [0, 10], [0, 0]]; // biome-ignore format: one ring
  const right = [[20, 0], [20, 10], [10, 10], ...side.toReversed(), [10, 0], [20, 0]]; // biome-ignore format: one ring
  const options = { maxPositions: 12, unitsPerDegree: 1 };
  expect(simplifyRings([left, right], options)).toBeUndefined();
  const simplified = simplifyRings([left, right], { ...options, mayShareEdges: true });
  const [first, second] = simplified!.rings.map((ring) => new Set(ring.map(String)));
  const common = [...first!].filter((corner) => second!.has(corner));
  expect(simplified!.rings.flat().length).toBeLessThanOrEqual(12);
  expect(common).toEqual(expect.arrayContaining(['10,0', '10,10']));
});
