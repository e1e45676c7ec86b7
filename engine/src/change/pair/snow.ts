import { selectQuantile } from '../../math/quantiles.ts';
import type { RasterSize } from '../../raster/grid.ts';
import { forEachNear } from '../../raster/window.ts';
import { type Band, type BandStack, changeClass } from '../options.ts';
import { bandsByName } from './named-bands.ts';

/** NDSI from which ground counts as snow (Hall, Riggs & Salomonson, Remote Sensing of Environment 54, 1995). */
const snowNdsi = 0.4;
/** Water has a high NDSI too, but its near infrared is far darker than its green. */
const leastInfraredShare = 0.5;
/**
 * Snow makes green brighter by the factor `snowBrightening` than the shortwave infrared of the bare
 * ground. It is also brighter by that factor than the share `leastOfTypical` of the darker
 * picture's typical shortwave infrared.
 */
const snowBrightening = 1.5;
const leastOfTypical = 0.5;
/** Only every so many pixels are read to find what is typical. */
const typicalStep = 13;
/**
 * Patchy snow makes green brighter by at least this share, and shortwave infrared by no more than
 * `largestInfraredGain`.
 */
const patchyBrightening = 0.3;
const largestInfraredGain = 0.15;
/** How far, in pixels, patchy snow is followed from snow or from other patchy snow. */
const reachPixels = 2;

/**
 * Change within `rimPixels` of snow is likely thin snow. It is followed for `followedPixels` as
 * long as green is brighter by the factor `rimBrightening`.
 */
const rimPixels = 3;
const followedPixels = 16;
const rimBrightening = 1.1;

const snowState = { none: 0, patchy: 1, snow: 2 } as const;

type SnowBands = readonly [Band, Band, Band];

/**
 * The median shortwave infrared of the darker picture; undefined if the bands that identify snow
 * are not named.
 */
export function learnTypicalInfrared(
  observed: Uint8Array,
  before: BandStack,
  after: BandStack,
): number | undefined {
  const first = snowBands(before);
  const second = snowBands(after);
  if (first === undefined || second === undefined) return undefined;
  return Math.min(typicalOf(first[2], observed), typicalOf(second[2], observed));
}

/**
 * Makes pixels unobserved that snow covers on one of the two dates, because the ground is not
 * visible there. These are the pixels that NDSI identifies, and the mixed pixels beside them.
 * Ground under snow on both dates stays observed. Alters `observed` and returns the pixels that
 * became unobserved. Does nothing unless green, nir and swir1 are named.
 *
 * @param typicalInfrared what `learnTypicalInfrared` returned for the two dates
 */
export function maskSnow(
  observed: Uint8Array,
  before: BandStack,
  after: BandStack,
  typicalInfrared = learnTypicalInfrared(observed, before, after),
): number[] {
  const first = snowBands(before);
  const second = snowBands(after);
  if (!first || !second || typicalInfrared === undefined) return [];
  const [greenBefore, greenAfter] = [first[0], second[0]];
  const state = new Uint8Array(observed.length);
  const queue: number[] = [];
  for (let i = 0; i < observed.length; i++) {
    if (observed[i] === 0) continue;
    // Snow of any sort brightens green by at least this much. The test ends the work on nearly
    // every pixel.
    const darker = Math.min(greenBefore[i], greenAfter[i]);
    const brighter = Math.max(greenBefore[i], greenAfter[i]);
    if (brighter - darker <= patchyBrightening * darker) continue;
    const snowBefore = isSnow(first, i);
    const snowAfter = isSnow(second, i);
    if (snowBefore !== snowAfter) {
      const [snowy, bare] = snowBefore ? [first, second] : [second, first];
      // Turbid water has the NDSI of snow and enough near infrared, but it is dark.
      if (!isBright(snowy, bare, i) || snowy[0][i] < leastOfTypical * typicalInfrared) continue;
      state[i] = snowState.snow;
      queue.push(i);
    } else if (!snowBefore && (isPatchy(first, second, i) || isPatchy(second, first, i))) {
      state[i] = snowState.patchy;
    }
  }
  spread(state, queue, before);
  for (const i of queue) observed[i] = 0;
  return queue;
}

