import { expect, test } from 'vitest';
import type { TiffImage } from '../../tiff/index.ts';
import { planLattice } from './lattice.ts';

type Shape = Partial<TiffImage['layout']> & { compression?: string };

/** A raster of 15,400 × 15,400 pixels of four bytes, which is what 950 MB hold. */
function large({ compression = 'deflate', ...shape }: Shape): TiffImage {
  const [width, height] = [15_400, 15_400];
  const { isTiled = true, blockWidth = width, blockHeight = 512 } = shape;
  return {
    width,
    height,
    encoding: { compression },
    layout: {
      isTiled,
      blockWidth,
      blockHeight,
      columns: Math.ceil(width / blockWidth),
      rows: Math.ceil(height / blockHeight),
      blockBytes: blockWidth * blockHeight * 4,
    },
  } as unknown as TiffImage;
}

const megabyte = 2 ** 20;

test.each([
  ['deflated tiles', { blockWidth: 512 }],
  ['small deflated tiles', { blockWidth: 64, blockHeight: 64 }],
  ['tiles of LZW', { blockWidth: 512, compression: 'lzw' }],
  ['tiles of a picture format', { blockWidth: 512, compression: 'lerc' }],
  ['rows', { isTiled: false, blockHeight: 1 }],
  ['strips of LZW', { isTiled: false, blockHeight: 16, compression: 'lzw' }],
  ['uncompressed strips', { isTiled: false, blockHeight: 17, compression: 'none' }],
] as [string, Shape][])('of %s a few rows and blocks all over are read', (_, shape) => {
  const image = large(shape);
  const { blockRows, blockColumns, offsets } = planLattice(image, 1)!;
  const blocks = blockRows.length * blockColumns.length;
  expect(blocks).toBeLessThanOrEqual(2048);
  expect(blockRows.length * offsets.length).toBeGreaterThanOrEqual(12);
  const { layout } = image;
  // The chosen blocks are spread over the raster: no gap is larger than a tenth of it.
  for (const [chosen, count] of [
    [blockRows, layout.rows],
    [blockColumns, layout.columns],
  ] as const) {
    const ends = [-1, ...chosen, count];
    const gaps = ends.slice(1).map((end, index) => end - ends[index] - 1);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(count / 10);
  }
  const rowBytes = layout.blockBytes / layout.blockHeight;
  const isWhole = shape.compression === 'lerc';
  const rows = isWhole ? layout.blockHeight : (offsets.at(-1) ?? 0) + 1;
  if (shape.compression !== 'none') {
    expect(blocks * rows * rowBytes).toBeLessThanOrEqual(320 * megabyte);
  }
});

test.each(['deflate', 'lzw', 'lerc'])('of one strip of %s nothing is read', (compression) => {
  expect(
    planLattice(large({ isTiled: false, blockHeight: 15_400, compression }), 1),
  ).toBeUndefined();
});
