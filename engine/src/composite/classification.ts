import type { Raster } from '../raster/samples.ts';

/** What a composite does with a pixel of a scene. */
export const usability = { unobserved: 0, masked: 1, clear: 2, water: 3, snow: 4 } as const;

const { unobserved, masked, clear, water, snow } = usability;

/** What each Sentinel-2 scene classification (SCL) code, 0 to 11, is used as. */
const usabilityOfCode: readonly number[] = [
  unobserved, // no data
  masked, // saturated or defective
  masked, // dark, or in topographic shadow
  masked, // cloud shadow
  clear, // vegetation
  clear, // not vegetated
  water,
  clear, // unclassified
  masked, // cloud, medium probability
  masked, // cloud, high probability
  masked, // thin cirrus
  snow, // snow or ice
];
const cloudCodes: readonly number[] = [3, 8, 9, 10];

/** Codes that the product doesn't define are masked. */
const usabilityTable = new Uint8Array(256).fill(masked);
usabilityTable.set(usabilityOfCode);
const cloudTable = new Uint8Array(256);
for (const code of cloudCodes) cloudTable[code] = 1;

/** Clouds and their shadows fray out beyond what is classified. */
const cloudMarginMeters = 40;
/** Those of some size have a wider, thin rim; a cloud in which a square this wide fits is of some size. */
const largeCloudMeters = 100;
const largeCloudMarginMeters = 140;
/** Where pixels are larger, a single one can well be a cloud. */
const largestSpeckPixelMeters = 30;

/**
 * Turns scene classification codes into `usability`, on the classification's own grid. Masked are
 * saturated (1), dark (2), cloud shadow (3), clouds (8, 9) and cirrus (10); a margin of 40 m is added
 * to clouds and shadows, one of 140 m, on a grid of 30 m or finer, to those of some size. One or two cloud pixels by themselves, on a grid of 30 m or
 * finer, are taken for errors of the classification (as Fmask does), and stay usable.
 */
export function usabilityOf(codes: Raster, pixelSizeMeters: number): Uint8Array {
  const { width, height } = codes;
  const [band] = codes.bands;
  const result = new Uint8Array(width * height);
  const clouds = new Uint8Array(width * height);
  for (let index = 0; index < result.length; index += 1) {
    const code = band![index]!;
    result[index] = usabilityTable[code]!;
    clouds[index] = cloudTable[code]!;
  }
  const hasSpecks = pixelSizeMeters <= largestSpeckPixelMeters;
  const solid = hasSpecks ? withoutSpecks(clouds, width, height) : clouds;
  const margin = Math.round(cloudMarginMeters / pixelSizeMeters);
  const covered = dilate(solid, width, height, margin);
  if (hasSpecks) coverRims(covered, solid, { width, height, pixelSizeMeters });
  for (let index = 0; index < result.length; index += 1) {
    if (covered[index] === 1) {
      if (result[index] !== unobserved) result[index] = masked;
    } else if (clouds[index] === 1) {
      // A speck: the classification erred, and the ground shows.
      result[index] = clear;
    }
  }
  return result;
}

/** How many pixels beside a window clouds can reach into it from. */
export function cloudReachPixels(pixelSizeMeters: number): number {
  const margin = Math.round(cloudMarginMeters / pixelSizeMeters);
  if (pixelSizeMeters > largestSpeckPixelMeters) return margin + 1;
  const halfWidth = halfLargeCloud(pixelSizeMeters);
  return Math.max(margin, 2 * halfWidth + Math.round(largeCloudMarginMeters / pixelSizeMeters)) + 1;
}

/** Keeps cloud pixels that have at least two others among their eight neighbours. */
function withoutSpecks(clouds: Uint8Array, width: number, height: number): Uint8Array {
  const kept = new Uint8Array(clouds.length);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const index = row * width + column;
      if (clouds[index] === 0) continue;
      let count = 0;
      for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y += 1) {
        for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x += 1) {
          count += clouds[y * width + x]!;
        }
      }
      if (count >= 3) kept[index] = 1;
    }
  }
  return kept;
}

/** Adds to `covered` the wider margin of the clouds of some size. */
function coverRims(
  covered: Uint8Array,
  clouds: Uint8Array,
  grid: { width: number; height: number; pixelSizeMeters: number },
): void {
  const { width, height, pixelSizeMeters } = grid;
  const halfWidth = halfLargeCloud(pixelSizeMeters);
  const cores = opposite(dilate(opposite(clouds), width, height, halfWidth));
  const margin = halfWidth + Math.round(largeCloudMarginMeters / pixelSizeMeters);
  const rims = dilate(cores, width, height, margin);
  for (let index = 0; index < covered.length; index += 1) covered[index]! |= rims[index]!;
}

function opposite(mask: Uint8Array): Uint8Array {
  const other = new Uint8Array(mask.length);
  for (let index = 0; index < mask.length; index += 1) other[index] = 1 - mask[index]!;
  return other;
}

/** Pixels on each side of the middle one of a square that fits into a cloud of some size. */
function halfLargeCloud(pixelSizeMeters: number): number {
  return Math.round(largeCloudMeters / pixelSizeMeters / 2 - 0.5);
}

/** Grows a mask by a square of `radius` pixels around each of its pixels. */
function dilate(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  if (radius === 0) return mask;
  const wide = new Uint8Array(mask.length);
  for (let row = 0; row < height; row += 1) {
    const [start, end] = [row * width, (row + 1) * width];
    for (let index = start, left = 0; index < end; index += 1) {
      left = mask[index] === 1 ? radius + 1 : left - 1;
      if (left > 0) wide[index] = 1;
    }
    for (let index = end - 1, left = 0; index >= start; index -= 1) {
      left = mask[index] === 1 ? radius + 1 : left - 1;
      if (left > 0) wide[index] = 1;
    }
  }
  const grown = new Uint8Array(mask.length);
  const rowsLeft = new Int32Array(width);
  const growRow = (row: number): void => {
    for (let column = 0, index = row * width; column < width; column += 1, index += 1) {
      const left = wide[index] === 1 ? radius + 1 : rowsLeft[column]! - 1;
      rowsLeft[column] = left;
      if (left > 0) grown[index] = 1;
    }
  };
  for (let row = 0; row < height; row += 1) growRow(row);
  rowsLeft.fill(0);
  for (let row = height - 1; row >= 0; row -= 1) growRow(row);
  return grown;
}
