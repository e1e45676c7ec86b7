import fc from 'fast-check';
import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { indexAt } from '../../testing/pixel-layouts.ts';
import type { Grid } from './grid.ts';
import {
  expandWindow,
  forEachBelow,
  forEachSpan,
  forEachSpanOf,
  gatherWindow,
  isAnyKept,
  type PixelLayout,
  positionAt,
  rectangleLayout,
  widened,
  windowsOf,
} from './pixel-layout.ts';
import { areaLayout, rasterizeArea } from './rasterize.ts';
import { cutWindow } from './window.ts';

const grid: Grid = {
  width: 60,
  height: 40,
  affine: [10, 0, 500_000, 0, -10, 4_000_000],
  epsg: 32610,
};
/** About the longitude and latitude of a pixel: the grid is small. */
const [west, north] = [-123, 36.14452];
const [degreesAcross, degreesDown] = [0.000111, 0.0000901];

const places = fc.tuple(fc.integer({ min: -5, max: 65 }), fc.integer({ min: -5, max: 45 }));
const triangles = fc
  .tuple(places, places, places)
  .map((corners): Polygon['coordinates'] => [
    [...corners, corners[0]].map(([column, row]) => [
      west + column * degreesAcross,
      north - row * degreesDown,
    ]),
  ]);
const areas = fc.array(triangles, { minLength: 1, maxLength: 6 });
const windows = fc
  .tuple(
    fc.integer({ min: 0, max: 50 }),
    fc.integer({ min: 0, max: 30 }),
    fc.integer({ min: 1, max: 10 }),
    fc.integer({ min: 1, max: 10 }),
  )
  .map(([column, row, width, height]) => ({ column, row, width, height }));

function layoutAndMask(coordinates: Polygon['coordinates'][]): [PixelLayout, Uint8Array] {
  const area = { type: 'MultiPolygon' as const, coordinates };
  return [areaLayout(area, grid), rasterizeArea(area, grid)];
}

