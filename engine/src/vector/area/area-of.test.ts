import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { readVector } from '../index.ts';
import { areaOf } from './area-of.ts';
import { simplifyRings } from './simplify-rings.ts';

const options = { decimals: 5, maxPositions: 200 };
const read = (value: unknown) => readVector(Buffer.from(JSON.stringify(value)), 'a.json');

/** A wavy outline around a place. */
function wavy(corners: number, radius: number): Position[] {
  const ring = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    const reach = radius * (1 + 0.2 * Math.sin(9 * angle) + 0.002 * Math.sin(400 * angle));
    return [-100 + reach * Math.cos(angle), 40 + reach * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

/** Whether two segments cross, by the signs of four triangles. */
function cross([a, b]: Position[], [c, d]: Position[]): boolean {
  const side = (p: Position, q: Position, r: Position) =>
    Math.sign((q[0]! - p[0]!) * (r[1]! - p[1]!) - (r[0]! - p[0]!) * (q[1]! - p[1]!));
  return side(a!, b!, c!) * side(a!, b!, d!) < 0 && side(c!, d!, a!) * side(c!, d!, b!) < 0;
}

test('rounding leaves out what it empties', () => {
  const tiny = [
    [
      [1, 1],
      [1.000001, 1],
      [1.000001, 1.000001],
      [1, 1],
    ],
  ];
  const wide = [
    [
      [5, 5],
      [6, 5],
      [6, 6],
      [5, 5],
    ],
  ];
  const { geometries } = areaOf(read({ type: 'MultiPolygon', coordinates: [tiny, wide] }), options);
  expect(geometries).toEqual([{ type: 'Polygon', coordinates: wide }]);
});

test('rings within rings are simplified without crossing, and the note tells by how much', () => {
  // So close to one another that simplifying each alone makes them cross.
  const coordinates = [wavy(3000, 1), wavy(3000, 0.995).toReversed()];
  const { geometries, notes } = areaOf(read({ type: 'Polygon', coordinates }), options);
  const rings = geometries[0]!.coordinates as Position[][];
  expect(rings).toHaveLength(2);
  expect(rings.flat()).toHaveLength(200);
  const edges = rings.flatMap((ring) => ring.slice(1).map((to, index) => [ring[index]!, to]));
  const crossings = edges.flatMap((edge, index) =>
    edges.slice(index + 1).filter((other) => cross(edge, other)),
  );
  expect(crossings).toEqual([]);
  const moved = /from 6,\d+ to 200 corners; it moved by at most ([\d,]+) m\./.exec(notes.join());
  expect(Number(moved?.[1])).toBeGreaterThan(10);
  expect(Number(moved?.[1])).toBeLessThan(5000);
});

test('a straight edge loses its middle corners and does not move', () => {
  const edge = Array.from({ length: 11 }, (_, index): Position => [index / 10, 0]);
  const ring = [...edge, [1, 1], [0, 1], [0, 0]];
  const simplified = simplifyRings([ring], 5);
  expect(simplified?.rings).toEqual([
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
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
  expect(simplifyRings([triangle, triangle], 7)).toBeUndefined();
});

test('a file without polygons is refused, and told what it holds', () => {
  const points = {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  };
  expect(() => areaOf(read(points), options)).toThrow(
    'The file holds no polygon that can be an area of interest. One part (1): Is a point, not an area.',
  );
  expect(() => areaOf(read({ type: 'FeatureCollection', features: [] }), options)).toThrow(
    'The file holds no features.',
  );
});
