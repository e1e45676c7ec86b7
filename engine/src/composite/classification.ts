import type { Raster } from '../raster/samples.ts';
import {
  type BitMask,
  bitsWhere,
  bytesOf,
  grown,
  shrunk,
  union,
  withoutSpecks,
} from './bit-mask.ts';

/**
 * What a composite does with a pixel of a scene. Clear ground and water alone have the second bit, snow
 * alone the third: `usable-words.ts` asks four pixels at once.
 */
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
  const [band] = codes.bands;
  const clouds = bitsWhere(band!, cloudTable, codes);
  const hasSpecks = pixelSizeMeters <= largestSpeckPixelMeters;
  const solid = hasSpecks ? withoutSpecks(clouds) : clouds;
  const near = grown(solid, Math.round(cloudMarginMeters / pixelSizeMeters));
  const covered = bytesOf(hasSpecks ? union(near, rimsOf(solid, pixelSizeMeters)) : near);
  const result = new Uint8Array(covered.length);
  for (let index = 0; index < result.length; index += 1) {
    const code = band![index]!;
    const own = usabilityTable[code]!;
    if (covered[index] === 1) result[index] = own === unobserved ? unobserved : masked;
    // A speck: the classification erred, and the ground shows.
    else result[index] = cloudTable[code] === 1 ? clear : own;
  }
  return result;
}

/** How many pixels have each `usability` code. */
export function countCodes(usable: Uint8Array): Uint32Array {
  const counts = new Uint32Array(Object.keys(usability).length);
  // Run by run: neighbours are mostly alike, and a counter added to each time is waited for.
  for (let start = 0; start < usable.length; ) {
    const code = usable[start]!;
    let end = start + 1;
    while (end < usable.length && usable[end] === code) end += 1;
    counts[code]! += end - start;
    start = end;
  }
  return counts;
}

/** How many pixels beside a window clouds can reach into it from. */
export function cloudReachPixels(pixelSizeMeters: number): number {
  const margin = Math.round(cloudMarginMeters / pixelSizeMeters);
  if (pixelSizeMeters > largestSpeckPixelMeters) return margin + 1;
  const halfWidth = halfLargeCloud(pixelSizeMeters);
  return Math.max(margin, 2 * halfWidth + Math.round(largeCloudMarginMeters / pixelSizeMeters)) + 1;
}

/** The clouds of some size with their wider margin. */
function rimsOf(clouds: BitMask, pixelSizeMeters: number): BitMask {
  const halfWidth = halfLargeCloud(pixelSizeMeters);
  const margin = halfWidth + Math.round(largeCloudMarginMeters / pixelSizeMeters);
  return grown(shrunk(clouds, halfWidth), margin);
}

/** Pixels on each side of the middle one of a square that fits into a cloud of some size. */
function halfLargeCloud(pixelSizeMeters: number): number {
  return Math.round(largeCloudMeters / pixelSizeMeters / 2 - 0.5);
}
