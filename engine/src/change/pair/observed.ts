import type { BandStack } from '../options.ts';
import type { Rows } from '../rows/rows.ts';
import type { SharedBuffers } from '../rows/shared-buffers.ts';

/**
 * 1 where both dates have a clear and finite value in every band, else 0. Throws RangeError if the
 * two stacks do not have the same size and bands.
 */
export function observedPixels(
  before: BandStack,
  after: BandStack,
  buffers: SharedBuffers,
): Uint8Array {
  const pixels = before.width * before.height;
  if (before.width !== after.width || before.height !== after.height) {
    throw new RangeError(
      `the two dates must have one size: before is ${before.width} × ${before.height} pixels, ` +
        `after is ${after.width} × ${after.height}`,
    );
  }
  if (before.bands.length === 0 || before.bands.length !== after.bands.length) {
    throw new RangeError(
      `the two dates must have the same bands, at least one: before has ${before.bands.length}, ` +
        `after has ${after.bands.length}`,
    );
  }
  const observed = buffers.takeBytes(pixels);
  for (let i = 0; i < pixels; i++)
    observed[i] = before.valid[i] !== 0 && after.valid[i] !== 0 ? 1 : 0;
  for (const band of [...before.bands, ...after.bands]) {
    if (band.length !== pixels) {
      throw new RangeError(`a band must have ${pixels} samples, got ${band.length}`);
    }
    if (!(band instanceof Float32Array)) continue;
    for (let i = 0; i < pixels; i++) if (!Number.isFinite(band[i])) observed[i] = 0;
  }
  return observed;
}

/**
 * The number of observed pixels in the 3 × 3 square around each pixel of some rows, the pixel
 * itself included.
 */
export function boxCounts(
  observed: Uint8Array,
  { width, height, first, end }: Omit<Rows, 'band'>,
): Uint8Array {
  const counts = new Uint8Array((end - first) * width);
  // A column of zeros on both sides lets the inner loop work without edge cases.
  const columns = new Uint8Array(width + 2);
  for (let y = first; y < end; y++) {
    columns.fill(0);
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
      for (let x = 0; x < width; x++) columns[x + 1] += observed[row * width + x];
    }
    const start = (y - first) * width;
    for (let x = 0; x < width; x++) {
      counts[start + x] = columns[x] + columns[x + 1] + columns[x + 2];
    }
  }
  return counts;
}
