import { describe, expect, test } from 'vitest';
import { indexAt, layoutOfKept } from '../../../testing/pixel-layouts.ts';
import type { PixelLayout } from '../../raster/pixel-layout.ts';
import { mulberry32 } from '../pair/sample.ts';
import { keptCells } from './kept-cells.ts';
import { drawLearningRaster } from './learning-blocks.ts';
import { scatteredWindows } from './scattered-windows.ts';

const width = 1000;
const height = 1700;

function layoutOf(isKept: (x: number, y: number) => boolean): PixelLayout {
  const kept = Uint8Array.from({ length: width * height }, (_, i) =>
    isKept(i % width, Math.floor(i / width)) ? 1 : 0,
  );
  return layoutOfKept(kept, width);
}

function allValid({ pixelCount }: PixelLayout) {
  return { valid: new Uint8Array(pixelCount).fill(1) };
}

/** Spans of some columns, far apart: more blocks than make three million pixels. */
const wide: PixelLayout = (() => {
  const side = 40_000;
  const perRow = 40;
  const rows = Array.from({ length: side }, (_, row) => (row % 1000 < 200 ? perRow : 0));
  const firstOfRow = new Uint32Array(side + 1);
  for (const [row, count] of rows.entries()) firstOfRow[row + 1] = firstOfRow[row] + count;
  const spans = firstOfRow[side];
  const starts = Uint32Array.from({ length: spans }, (_, span) => (span % perRow) * 1000);
  return {
    width: side,
    height: side,
    pixelCount: spans * 10,
    spans: {
      firstOfRow,
      starts,
      ends: starts.map((start) => start + 10),
      offsets: Uint32Array.from(starts.keys(), (span) => span * 10),
    },
  };
})();

describe.each([
  ['everything', () => true],
  ['a diagonal line', (x: number, y: number) => Math.abs(x - 0.55 * y) < 4],
  ['blobs', (x: number, y: number) => ((x % 300) - 90) ** 2 + ((y % 400) - 99) ** 2 < 50 ** 2],
])('the windows of %s', (_name, isKept) => {
  const layout = layoutOf(isKept);
  const windows = scatteredWindows(layout, keptCells(layout, allValid(layout), allValid(layout)));

  test('have each kept pixel in one core', () => {
    const covered = new Uint8Array(layout.pixelCount);
    for (const { core } of windows) {
      for (let row = core.row; row < core.row + core.height; row++) {
        for (let column = core.column; column < core.column + core.width; column++) {
          const index = indexAt(layout, column, row);
          if (index >= 0) covered[index]++;
        }
      }
    }
    expect(covered.every((times) => times === 1)).toBe(true);
  });

  test('see all that is kept within 64 pixels of a core, and are bounded', () => {
    const random = mulberry32(3);
    for (const { core, raster } of windows) {
      expect(raster.width * raster.height).toBeLessThanOrEqual((1536 + 128) ** 2);
      expect([raster.column % 32, raster.row % 32]).toEqual([0, 0]);
      for (let i = 0; i < 200; i++) {
        const column = core.column - 64 + Math.floor(random() * (core.width + 128));
        const row = core.row - 64 + Math.floor(random() * (core.height + 128));
        if (indexAt(layout, column, row) < 0) continue;
        expect(column >= raster.column && column < raster.column + raster.width).toBe(true);
        expect(row >= raster.row && row < raster.row + raster.height).toBe(true);
      }
    }
  });
});

test('a thin line is cut into small windows, a full square is not', () => {
  const pixels = (isKept: (x: number, y: number) => boolean) => {
    const layout = layoutOf(isKept);
    const windows = scatteredWindows(layout, keptCells(layout, allValid(layout), allValid(layout)));
    return windows.reduce((sum, { raster }) => sum + raster.width * raster.height, 0);
  };
  expect(pixels((x, y) => Math.abs(x - 0.55 * y) < 4)).toBeLessThan(0.6 * width * height);
  expect(pixels(() => true)).toBeLessThan(1.2 * width * height);
});

test('windows in which nothing is observed on both dates are left out', () => {
  const layout = layoutOf((x, y) => x < 50 && y < 50);
  const hidden = { valid: new Uint8Array(layout.pixelCount) };
  expect(scatteredWindows(layout, keptCells(layout, allValid(layout), hidden))).toEqual([]);
});

describe('blocks to learn from', () => {
  const layout = layoutOf((x, y) => (x % 400 < 100 && y % 500 < 60) || x === y);
  const cells = keptCells(layout, allValid(layout), allValid(layout));

  test('are all there is where it is little, whole and once', () => {
    const { blocks } = drawLearningRaster(layout, cells, 1);
    let kept = 0;
    for (const { source } of blocks) {
      for (let row = source.row; row < source.row + source.height; row++) {
        for (let column = source.column; column < source.column + source.width; column++) {
          if (indexAt(layout, column, row) >= 0) kept++;
        }
      }
    }
    expect(kept).toBe(layout.pixelCount);
  });

  test.each([
    ['few', layout],
    ['many', wide],
  ])('lie apart, inside of their raster: %s', (_name, area) => {
    const areaCells = keptCells(area, allValid(area), allValid(area));
    const raster = drawLearningRaster(area, areaCells, 1);
    const places = raster.blocks.map(({ source, column, row }) => ({
      left: column,
      top: row,
      right: column + source.width,
      bottom: row + source.height,
    }));
    for (const [index, one] of places.entries()) {
      expect(one.right <= raster.width && one.bottom <= raster.height).toBe(true);
      expect([one.left % 32, one.top % 32]).toEqual([0, 0]);
      for (const other of places.slice(index + 1)) {
        const across = Math.max(other.left - one.right, one.left - other.right);
        const down = Math.max(other.top - one.bottom, one.top - other.bottom);
        expect(Math.max(across, down)).toBeGreaterThanOrEqual(64);
      }
    }
  });

  test('make about three million pixels where there are more, other ones by another seed', () => {
    const wideCells = keptCells(wide, allValid(wide), allValid(wide));
    const raster = drawLearningRaster(wide, wideCells, 1);
    const pixels = raster.width * raster.height;
    expect(pixels).toBeGreaterThan(2_500_000);
    expect(pixels).toBeLessThan(3_500_000);
    expect(drawLearningRaster(wide, wideCells, 1)).toEqual(raster);
    expect(drawLearningRaster(wide, wideCells, 2).blocks).not.toEqual(raster.blocks);
  });
});
