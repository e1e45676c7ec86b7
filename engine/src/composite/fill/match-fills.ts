import { blocksFor, blockValues, combineBlock, noCombinations } from '../../loops/combinations.ts';
import { sharedArray } from '../../memory/shared-array.ts';
import { dayOf } from '../../source/scene.ts';
import type { RunKernel } from '../../threads/kernel.ts';
import { roundedShift, storable } from '../place/reflectance.ts';
import type { Composite, CompositePair } from '../types.ts';
import { unassigned } from '../usability/usable-pixels.ts';
import {
  designOf,
  fittedAt,
  type Regression,
  regressionsOn,
  ridgeRegression,
} from './ridge-regression.ts';

/** A scene with fewer pixels stays as it is, because they are too few for a regression. */
const fewestPixels = 60;
/** Regressions need no more pixels than this. */
const sampleLimit = 5_000;
/** Reflectance × 10,000. Haze and light do not explain a larger difference in brightness. */
const largestShift = 400;

/**
 * Matches the pixels that fill gaps, from any scene but a date's main one, to the main scene.
 * Otherwise the haze and light of another day would make them stand out. The other date tells what
 * the main scene would show there: the main scene is regressed on the other date's bands. The
 * fill's mean deviation from this regression, as far as it depends on these bands, is subtracted. A
 * single pixel's own deviation, such as change, remains. Alters the bands in place. They must be in
 * shared memory if other threads do the work.
 */
export async function matchFills(
  { before, after }: Omit<CompositePair, 'gaps'>,
  run: RunKernel,
): Promise<void> {
  // Both dates' shifts are computed before either date is altered.
  const [beforeShifts, afterShifts] = await Promise.all([
    run(fillShifts, taskOf(before, after)),
    run(fillShifts, taskOf(after, before)),
  ]);
  await Promise.all([
    run(shiftFills, { bands: before.bands, fills: beforeShifts }),
    run(shiftFills, { bands: after.bands, fills: afterShifts }),
  ]);
}

interface ShiftsTask {
  readonly bands: readonly Uint16Array[];
  readonly sceneIndex: Uint8Array;
  /** The day of each scene, YYYY-MM-DD. */
  readonly days: readonly string[];
  /** The other date. */
  readonly other: Pick<Composite, 'bands' | 'valid' | 'sceneIndex'>;
}

/** The amounts that are added to the pixels that one scene fills. */
interface FillShifts {
  readonly pixels: Int32Array;
  /** One for each pixel, of each band. */
  readonly shifts: readonly Int16Array[];
}

function taskOf({ bands, sceneIndex, scenes }: Composite, other: Composite): ShiftsTask {
  return {
    bands,
    sceneIndex,
    days: scenes.map(({ scene }) => dayOf(scene)),
    other: { bands: other.bands, valid: other.valid, sceneIndex: other.sceneIndex },
  };
}

/** Computes what corrects each fill of a date for its deviation from the main scene. */
export function fillShifts({ bands, sceneIndex, days, other }: ShiftsTask): FillShifts[] {
  const [main, ...fills] = samplePixels(sceneIndex, days.length, other.sceneIndex);
  if (!main || main.length < fewestPixels) return [];
  const expectations = regressionsOn(other.bands, main, bands);
  // Neighbouring tiles of one pass have the same atmosphere and light, so they need no matching.
  const isMatched = (fill: Int32Array, scene: number) =>
    days[scene] !== days[0] && fill.length >= fewestPixels;
  const matched = fills.flatMap((fill, index) => (isMatched(fill, index + 1) ? [index + 1] : []));
  const pixelsOf = pixelsByScene(sceneIndex, matched);
  return matched.map((scene) => {
    const fill = fills[scene - 1];
    const fillDesign = designOf(other.bands, fill);
    const deviations = bands.map((band, index) => {
      const expected = expectations[index];
      const excess = new Float64Array(fill.length);
      for (const [place, pixel] of fill.entries()) {
        excess[place] = band[pixel] - fittedAt(expected, other.bands, pixel);
      }
      return ridgeRegression(fillDesign, excess);
    });
    const pixels = pixelsOf.get(scene)!;
    return { pixels, shifts: shiftsAt(pixels, deviations, other) };
  });
}

