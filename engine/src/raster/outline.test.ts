import fc from 'fast-check';
import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { keptOf, layoutOfKept, placedIn } from '../../testing/pixel-layouts.ts';
import { outlinePixels } from './outline.ts';
import { rectangleLayout } from './pixel-layout.ts';

/** Rows of `#` (the shape) and anything else. */
function outline(...rows: string[]): Position[][][] {
  const width = rows[0].length;
  const labels = [...rows.join('')].map((character) => (character === '#' ? 1 : 0));
  return outlinePixels(pixelsOf(labels), rectangleLayout({ width, height: rows.length }));
}

function pixelsOf(labels: ArrayLike<number>): number[] {
  return Array.from(labels).flatMap((label, index) => (label === 1 ? [index] : []));
}

/** Area by the shoelace formula, above 0 for rings that are anticlockwise with y upwards. */
function area(ring: readonly Position[]): number {
  return ring.slice(1).reduce((sum, [x, y], index) => {
    const [x0, y0] = ring[index] as [number, number];
    return sum + (x0 * -y! - x! * -y0) / 2;
  }, 0);
}

/** Rings as they are, whichever corner they begin at. */
function sortedRings(polygons: Position[][][]): string[][] {
  return polygons.map((rings) =>
    rings.map((ring) => {
      const corners = ring.slice(1).map(String);
      const first = corners.indexOf(corners.toSorted()[0]);
      return [...corners.slice(first), ...corners.slice(0, first)].join(' ');
    }),
  );
}

/** Even-odd over all rings, the definition of what a polygon covers. */
function covers(polygons: Position[][][], x: number, y: number): boolean {
  let inside = false;
  for (const ring of polygons.flat()) {
    for (let index = 1; index < ring.length; index++) {
      const [x0, y0] = ring[index - 1] as [number, number];
      const [x1, y1] = ring[index] as [number, number];
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
    }
  }
  return inside;
}

/** Pixels of each piece of the shape that is connected by sides, found by flooding each. */
function pieceSizes(labels: ArrayLike<number>, width: number): number[] {
  const left = new Set(pixelsOf(labels));
  const sizes: number[] = [];
  for (const seed of left) {
    let size = 0;
    const open = [seed];
    left.delete(seed);
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      size++;
      const column = index % width;
      const neighbours = [index - width, index + width];
      if (column > 0) neighbours.push(index - 1);
      if (column < width - 1) neighbours.push(index + 1);
      for (const neighbour of neighbours) if (left.delete(neighbour)) open.push(neighbour);
    }
    sizes.push(size);
  }
  return sizes;
}

test('a rectangle has four corners and runs anticlockwise on the map', () => {
  expect(outline('....', '.##.', '.##.')).toEqual([
    [
      [
        [1, 1],
        [1, 3],
        [3, 3],
        [3, 1],
        [1, 1],
      ],
    ],
  ]);
});

test('pixels that touch at a corner are two polygons', () => {
  const polygons = outline('#.', '.#');
  expect(polygons).toHaveLength(2);
  expect(polygons.every((polygon) => polygon.length === 1)).toBe(true);
});

test('a hole belongs to the polygon around it, an island in it is another', () => {
  const polygons = outline('#####.', '#...#.', '#.#.#.', '#...#.', '#####.', '.....#');
  const counts = polygons.map((polygon) => polygon.length).sort();
  expect(counts).toEqual([1, 1, 2]);
});

test('holes that touch at a corner are two, and one that touches the outside stays a hole', () => {
  expect(outline('####', '#.##', '##.#', '####')[0]).toHaveLength(3);
  const [polygon, ...others] = outline('##.', '#.#', '###');
  expect(others).toEqual([]);
  expect(polygon!.map(area)).toEqual([8, -1]);
});

test('two pieces that touch twice around a hole stay two polygons', () => {
  const polygons = outline('.##.', '#..#', '#..#', '.##.');
  expect(polygons).toHaveLength(4);
  expect(polygons.every((polygon) => polygon.length === 1)).toBe(true);
});

test('any shape is covered exactly, by rings that visit each corner once', () => {
  const shape = fc
    .integer({ min: 1, max: 9 })
    .chain((width) =>
      fc.tuple(fc.constant(width), fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 90 })),
    );
  fc.assert(
    fc.property(shape, ([width, cells]) => {
      const labels = cells.slice(0, Math.floor(cells.length / width) * width);
      const polygons = outlinePixels(
        pixelsOf(labels),
        rectangleLayout({ width, height: labels.length / width }),
      );
      for (const [index, label] of labels.entries()) {
        const [x, y] = [(index % width) + 0.5, Math.floor(index / width) + 0.5];
        expect(covers(polygons, x, y)).toBe(label === 1);
      }
      for (const [outer, ...holes] of polygons) {
        expect(area(outer!)).toBeGreaterThan(0);
        for (const hole of holes) expect(area(hole)).toBeLessThan(0);
        for (const ring of [outer!, ...holes]) {
          expect(new Set(ring.slice(1).map(String)).size).toBe(ring.length - 1);
        }
      }
      expect(polygons).toHaveLength(pieceSizes(labels, width).length);
      const total = polygons.flat().reduce((sum, ring) => sum + area(ring), 0);
      expect(total).toBe(pixelsOf(labels).length);
    }),
    { numRuns: 500 },
  );
});

