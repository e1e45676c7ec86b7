import type { RasterSize } from '../../raster/grid.ts';
import { forEachNear } from '../../raster/window.ts';
/** Pixels that are set or not. */
export interface Mask extends RasterSize {
  /** Row by row from the top: 1 where the pixel is set, 0 elsewhere. */
  readonly pixels: Uint8Array;
}

/** The pixels whose value has a 1 in `table`. */
export function maskWhere(
  values: ArrayLike<number>,
  table: Uint8Array,
  { width, height }: RasterSize,
): Mask {
  const pixels = new Uint8Array(width * height);
  for (let index = 0; index < pixels.length; index++) pixels[index] = table[values[index]];
  return { width, height, pixels };
}

/** Grows a mask by a square of `radius` pixels around each of its pixels. */
export function grown(mask: Mask, radius: number): Mask {
  return nearAlongColumns(nearAlongRows(mask, 1, radius), radius);
}

/**
 * Keeps a pixel if all pixels of the square of `radius` pixels around it, clipped to the grid, are
 * set.
 */
export function shrunk(mask: Mask, radius: number): Mask {
  const lost = nearAlongColumns(nearAlongRows(mask, 0, radius), radius);
  for (let index = 0; index < lost.pixels.length; index++) lost.pixels[index] ^= 1;
  return lost;
}

/** Keeps the pixels that have at least two others among their eight neighbours. */
export function withoutSpecks(mask: Mask): Mask {
  const { width, height, pixels } = mask;
  const kept = new Uint8Array(pixels.length);
  for (let row = 0; row < height; row++) {
    const keptOfRow = kept.subarray(row * width, (row + 1) * width);
    forEachSpan(pixels.subarray(row * width, (row + 1) * width), 1, (start, end) => {
      // All but the outer two have a neighbour on either side.
      keptOfRow.fill(1, start + 1, Math.max(start + 1, end - 1));
      for (const column of [start, end - 1]) {
        if (countAround(mask, row * width + column) >= 3) keptOfRow[column] = 1;
      }
    });
  }
  return { width, height, pixels: kept };
}

/** How many of a pixel and its eight neighbours are set. */
function countAround(mask: Mask, pixel: number): number {
  let count = 0;
  forEachNear(pixel, 1, mask, (near) => {
    count += mask.pixels[near];
  });
  return count;
}

/** Sets the pixels of another mask of the same size, too. */
export function addMask(mask: Mask, other: Mask): void {
  for (let index = 0; index < mask.pixels.length; index++) {
    mask.pixels[index] |= other.pixels[index];
  }
}

/** The pixels that are at most `radius` columns from one of their row that has a value. */
function nearAlongRows({ width, height, pixels }: Mask, value: 0 | 1, radius: number): Mask {
  const result = new Uint8Array(pixels.length);
  for (let first = 0; first < pixels.length; first += width) {
    const near = result.subarray(first, first + width);
    forEachSpan(pixels.subarray(first, first + width), value, (start, end) => {
      near.fill(1, Math.max(0, start - radius), end + radius);
    });
  }
  return { width, height, pixels: result };
}

/** The pixels that are at most `radius` rows from one of their column that is set. */
function nearAlongColumns({ width, height, pixels }: Mask, radius: number): Mask {
  const result = new Uint8Array(pixels.length);
  /** The last row that is near to a set pixel of the column, of those rows that were looked at. */
  const lastNear = new Int32Array(width).fill(-1);
  for (let row = -radius; row < height; row++) {
    const seen = row + radius;
    forEachSpan(pixels.subarray(seen * width, (seen + 1) * width), 1, (start, end) => {
      lastNear.fill(seen + radius, start, end);
    });
    if (row < 0) continue;
    for (let column = 0, index = row * width; column < width; column++, index++) {
      result[index] = lastNear[column] >= row ? 1 : 0;
    }
  }
  return { width, height, pixels: result };
}

/** Calls back with the first column, and the one after the last, of each span that has a value. */
function forEachSpan(
  row: Uint8Array,
  value: 0 | 1,
  visit: (start: number, end: number) => void,
): void {
  for (let start = row.indexOf(value); start !== -1; ) {
    const next = row.indexOf(1 - value, start);
    const end = next === -1 ? row.length : next;
    visit(start, end);
    start = row.indexOf(value, end);
  }
}
