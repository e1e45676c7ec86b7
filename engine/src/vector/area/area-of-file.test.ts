import type { Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { areaTold } from '../../../testing/vector-files.ts';
import { rasterizeArea } from '../../raster/rasterize.ts';

const options = { decimals: 5, maxPositions: 200 };

/** A wavy outline around a place. */
function wavy(corners: number, radius: number): Position[] {
  const ring = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    const reach = radius * (1 + 0.2 * Math.sin(9 * angle) + 0.002 * Math.sin(400 * angle));
    return [-100 + reach * Math.cos(angle), 40 + reach * Math.sin(angle)];
  });
  return [...ring, ring[0]];
}

/** Whether two segments cross, by the signs of four triangles. */
function cross([a, b]: Position[], [c, d]: Position[]): boolean {
  const side = (p: Position, q: Position, r: Position) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]));
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
  const { geometries } = areaTold({ type: 'MultiPolygon', coordinates: [tiny, wide] }, options);
  expect(geometries).toEqual([{ type: 'Polygon', coordinates: wide }]);
});

test('rings within rings are simplified without crossing, and the note tells by how much', () => {
  // The outlines are so near to each other that simplifying each alone would make them cross.
  const coordinates = [wavy(3000, 1), wavy(3000, 0.995).toReversed()];
  const { geometries, notes } = areaTold({ type: 'Polygon', coordinates }, options);
  const rings = geometries[0].coordinates as Position[][];
  expect(rings).toHaveLength(2);
  expect(rings.flat()).toHaveLength(200);
  const edges = rings.flatMap((ring) => ring.slice(1).map((to, index) => [ring[index], to]));
  const crossings = edges.flatMap((edge, index) =>
    edges.slice(index + 1).filter((other) => cross(edge, other)),
  );
  expect(crossings).toEqual([]);
  const moved = /from 6,\d+ to 200 corners; it moved by at most ([\d,]+) m\./.exec(notes.join());
  expect(Number(moved?.[1])).toBeGreaterThan(10);
  expect(Number(moved?.[1])).toBeLessThan(5000);
});

/** Squares side by side, each a degree wide unless told. */
const squares = (count: number, { width = 1, step = 1 } = {}) => ({
  type: 'MultiPolygon',
  coordinates: Array.from({ length: count }, (_, index) => {
    const x = index * step;
    return [[[x, 0], [x + width, 0], [x + width, 1], [x, 1], [x, 0]]]; // biome-ignore format: one square
  }),
});

test('polygons that touch stay as they are while they have few corners', () => {
  const { geometries, notes } = areaTold(squares(3), options);
  expect(geometries[0].coordinates).toHaveLength(3);
  expect(notes).toEqual([]);
});

test('polygons that touch become one when they have too many corners together', () => {
  const { geometries, notes } = areaTold(squares(100), options);
  expect(geometries).toEqual([
    { type: 'Polygon', coordinates: [[[100, 1], [0, 1], [0, 0], [100, 0], [100, 1]]] }, // biome-ignore format: one ring
  ]);
  expect(notes).toEqual([
    'The 100 polygons were joined where they touch or only slits of about 2 m are between them: one by one they have too many corners (500).',
  ]);
});

test('when that is not enough, gaps as wide as a road are closed, and wider ones are not', () => {
  // A ten-thousandth of a degree is 11 m.
  const { geometries, notes } = areaTold(squares(100, { step: 1.0001 }), options);
  expect(geometries).toHaveLength(1);
  expect(geometries[0].coordinates).toHaveLength(1);
  expect(notes).toContain('Gaps of up to about 24 m were closed.');
  expect(() => areaTold(squares(100, { step: 1.0004 }), options)).toThrow(
    'The polygons have 500 corners in 100 rings; at most 200 can be analyzed, and neither joining nor simplifying brought them so far down. Choose fewer polygons, or upload an outline around them.',
  );
});

test('polygons that overlap are joined, so that ground counts once', () => {
  const { geometries, notes } = areaTold(squares(2, { step: 0.5 }), options);
  expect(geometries).toEqual([
    { type: 'Polygon', coordinates: [[[1.5, 1], [0, 1], [0, 0], [1.5, 0], [1.5, 1]]] }, // biome-ignore format: one ring
  ]);
  expect(notes).toEqual([
    'Polygons overlap one another; they were joined, so that ground counts only once.',
  ]);
});

test('an outline that crosses itself once it is rounded is mended', () => {
  const needle = [[0, 0], [1, 0.000004], [1, 0.5], [0.5, 0.000003], [0, 0.5], [0, 0]]; // biome-ignore format: one ring
  const { geometries } = areaTold({ type: 'Polygon', coordinates: [needle] }, options);
  // Its tip comes to lie on the lower edge, which divides it.
  expect(geometries).toEqual([
    {
      type: 'MultiPolygon',
      coordinates: expect.arrayContaining([
        [expect.arrayContaining([[1, 0], [1, 0.5], [0.5, 0]])], // biome-ignore format: one ring
        [expect.arrayContaining([[0, 0], [0, 0.5], [0.5, 0]])], // biome-ignore format: one ring
      ]),
    },
  ]);
});