test('each of thousands of holes belongs to the piece around it', () => {
  const width = 300;
  const labels = new Uint8Array(width * width);
  let state = 7;
  for (const index of labels.keys()) {
    state = (state * 48_271) % 2_147_483_647;
    labels[index] = state % 10 < 6 ? 1 : 0;
  }
  const polygons = outlinePixels(pixelsOf(labels), rectangleLayout({ width, height: width }));
  expect(polygons.flatMap(([, ...holes]) => holes).length).toBeGreaterThan(5_000);
  const sizes = polygons.map((rings) => rings.reduce((sum, ring) => sum + area(ring), 0));
  const byNumber = (one: number, other: number) => one - other;
  expect(sizes.toSorted(byNumber)).toEqual(pieceSizes(labels, width).toSorted(byNumber));
});

const bits = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 96, maxLength: 96 });

// The expected outlines are those in a rectangle, which the test above compares with the
// definition.
test('pixels that are kept alone have the outline that they have in a rectangle', () => {
  fc.assert(
    fc.property(fc.constantFrom(4, 8, 12, 96), bits, bits, (width, shape, kept) => {
      const isKept = kept.map((value) => Math.min(value, 1));
      const labels = Uint8Array.from(shape, (value, index) => (value > 0 ? isKept[index] : 0));
      const whole = outlinePixels(pixelsOf(labels), rectangleLayout({ width, height: 96 / width }));
      const layout = layoutOfKept(isKept, width);
      expect(outlinePixels(pixelsOf(keptOf(labels, isKept)), layout)).toEqual(whole);
      const far = placedIn({ width: 500, height: 300 }, { column: 400, row: 200 }, layout);
      expect(outlinePixels(pixelsOf(keptOf(labels, isKept)), far)).toEqual(
        whole.map((polygon) => polygon.map((ring) => ring.map(([x, y]) => [x! + 400, y! + 200]))),
      );
    }),
    { numRuns: 120 },
  );
});

test('a shape that runs through thousands of rows has its hole, wherever else pixels are kept', () => {
  // A bar of 3 by 3,000 pixels with a slit inside. On each side of it, a row has ten spans of other
  // shapes.
  const [width, height] = [43, 3_000];
  const isKept = Uint8Array.from({ length: width * height }, (_, index) => {
    const column = index % width;
    return (column >= 20 && column < 23) || column % 2 === 1 ? 1 : 0;
  });
  const bar = isKept.map((_, index) => {
    const [column, row] = [index % width, Math.floor(index / width)];
    const isSlit = column === 21 && row > 0 && row < height - 1;
    return column >= 20 && column < 23 && !isSlit ? 1 : 0;
  });
  const layout = layoutOfKept(isKept, width);
  expect(outlinePixels(pixelsOf(keptOf(bar, isKept)), layout)).toEqual([
    [
      [
        [20, 0],
        [20, height],
        [23, height],
        [23, 0],
        [20, 0],
      ],
      [
        [21, 1],
        [22, 1],
        [22, height - 1],
        [21, height - 1],
        [21, 1],
      ],
    ],
  ]);
});

test('a grid as wide as the contiguous states has more corners than 32 bits can number', () => {
  const size = { width: 460_000, height: 300_000 };
  const small = layoutOfKept([1, 1, 1, 1, 0, 1, 1, 1, 1], 3);
  const place = { column: size.width - 3, row: size.height - 3 };
  expect(place.row * size.width).toBeGreaterThan(2 ** 31);
  const [left, top] = [place.column, place.row];
  const expected = [
    [
      [
        [left, top],
        [left, top + 3],
        [left + 3, top + 3],
        [left + 3, top],
        [left, top],
      ],
      [
        [left + 1, top + 1],
        [left + 2, top + 1],
        [left + 2, top + 2],
        [left + 1, top + 2],
        [left + 1, top + 1],
      ],
    ],
  ];
  const pixels = [0, 1, 2, 3, 4, 5, 6, 7];
  expect(sortedRings(outlinePixels(pixels, placedIn(size, place, small)))).toEqual(
    sortedRings(expected),
  );
  const whole = [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) => (top + row) * size.width + left + column),
  );
  whole.splice(4, 1);
  expect(sortedRings(outlinePixels(whole, rectangleLayout(size)))).toEqual(sortedRings(expected));
});
