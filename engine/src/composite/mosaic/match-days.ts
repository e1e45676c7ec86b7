import { designOf, type Regression, ridgeRegression } from '../fill/ridge-regression.ts';
import type { PicturePair } from '../types.ts';

/**
 * The days of a place with fewer pixels stay as they are, because they are too few for a
 * regression.
 */
const fewestPixels = 300;
/** The most pixels that a regression uses, of one place and of all places. */
const sampleOfPlace = 3_000;
const sampleOfAll = 20_000;
/**
 * The regression's ridge: slopes are estimated as if this many further pixels showed no dependence.
 */
const ridgePixels = 100;
/**
 * Reflectance × 10,000: the largest correction. Two days of one season differ by no more from two
 * others.
 */
const largestShift = 1_500;

/**
 * Makes the two dates of a large area comparable, as if the same two days were compared everywhere.
 * Different places show different days, whose greenness, light and haze differ by different
 * amounts. The later picture is regressed on the earlier one, over all places and for each place
 * and pair of days. Where a place's regression deviates from the common one, the deviation, as far
 * as it depends on the earlier bands, is subtracted. A single pixel's own deviation, such as
 * change, remains.
 *
 * @param places for each pixel the number of its place and pair of days, from 1; 0 for none
 * @returns the pair in which change is looked for; the pictures themselves stay as they are
 */
export function matchDays(
  { before, after }: PicturePair,
  places: Uint16Array,
  placeCount: number,
): PicturePair {
  const { pixelsOf, all } = pixelsByPlace(places, placeCount);
  const expectations = regressionsOn(before.bands, thinned(all, sampleOfAll), after.bands);
  const bands = after.bands.map((band) => {
    const copy = new Uint16Array(new SharedArrayBuffer(band.byteLength));
    copy.set(band);
    return copy;
  });
  for (let place = 1; place <= placeCount; place++) {
    const pixels = pixelsOf(place);
    if (pixels.length < fewestPixels) continue;
    const own = regressionsOn(before.bands, thinned(pixels, sampleOfPlace), after.bands);
    for (const [index, band] of bands.entries()) {
      shift(band, pixels, before.bands, difference(own[index], expectations[index]));
    }
  }
  return { before, after: { ...after, bands } };
}

/** Regressions of some bands on others, over the same pixels. */
function regressionsOn(
  on: readonly Uint16Array[],
  pixels: Int32Array,
  bands: readonly Uint16Array[],
): Regression[] {
  const design = designOf(on, pixels);
  return bands.map((band) =>
    ridgeRegression(
      design,
      Float64Array.from(pixels, (pixel) => band[pixel]),
      ridgePixels,
    ),
  );
}

type Line = Pick<Regression, 'start' | 'slopes'>;

function difference(own: Line, expected: Line): Line {
  return {
    start: own.start - expected.start,
    slopes: own.slopes.map((slope, band) => slope - expected.slopes[band]),
  };
}

function shift(
  band: Uint16Array,
  pixels: Int32Array,
  on: readonly Uint16Array[],
  { start, slopes }: Line,
): void {
  for (const pixel of pixels) {
    let deviation = start;
    for (let index = 0; index < slopes.length; index++) {
      deviation += slopes[index] * on[index][pixel];
    }
    const taken = Math.round(Math.min(largestShift, Math.max(-largestShift, deviation)));
    // 0 is nodata, so no value may become 0.
    band[pixel] = Math.min(65_535, Math.max(1, band[pixel] - taken));
  }
}

function pixelsByPlace(
  places: Uint16Array,
  placeCount: number,
): { pixelsOf: (place: number) => Int32Array; all: Int32Array } {
  const starts = new Int32Array(placeCount + 2);
  for (let pixel = 0; pixel < places.length; pixel++) starts[places[pixel] + 1]++;
  starts[1] = 0;
  for (let place = 1; place <= placeCount; place++) starts[place + 1] += starts[place];
  const all = new Int32Array(starts[placeCount + 1]);
  const next = starts.slice();
  for (let pixel = 0; pixel < places.length; pixel++) {
    const place = places[pixel];
    if (place > 0) all[next[place]++] = pixel;
  }
  return { pixelsOf: (place) => all.subarray(starts[place], starts[place + 1]), all };
}

/** Takes at most so many of the pixels, evenly spread. */
function thinned(pixels: Int32Array, most: number): Int32Array {
  const step = Math.max(1, Math.ceil(pixels.length / most));
  return Int32Array.from({ length: Math.ceil(pixels.length / step) }, (_, at) => pixels[at * step]);
}