// The middle of a pentagram lies in two loops of the outline. By the even-odd rule of OGC Simple
// Features and of GDAL's rasterizer it is outside. `rasterize` gives the same for an area that was
// not repaired.
test('the middle of an outline that goes around it twice is no ground, as it is drawn', () => {
  const corner = (turn: number): Position => {
    const angle = 2 * Math.PI * turn;
    // No edge leads through the middle of a pixel, where rounding would decide.
    return [50.17 + 39.73 * Math.sin(angle), 50.29 + 38.61 * Math.cos(angle)];
  };
  const star = [0, 2, 4, 1, 3, 0].map((step) => corner(step / 5));
  const grid = { width: 100, height: 100, affine: [1, 0, 0, 0, -1, 100] as const, epsg: 4326 };
  const { geometries } = areaTold({ type: 'Polygon', coordinates: [star] }, options);
  const uploaded = rasterizeArea(geometries[0]!, grid);
  const taken = rasterizeArea({ type: 'Polygon', coordinates: [star] }, grid);
  expect(taken[50 * 100 + 50]).toBe(0);
  expect(taken[20 * 100 + 50]).toBe(1);
  expect(uploaded).toEqual(taken);
});

test('an outline that crosses itself everywhere is refused when it has too many corners', () => {
  const ring = Array.from({ length: 2000 }, (_, index) => [
    90 * Math.sin(index * 12.9898),
    40 * Math.cos(index * 78.233),
  ]);
  expect(() => areaTold({ type: 'Polygon', coordinates: [ring] }, options)).toThrow(
    "at most 200 can be analyzed, and outlines that cross themselves so often can't be simplified. Repair them (in QGIS: Fix geometries).",
  );
});

test('what leaves no area is told why', () => {
  const tiny = [[1, 1], [1.000001, 1], [1.000001, 1.000001], [1, 1]]; // biome-ignore format: one ring
  expect(() => areaTold({ type: 'Polygon', coordinates: [tiny] }, options)).toThrow(
    'One part (1): Has no area left once its corners are rounded to about a meter.',
  );
  const path = [[1, 1], [2, 1], [2, 2], [1, 1]]; // biome-ignore format: one line
  expect(() => areaTold({ type: 'LineString', coordinates: path }, options)).toThrow(
    'Is a closed line, not a polygon: save it as a polygon in the program that drew it.',
  );
});

test('an area in Antarctica may have its coordinates swapped, and is told', () => {
  // Philadelphia, latitude first.
  const ring = [[39.9, -75.2], [40, -75.2], [40, -75.1], [39.9, -75.2]]; // biome-ignore format: one ring
  const { notes } = areaTold({ type: 'Polygon', coordinates: [ring] }, options);
  expect(notes).toEqual([expect.stringMatching(/^The area lies in Antarctica\. .*swapped/)]);
});

test('a file without polygons is refused, and told what it holds', () => {
  const points = {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  };
  expect(() => areaTold(points, options)).toThrow(
    'The file holds no polygon that can be an area of interest. One part (1): Is a point, not an area.',
  );
  expect(() => areaTold({ type: 'FeatureCollection', features: [] }, options)).toThrow(
    'The file holds no features.',
  );
});

describe('polygons that lie upon one another thousands of times', () => {
  const square = (at: number) => [
    [
      [at, at],
      [at + 1, at],
      [at + 1, at + 1],
      [at, at + 1],
      [at, at],
    ],
  ];
  const withinBounds = { decimals: 5, maxPositions: 2000 };

  test('the same ones are taken once', () => {
    const coordinates = Array.from({ length: 3000 }, () => square(5));
    const area = areaTold({ type: 'MultiPolygon', coordinates }, withinBounds);
    expect(area.geometries).toEqual([{ type: 'Polygon', coordinates: square(5) }]);
    expect(area.notes).toEqual(['Polygons that are in the file more than once were taken once.']);
  });

  test('so are holes', () => {
    const hole = square(5)[0].toReversed();
    const coordinates = [
      [
        [0, 0],
        [9, 0],
        [9, 9],
        [0, 9],
        [0, 0],
      ],
      ...Array(3000).fill(hole),
    ];
    const { geometries } = areaTold({ type: 'Polygon', coordinates }, withinBounds);
    expect(geometries).toEqual([{ type: 'Polygon', coordinates: [coordinates[0], hole] }]);
  });

  test('different ones are refused by what comparing them takes', () => {
    const coordinates = Array.from({ length: 4000 }, (_, index) => square(index / 10_000));
    expect(() => areaTold({ type: 'MultiPolygon', coordinates }, withinBounds)).toThrow(
      'neither joining nor simplifying brought them so far down',
    );
  });
});
