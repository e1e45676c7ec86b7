import { sharedCopy } from '../../memory/shared-array.ts';
import { pixelsByNumber } from '../../raster/pixels-by-number.ts';
import { fittedAt, type Line, regressionsOn } from '../fill/ridge-regression.ts';
import { roundedShift, storable } from '../place/reflectance.ts';
import type { PicturePair } from '../types.ts';

/**
 * A segment with fewer pixels stays as it is, because these are too few for a regression.
 */
const fewestPixels = 300;
/** The most pixels that a regression uses, of one segment and of all segments. */
const sampleOfSegment = 3_000;
const sampleOfAll = 20_000;
/**
 * Reflectance × 10,000: the largest correction. Two days of one season differ by no more from two
 * others.
 */
const largestShift = 1_500;

/**
 * Makes the two dates of a large area comparable, as if the same two days were compared everywhere.
 * Each segment, a region with its two days, differs from the others in greenness, light and haze.
 * The later picture is regressed on the earlier one, over all segments and for each of them. Where a
 * segment's regression deviates from the common one, the deviation, as far as it depends on the
 * earlier bands, is subtracted. A single pixel's own deviation, such as change, remains.
 *
 * @param segments for each pixel the number of its segment, from 1; 0 for none
 * @returns the pair in which change is looked for; the pictures themselves stay as they are
 */
export function matchDays(
  { before, after }: PicturePair,
  segments: Uint16Array,
  segmentCount: number,
): PicturePair {
  const { pixelsOf, all } = pixelsByNumber(segments, segmentCount);
  const expectations = regressionsOn(before.bands, thinned(all, sampleOfAll), after.bands);
  const bands = after.bands.map(sharedCopy);
  for (let segment = 1; segment <= segmentCount; segment++) {
    const pixels = pixelsOf(segment);
    if (pixels.length < fewestPixels) continue;
    const own = regressionsOn(before.bands, thinned(pixels, sampleOfSegment), after.bands);
    for (const [index, band] of bands.entries()) {
      subtract(band, pixels, before.bands, difference(own[index], expectations[index]));
    }
  }
  return { before, after: { ...after, bands } };
}

function difference(own: Line, expected: Line): Line {
  return {
    start: own.start - expected.start,
    slopes: own.slopes.map((slope, band) => slope - expected.slopes[band]),
  };
}

function subtract(
  band: Uint16Array,
  pixels: Int32Array,
  on: readonly Uint16Array[],
  deviation: Line,
): void {
  for (const pixel of pixels) {
    const shift = roundedShift(fittedAt(deviation, on, pixel), largestShift);
    band[pixel] = storable(band[pixel] - shift);
  }
}

/** Takes at most so many of the pixels, evenly spread. */
function thinned(pixels: Int32Array, most: number): Int32Array {
  const step = Math.max(1, Math.ceil(pixels.length / most));
  return Int32Array.from({ length: Math.ceil(pixels.length / step) }, (_, at) => pixels[at * step]);
}
