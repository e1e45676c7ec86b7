import { expect, test } from 'vitest';
import { mulberry32 } from '../../change/pair/sample.ts';
import { addMask, grown, maskWhere, shrunk, withoutSpecks } from './mask.ts';

const random = mulberry32(11);
/** Narrower than the squares, and wider. */
const sizes = [1, 5, 32, 97].map((width) => ({ width, height: 24 }));
type Size = (typeof sizes)[number];

/** Sparse pixels and some rectangles, which touch the edges. */
function pixelsOf({ width, height }: Size): Uint8Array {
  const pixels = new Uint8Array(width * height).map(() => (random() < 0.05 ? 1 : 0));
  for (let count = 0; count < 3; count++) {
    const [left, top] = [Math.floor(random() * width), Math.floor(random() * height)];
    for (let row = top; row < Math.min(height, top + 9); row++) {
      pixels.fill(1, row * width + left, row * width + Math.min(width, left + 12));
    }
  }
  return pixels;
}

const maskOf = (pixels: Uint8Array, size: Size) => maskWhere(pixels, Uint8Array.of(0, 1), size);

/** Each pixel by itself, from the pixels of the square around it that lie on the grid. */
function around(
  pixels: Uint8Array,
  { width, height }: Size,
  radius: number,
  value: (square: number[], own: number) => boolean,
): Uint8Array {
  return pixels.map((own, index) => {
    const [row, column] = [Math.floor(index / width), index % width];
    const square: number[] = [];
    for (let y = Math.max(0, row - radius); y <= Math.min(height - 1, row + radius); y++) {
      for (let x = Math.max(0, column - radius); x <= Math.min(width - 1, column + radius); x++)
        square.push(pixels[y * width + x]);
    }
    return value(square, own) ? 1 : 0;
  });
}

test.each(sizes)('$width pixels wide: what each pixel by itself becomes', (size) => {
  const pixels = pixelsOf(size);
  const mask = maskOf(pixels, size);
  expect(mask.pixels).toEqual(pixels);
  // 40 is more than the height.
  for (const radius of [0, 1, 2, 3, 7, 19, 40]) {
    const grow = around(pixels, size, radius, (square) => square.includes(1));
    expect(grown(mask, radius).pixels).toEqual(grow);
    const shrink = around(pixels, size, radius, (square) => !square.includes(0));
    expect(shrunk(mask, radius).pixels).toEqual(shrink);
  }
  const count = (square: number[]) => square.reduce((sum, value) => sum + value, 0);
  const kept = around(pixels, size, 1, (square, own) => own === 1 && count(square) >= 3);
  expect(withoutSpecks(mask).pixels).toEqual(kept);
  expect(mask.pixels).toEqual(pixels);
  const other = pixelsOf(size);
  const both = pixels.map((value, index) => value | other[index]);
  addMask(mask, maskOf(other, size));
  expect(mask.pixels).toEqual(both);
});
