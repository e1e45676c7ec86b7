import type { Raster } from '../../raster/samples.ts';
import { addMask, grown, type Mask, maskWhere, shrunk, withoutSpecks } from './mask.ts';

/** How a composite may use a pixel of a scene. */
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

/** Codes that the product does not define are masked. */
const usabilityTable = new Uint8Array(256).fill(masked);
usabilityTable.set(usabilityOfCode);
const cloudTable = new Uint8Array(256);
for (const code of cloudCodes) cloudTable[code] = 1;

/** The edges of clouds and shadows extend beyond what is classified. */
const cloudMarginMeters = 40;
/** Large clouds have a wider, thin rim. A cloud is large if a square of this side fits into it. */
const largeCloudMeters = 100;
const largeCloudMarginMeters = 140;
/** In larger pixels a single pixel can be a real cloud, so specks are kept as clouds. */
const largestSpeckPixelMeters = 30;

/**
 * Converts scene classification codes into `usability`, on the classification's own grid. Masked
 * are saturated (1) and dark (2) pixels, cloud shadow (3), clouds (8, 9) and cirrus (10). A margin
 * of 40 m is added to clouds and shadows. On a grid of 30 m or finer, the margin of large clouds is
 * 140 m. On such a grid one or two isolated cloud pixels are taken for errors of the
 * classification, as in Fmask, and stay usable.
 */
export function usabilityOf(codes: Raster, pixelSizeMeters: number): Uint8Array {
  const [band] = codes.bands;
  const clouds = maskWhere(band, cloudTable, codes);
  const covered = clouds.pixels.includes(1) ? withMargins(clouds, pixelSizeMeters) : clouds;
  const result = new Uint8Array(covered.pixels.length);
  for (let index = 0; index < result.length; index++) {
    const code = band[index];
    const own = usabilityTable[code];
    if (covered.pixels[index] === 1) result[index] = own === unobserved ? unobserved : masked;
    // A speck is an error of the classification, and the pixel shows the ground.
    else result[index] = cloudTable[code] === 1 ? clear : own;
  }
  return result;
}

/** How many pixels have each `usability` code. */
export function countCodes(usable: Uint8Array): Uint32Array {
  const counts = new Uint32Array(Object.keys(usability).length);
  for (let index = 0; index < usable.length; index++) counts[usable[index]]++;
  return counts;
}

/** The distance in pixels from which clouds outside of a window can extend into it. */
export function cloudReachPixels(pixelSizeMeters: number): number {
  const margin = Math.round(cloudMarginMeters / pixelSizeMeters);
  if (pixelSizeMeters > largestSpeckPixelMeters) return margin + 1;
  const halfWidth = halfLargeCloud(pixelSizeMeters);
  return Math.max(margin, 2 * halfWidth + Math.round(largeCloudMarginMeters / pixelSizeMeters)) + 1;
}

/** Clouds and shadows with their margins, on a fine grid without specks. */
function withMargins(clouds: Mask, pixelSizeMeters: number): Mask {
  const hasSpecks = pixelSizeMeters <= largestSpeckPixelMeters;
  const solid = hasSpecks ? withoutSpecks(clouds) : clouds;
  const covered = grown(solid, Math.round(cloudMarginMeters / pixelSizeMeters));
  if (!hasSpecks) return covered;
  const halfWidth = halfLargeCloud(pixelSizeMeters);
  const large = shrunk(solid, halfWidth);
  if (large.pixels.includes(1)) {
    const margin = halfWidth + Math.round(largeCloudMarginMeters / pixelSizeMeters);
    addMask(covered, grown(large, margin));
  }
  return covered;
}

/** Half the side, in pixels without the middle one, of the square that fits into a large cloud. */
function halfLargeCloud(pixelSizeMeters: number): number {
  return Math.round(largeCloudMeters / pixelSizeMeters / 2 - 0.5);
}
