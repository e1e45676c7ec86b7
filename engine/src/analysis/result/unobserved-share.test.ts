import { expect, test } from 'vitest';
import { memorySink, memorySource } from '../../../testing/memory-file.ts';
import { coordinateTransform } from '../../crs/transform.ts';
import { rectanglePolygon } from '../../geo/bounds.ts';
import { changePalette } from '../../render/change-palette.ts';
import { openTiff, writeCog } from '../../tiff/index.ts';

import { unobservedShare } from './unobserved-share.ts';

const { outside, unobserved, unchanged } = changePalette;
const side = 100;
const [west, north] = [500_000, 4_400_000];

/** A change layer of 100 × 100 pixels of 10 m: clouds west of column 40, nothing from column 80 on. */
async function cloudyLayer() {
  const samples = Uint8Array.from({ length: side * side }, (_, index) => {
    const column = index % side;
    if (column >= 80) return outside.code;
    return column < 40 ? unobserved.code : unchanged.code;
  });
  const sink = memorySink();
  await writeCog(
    {
      ...{ width: side, height: side, sampleType: 'uint8', nodata: outside.code },
      ...{ affine: [10, 0, west, 0, -10, north], epsg: 32_613, samples: [samples] },
    },
    sink,
    { tileSize: 128, overviews: 'nearest' },
  );
  return openTiff(memorySource(sink.bytes()));
}

/** Columns of the layer in its rows 20 to 29, as a shape in degrees. It is 0.4 m smaller on each side. */
function columns(from: number, to: number) {
  const toDegrees = coordinateTransform(32_613, 4326);
  const [left, bottom] = toDegrees(west + 10 * from + 0.4, north - 10 * 30 + 0.4);
  const [right, top] = toDegrees(west + 10 * to - 0.4, north - 10 * 20 - 0.4);
  return rectanglePolygon([left, bottom, right, top]);
}

// The shares are those of the columns, counted by hand.
test.each([
  [0, 40, 1],
  [40, 80, 0],
  [30, 70, 0.25],
  [20, 50, 2 / 3],
  [36, 90, 4 / 44],
  [85, 95, 0],
  [150, 160, 0],
])('of columns %i to %i, the share %d is not observed', async (from, to, share) => {
  expect(await unobservedShare(await cloudyLayer(), columns(from, to))).toBeCloseTo(share, 9);
});