/**
 * Makes changed pixels unobserved that lie within 3 pixels of snow which was there on one date
 * only. So do changed pixels up to 16 pixels away that connect to them and are brighter in green on
 * the date of the snow: this is thin or melting snow, whose NDSI is too low. Alters `mask` and
 * returns the pixels that became unobserved.
 *
 * @param snow what `maskSnow` returned
 */
export function blankBesideSnow(
  mask: Uint8Array,
  snow: readonly number[],
  before: BandStack,
  after: BandStack,
): number[] {
  const [green] = bandsByName(before, ['green']) ?? [];
  const [greenAfter] = bandsByName(after, ['green']) ?? [];
  if (green === undefined || greenAfter === undefined) return [];
  const blanked: number[] = [];
  const visit = (i: number, isSnowAfter: boolean, reach: number, isRim: boolean): number[] => {
    const found: number[] = [];
    forEachNear(i, reach, before, (near) => {
      if (mask[near] !== changeClass.changed) return;
      const [bare, snowy] = isSnowAfter
        ? [green[near], greenAfter[near]]
        : [greenAfter[near], green[near]];
      if (!isRim && snowy < rimBrightening * bare) return;
      mask[near] = changeClass.unobserved;
      blanked.push(near);
      found.push(near);
    });
    return found;
  };
  for (const isSnowAfter of [true, false]) {
    let front: number[] = [];
    for (const i of snow) {
      if (greenAfter[i] > green[i] !== isSnowAfter) continue;
      front.push(...visit(i, isSnowAfter, rimPixels, true));
    }
    for (let step = rimPixels; step < followedPixels && front.length > 0; step++) {
      front = front.flatMap((i) => visit(i, isSnowAfter, 1, false));
    }
  }
  return blanked;
}

function snowBands(stack: BandStack): SnowBands | undefined {
  const [green, nir, swir1] = bandsByName(stack, ['green', 'nir', 'swir1']) ?? [];
  return green && nir && swir1 ? [green, nir, swir1] : undefined;
}

/** Adds to `queue` the patchy snow within reach of the pixels that it already holds. */
function spread(state: Uint8Array, queue: number[], size: RasterSize): void {
  for (let head = 0; head < queue.length; head++) {
    forEachNear(queue[head], reachPixels, size, (near) => {
      if (state[near] !== snowState.patchy) return;
      state[near] = snowState.snow;
      queue.push(near);
    });
  }
}

function isSnow([green, nir, swir1]: SnowBands, i: number): boolean {
  return (
    green[i] > 0 &&
    green[i] - swir1[i] >= snowNdsi * (green[i] + swir1[i]) &&
    nir[i] >= leastInfraredShare * green[i]
  );
}

/** The median of a band over the observed pixels. */
function typicalOf(band: Band, observed: Uint8Array): number {
  const values = new Float32Array(Math.ceil(band.length / typicalStep));
  let count = 0;
  for (let i = 0; i < band.length; i += typicalStep) {
    if (observed[i] !== 0) values[count++] = band[i];
  }
  return count === 0 ? 0 : selectQuantile(values, 0.5, count);
}

function isBright(snowy: SnowBands, bare: SnowBands, i: number): boolean {
  return snowy[0][i] >= snowBrightening * bare[0][i] && snowy[0][i] >= bare[2][i];
}

function isPatchy(bare: SnowBands, snowy: SnowBands, i: number): boolean {
  const gain = snowy[0][i] - bare[0][i];
  return (
    gain > patchyBrightening * bare[0][i] &&
    snowy[2][i] - bare[2][i] <= largestInfraredGain * gain &&
    snowy[1][i] >= leastInfraredShare * snowy[0][i]
  );
}