/** Alters the bands. */
export function shiftFills({
  bands,
  fills,
}: {
  readonly bands: readonly Uint16Array[];
  readonly fills: readonly FillShifts[];
}): void {
  for (const { pixels, shifts } of fills) {
    for (const [index, band] of bands.entries()) add(band, pixels, shifts[index]);
  }
}

/** The amounts to add to each band at some pixels so that their deviation disappears. */
function shiftsAt(
  pixels: Int32Array,
  deviations: readonly Regression[],
  { bands, valid }: Pick<Composite, 'bands' | 'valid'>,
): Int16Array[] {
  const shifts = deviations.map(() => sharedArray(Int16Array, pixels.length));
  const combinations = noCombinations(deviations.length, bands.length);
  const { offsets, factors, columnCount } = combinations;
  for (const [index, { start, slopes }] of deviations.entries()) {
    offsets[index] = start;
    factors.set(slopes, index * columnCount);
  }
  const { columns, sums } = blocksFor(combinations);
  for (let start = 0; start < pixels.length; start += blockValues) {
    const block = pixels.subarray(start, start + blockValues);
    for (const [index, band] of bands.entries()) gather(band, block, columns[index]);
    combineBlock(combinations, columns, sums);
    for (const [index, { mean }] of deviations.entries()) {
      takeBack(
        sums[index],
        { block, valid, mean },
        shifts[index].subarray(start, start + blockValues),
      );
    }
  }
  return shifts;
}

function gather(band: Uint16Array, pixels: Int32Array, values: Float64Array): void {
  for (let index = 0; index < pixels.length; index++) values[index] = band[pixels[index]];
}

/** Subtracts the deviations, or only their mean if the other date tells nothing. */
function takeBack(
  deviations: Float64Array,
  { block, valid, mean }: { block: Int32Array; valid: Uint8Array; mean: number },
  shifts: Int16Array,
): void {
  for (let index = 0; index < shifts.length; index++) {
    const shift = valid[block[index]] === 1 ? -deviations[index] : -mean;
    shifts[index] = roundedShift(shift, largestShift);
  }
}

function add(band: Uint16Array, pixels: Int32Array, shifts: Int16Array): void {
  for (let position = 0; position < pixels.length; position++) {
    const pixel = pixels[position];
    band[pixel] = storable(band[pixel] + shifts[position]);
  }
}

/** The pixels that each of some scenes fills, in ascending order. */
function pixelsByScene(
  sceneIndex: Uint8Array,
  scenes: readonly number[],
): ReadonlyMap<number, Int32Array> {
  const counts = new Uint32Array(256);
  for (let pixel = 0; pixel < sceneIndex.length; pixel++) counts[sceneIndex[pixel]]++;
  // In shared memory, as the shifts are, because different threads write and read them.
  const pixelsOf = new Map(scenes.map((scene) => [scene, sharedArray(Int32Array, counts[scene])]));
  const targets = Array.from(counts, (_, scene) => pixelsOf.get(scene));
  const taken = counts.fill(0);
  for (let pixel = 0; pixel < sceneIndex.length; pixel++) {
    const scene = sceneIndex[pixel];
    const target = targets[scene];
    if (target) target[taken[scene]++] = pixel;
  }
  return pixelsOf;
}

/** The pixels of each scene that the other date's main scene shows too, thinned evenly. */
function samplePixels(own: Uint8Array, sceneCount: number, others: Uint8Array): Int32Array[] {
  const counts = new Uint32Array(256);
  for (let pixel = 0; pixel < own.length; pixel++) {
    if (others[pixel] === 0) counts[own[pixel]]++;
  }
  const steps = counts.map((count) => Math.max(1, Math.ceil(count / sampleLimit)));
  const samples = Array.from(
    { length: sceneCount },
    (_, scene) => new Int32Array(Math.ceil(counts[scene] / steps[scene])),
  );
  const taken = new Uint32Array(samples.length);
  /** How many pixels of each scene are skipped before the next one is taken. */
  const waiting = new Uint32Array(samples.length);
  for (let pixel = 0; pixel < own.length; pixel++) {
    const scene = own[pixel];
    if (others[pixel] !== 0 || scene === unassigned) continue;
    if (waiting[scene] > 0) {
      waiting[scene]--;
      continue;
    }
    samples[scene][taken[scene]] = pixel;
    taken[scene]++;
    waiting[scene] = steps[scene] - 1;
  }
  return samples;
}