describe('the layout of an area', () => {
  it('keeps the pixels that the mask holds, each in its place', () => {
    fc.assert(
      fc.property(areas, (coordinates) => {
        const [layout, mask] = layoutAndMask(coordinates);
        const kept = [...mask.keys()].filter((index) => mask[index] === 1);
        expect(layout.pixelCount).toBe(kept.length);
        for (const [index, pixel] of kept.entries()) {
          const position = [pixel % grid.width, Math.floor(pixel / grid.width)] as const;
          expect(positionAt(layout, index)).toEqual(position);
          expect(indexAt(layout, ...position)).toBe(index);
        }
        const missing = mask.indexOf(0);
        if (missing >= 0) {
          expect(indexAt(layout, missing % grid.width, Math.floor(missing / grid.width))).toBe(-1);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('expands windows to what is there, and gathers them back', () => {
    fc.assert(
      fc.property(areas, windows, (coordinates, window) => {
        const [layout, mask] = layoutAndMask(coordinates);
        const ones = new Uint8Array(layout.pixelCount).fill(1);
        const size = window.width * window.height;
        expect(expandWindow(layout, ones, window, new Uint8Array(size))).toEqual(
          cutWindow(mask, grid.width, window),
        );
        const isAny = cutWindow(mask, grid.width, window).includes(1);
        expect(isAnyKept(layout, window)).toBe(isAny);
        const plane = new Uint16Array(layout.pixelCount);
        gatherWindow(layout, new Uint16Array(size).fill(7), window, plane);
        const inWindow = cutWindow(mask, grid.width, window).reduce((sum, one) => sum + one, 0);
        expect(plane.reduce((sum, value) => sum + value, 0)).toBe(7 * inWindow);
      }),
      { numRuns: 100 },
    );
  });

  it('goes through some pixels as spans side by side, each where it lies', () => {
    const every = fc.integer({ min: 1, max: 5 });
    fc.assert(
      fc.property(areas, every, every, (coordinates, kept, left) => {
        const [spans] = layoutAndMask(coordinates);
        for (const layout of [spans, rectangleLayout(grid)]) {
          const indices = Array.from({ length: layout.pixelCount }, (_, index) => index);
          const some = indices.filter((index) => index % (kept + left) < kept);
          const found: [index: number, column: number, row: number][] = [];
          const firsts: number[] = [];
          forEachSpanOf(layout, some, (row, start, end, first) => {
            firsts.push(first);
            for (let column = start; column < end; column++) {
              found.push([first + column - start, column, row]);
            }
          });
          expect(found).toEqual(some.map((index) => [index, ...positionAt(layout, index)]));
          const isSideBySide = (index: number): boolean => {
            const [column, row] = positionAt(layout, index);
            return some.includes(index - 1) && indexAt(layout, column - 1, row) === index - 1;
          };
          for (const first of firsts.slice(0, 50)) expect(isSideBySide(first)).toBe(false);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('tells which pixels lie below others', () => {
    fc.assert(
      fc.property(areas, (coordinates) => {
        const [layout] = layoutAndMask(coordinates);
        const found: (readonly [number, number])[] = [];
        forEachBelow(layout, (index, below, count) => {
          for (let pixel = 0; pixel < count; pixel++) found.push([index + pixel, below + pixel]);
        });
        const expected = Array.from({ length: layout.pixelCount }, (_, index) => {
          const [column, row] = positionAt(layout, index);
          return [index, indexAt(layout, column, row + 1)] as const;
        });
        expect(found).toEqual(expected.filter(([, below]) => below >= 0));
      }),
      { numRuns: 60 },
    );
  });

  it('is cut into windows that hold each pixel once and touch one on all sides', () => {
    fc.assert(
      fc.property(areas, fc.integer({ min: 3, max: 70 }), (coordinates, most) => {
        const [layout] = layoutAndMask(coordinates);
        const counts = new Uint8Array(layout.pixelCount);
        for (const window of windowsOf(layout, most)) {
          expect(Math.max(window.width, window.height)).toBeLessThanOrEqual(most);
          const rows = new Set<number>();
          let [left, right] = [grid.width, 0];
          forEachSpan(
            layout,
            (row, start, end, index) => {
              counts.subarray(index, index + end - start).forEach((count, at, part) => {
                part[at] = count + 1;
              });
              rows.add(row);
              [left, right] = [Math.min(left, start), Math.max(right, end)];
            },
            window,
          );
          expect([left, right]).toEqual([window.column, window.column + window.width]);
          expect(rows.has(window.row) && rows.has(window.row + window.height - 1)).toBe(true);
        }
        expect(counts.every((count) => count === 1)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the layout of a rectangle', () => {
  const layout = rectangleLayout({ width: 5, height: 4 });

  it('keeps every pixel', () => {
    expect(layout.pixelCount).toBe(20);
    expect(indexAt(layout, 3, 2)).toBe(13);
    expect(positionAt(layout, 13)).toEqual([3, 2]);
    expect(indexAt(layout, 5, 2)).toBe(-1);
    expect(indexAt(layout, 0, -1)).toBe(-1);
  });

  it('gives windows as they are', () => {
    const plane = Uint8Array.from({ length: 20 }, (_, index) => index);
    const window = { column: 1, row: 1, width: 2, height: 3 };
    expect([...expandWindow(layout, plane, window, new Uint8Array(6))]).toEqual([
      6, 7, 11, 12, 16, 17,
    ]);
    expect(windowsOf(layout, 3)).toEqual([
      { column: 0, row: 0, width: 2, height: 2 },
      { column: 2, row: 0, width: 3, height: 2 },
      { column: 2, row: 2, width: 3, height: 2 },
      { column: 0, row: 2, width: 2, height: 2 },
    ]);
  });

  it('widens windows up to its edges', () => {
    expect(widened({ column: 1, row: 1, width: 2, height: 1 }, 2, layout)).toEqual({
      column: 0,
      row: 0,
      width: 5,
      height: 4,
    });
  });
});
