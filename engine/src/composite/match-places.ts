import { designOf, type Regression, ridgeRegression } from './ridge-regression.ts';
import type { PicturePair } from './types.ts';

/** Fewer pixels than this say too little of a place's days: they stay as they are. */
const fewestPixels = 300;
/** Regressions need no more pixels than this: of one place, and of all. */
const sampleOfPlace = 3_000;
const sampleOfAll = 20_000;
/** A dependence on the earlier bands is believed as if so many pixels spoke against it. */
const ridgePixels = 100;
/** Reflectance × 10,000: what two days of one season and the other differ by at most. */
const largestShift = 1_500;

/**
 * Makes the two dates of a large area comparable as if everywhere the same two days were compared.
 * In each place other days are, and between them greenness, light and haze differ by other amounts.
 * The later picture is regressed on the earlier one, over all places; where one place's pair of days
 * deviates from that, as far as it depends on the earlier bands, it is taken back. A pixel's own
 * deviation, where it changed, remains.
 *
 * @param places for each pixel from 1 the place and pair of days that it is of; 0 for none
 * @returns the pair to look for change in; the pictures themselves stay as they are
 */
export function matchPlaces(
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
  for (let place = 1; place <= placeCount; place += 1) {
    const pixels = pixelsOf(place);
    if (pixels.length < fewestPixels) continue;
    const own = regressionsOn(before.bands, thinned(pixels, sampleOfPlace), after.bands);
    for (const [index, band] of bands.entries()) {
      shift(band, pixels, before.bands, difference(own[index]!, expectations[index]!));
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
      Float64Array.from(pixels, (pixel) => band[pixel]!),
      ridgePixels,
    ),
  );
}

type Line = Pick<Regression, 'start' | 'slopes'>;

function difference(own: Line, expected: Line): Line {
  return {
    start: own.start - expected.start,
    slopes: own.slopes.map((slope, band) => slope - expected.slopes[band]!),
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
    for (let index = 0; index < slopes.length; index += 1) {
      deviation += slopes[index]! * on[index]![pixel]!;
    }
    const taken = Math.round(Math.min(largestShift, Math.max(-largestShift, deviation)));
    // 0 is nodata: a value never becomes it.
    band[pixel] = Math.min(65_535, Math.max(1, band[pixel]! - taken));
  }
}

function pixelsByPlace(
  places: Uint16Array,
  placeCount: number,
): { pixelsOf: (place: number) => Int32Array; all: Int32Array } {
  const starts = new Int32Array(placeCount + 2);
  for (let pixel = 0; pixel < places.length; pixel += 1) starts[places[pixel]! + 1]! += 1;
  starts[1] = 0;
  for (let place = 1; place <= placeCount; place += 1) starts[place + 1]! += starts[place]!;
  const all = new Int32Array(starts[placeCount + 1]!);
  const next = starts.slice();
  for (let pixel = 0; pixel < places.length; pixel += 1) {
    const place = places[pixel]!;
    if (place > 0) all[next[place]!++] = pixel;
  }
  return { pixelsOf: (place) => all.subarray(starts[place], starts[place + 1]), all };
}

/** At most so many of the pixels, evenly taken. */
function thinned(pixels: Int32Array, most: number): Int32Array {
  const step = Math.max(1, Math.ceil(pixels.length / most));
  return Int32Array.from(
    { length: Math.ceil(pixels.length / step) },
    (_, at) => pixels[at * step]!,
  );
}
