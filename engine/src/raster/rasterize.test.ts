import type { Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { rasterizeArea } from './rasterize.ts';
import { workGrid } from './work-grid.ts';

/** An outline with a hole; its UTM zone is 13. */
const area: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [-105.012, 39.731],
      [-104.978, 39.728],
      [-104.971, 39.752],
      [-104.99, 39.741],
      [-105.006, 39.757],
      [-105.012, 39.731],
    ],
    [
      [-104.999, 39.736],
      [-104.987, 39.735],
      [-104.989, 39.742],
      [-104.999, 39.736],
    ],
  ],
};

function sums(mask: Uint8Array, width: number): { count: number; columns: number; rows: number } {
  const result = { count: 0, columns: 0, rows: 0 };
  for (const [index, value] of mask.entries()) {
    if (value === 0) continue;
    result.count++;
    result.columns += index % width;
    result.rows += Math.floor(index / width);
  }
  return result;
}

// Expected: rasterio 1.3.5 transform and features.rasterize of the outline in pieces of 0.001°.
test('the work grid covers the area in its UTM zone, and the mask is what GDAL rasterises', () => {
  const grid = workGrid(area, { pixelSizeMeters: 10 });
  expect(grid).toEqual({
    width: 352,
    height: 323,
    epsg: 32613,
    affine: [10, 0, 498_970, 0, -10, 4_400_790],
  });
  const expected = { count: 57_880, columns: 9_351_027, rows: 11_355_463 };
  const found = sums(rasterizeArea(area, grid), grid.width);
  expect(found.count).toBe(expected.count);
  expect(found.columns / expected.columns).toBeCloseTo(1, 5);
  expect(found.rows / expected.rows).toBeCloseTo(1, 5);
});

test('the grid snaps to the corners of a grid of its zone, and ignores one of another zone', () => {
  const snapTo = { affine: [120, 0, 499_985, 0, -120, 4_400_003] as const, epsg: 32613 };
  const snapped = workGrid(area, { pixelSizeMeters: 120, snapTo });
  expect((snapped.affine[2] - 499_985) % 120).toBeCloseTo(0, 9);
  expect((snapped.affine[5] - 4_400_003) % 120).toBeCloseTo(0, 9);
  expect(snapped.affine[2]).toBeLessThanOrEqual(498_970);
  expect(snapped.affine[2] + 120 * snapped.width).toBeGreaterThanOrEqual(498_970 + 3500);
  const other = workGrid(area, { pixelSizeMeters: 120, snapTo: { ...snapTo, epsg: 32612 } });
  expect(other.affine[2] % 120).toBe(0);
});

test('overlapping polygons of a multi-polygon are united, a ring that crosses itself is even-odd', () => {
  const [outer] = area.coordinates;
  const grid = workGrid(area, { pixelSizeMeters: 10 });
  const once = sums(rasterizeArea({ type: 'Polygon', coordinates: [outer!] }, grid), grid.width);
  const twice = rasterizeArea({ type: 'MultiPolygon', coordinates: [[outer!], [outer!]] }, grid);
  expect(sums(twice, grid.width)).toEqual(once);
  const selfCancelling = rasterizeArea({ type: 'Polygon', coordinates: [outer!, outer!] }, grid);
  expect(sums(selfCancelling, grid.width).count).toBe(0);
});
