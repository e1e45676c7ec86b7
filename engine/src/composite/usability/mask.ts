/** Pixels that are set or not. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  /** Row by row from the top: 1 where the pixel is set, 0 elsewhere. */
  readonly pixels: Uint8Array;
}

/** The pixels whose value has a 1 in `table`. */
export function maskWhere(
  values: ArrayLike<number>,
  table: Uint8Array,
  { width, height }: { width: number; height: number },
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
export function withoutSpecks({ width, height, pixels }: Mask): Mask {
  const kept = new Uint8Array(pixels.length);
  for (let row = 0, index = 0; row < height; row++) {
    for (let column = 0; column < width; column++, index++) {
      if (pixels[index] === 0) continue;
      let count = 0;
      for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) {
          count += pixels[y * width + x];
        }
      }
      // The pixel itself is counted, too.
      if (count >= 3) kept[index] = 1;
    }
  }
  return { width, height, pixels: kept };
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
  for (let start = 0; start < pixels.length; start += width) {
    let last = -radius - 1;
    for (let column = 0; column < width; column++) {
      if (pixels[start + column] === value) last = column;
      if (column - last <= radius) result[start + column] = 1;
    }
    let next = width + radius;
    for (let column = width - 1; column >= 0; column--) {
      if (pixels[start + column] === value) next = column;
      if (next - column <= radius) result[start + column] = 1;
    }
  }
  return { width, height, pixels: result };
}

/** The pixels that are at most `radius` rows from one of their column that is set. */
function nearAlongColumns({ width, height, pixels }: Mask, radius: number): Mask {
  const result = new Uint8Array(pixels.length);
  const lastRows = new Int32Array(width).fill(-radius - 1);
  for (let row = 0, index = 0; row < height; row++) {
    for (let column = 0; column < width; column++, index++) {
      if (pixels[index] === 1) lastRows[column] = row;
      if (row - lastRows[column] <= radius) result[index] = 1;
    }
  }
  const nextRows = new Int32Array(width).fill(height + radius);
  for (let row = height - 1; row >= 0; row--) {
    for (let column = 0, index = row * width; column < width; column++, index++) {
      if (pixels[index] === 1) nextRows[column] = row;
      if (nextRows[column] - row <= radius) result[index] = 1;
    }
  }
  return { width, height, pixels: result };
}
