import { unassigned } from './assign.ts';
import { designOf, type Regression, ridgeRegression } from './ridge-regression.ts';
import type { Composite, CompositePair } from './types.ts';

/** Fewer pixels than this say too little of a scene: it stays as it is. */
const fewestPixels = 60;
/** Regressions need no more pixels than this. */
const sampleLimit = 5_000;
/** A dependence on the other date's bands is believed as if so many pixels spoke against it. */
const ridgePixels = 100;
/** Reflectance × 10,000: brightness further off than this is no matter of haze and light. */
const largestShift = 400;

/**
 * Matches the pixels that fill gaps (from any scene but a date's main one) to the main scene, so that
 * they don't stand out by another day's haze and light. What the main scene would show there is told
 * by the other date: the main scene is regressed on the other date's bands, and the fill's mean
 * deviation from that, as far as it depends on these bands, is taken back. A pixel's own deviation,
 * where it changed, remains. Alters the bands in place.
 */
export function matchFills({ before, after }: Omit<CompositePair, 'gaps'>): void {
  const corrections = [...correctionsOf(before, after), ...correctionsOf(after, before)];
  for (const apply of corrections) apply();
}

/** The changes to a composite, all computed before any is made. */
function correctionsOf(composite: Composite, other: Composite): (() => void)[] {
  const [main, ...fills] = samplePixels(composite, other);
  if (!main || main.length < fewestPixels) return [];
  const design = designOf(other.bands, main);
  const expectations = composite.bands.map((band) =>
    ridgeRegression(
      design,
      Float64Array.from(main, (pixel) => band[pixel]!),
      ridgePixels,
    ),
  );
  const corrections: (() => void)[] = [];
  for (const [index, fill] of fills.entries()) {
    const scene = index + 1;
    if (isSameDay(composite, scene) || fill.length < fewestPixels) continue;
    const fillDesign = designOf(other.bands, fill);
    const deviations = composite.bands.map((band, index) => {
      const expected = expectations[index]!;
      const excess = Float64Array.from(fill, (p) => band[p]! - fittedAt(expected, other.bands, p));
      return ridgeRegression(fillDesign, excess, ridgePixels);
    });
    const all = pixelsOf(composite, scene);
    const shifts = shiftsAt(all, deviations, other);
    for (const [index, band] of composite.bands.entries()) {
      corrections.push(() => add(band, all, shifts[index]!));
    }
  }
  return corrections;
}

function fittedAt(
  { start, slopes }: Regression,
  bands: readonly Uint16Array[],
  pixel: number,
): number {
  let value = start;
  for (let band = 0; band < slopes.length; band += 1) value += slopes[band]! * bands[band]![pixel]!;
  return value;
}

/** What is to be added to each band at some pixels to take back its deviation. */
function shiftsAt(
  pixels: Int32Array,
  deviations: readonly Regression[],
  { bands, valid }: Composite,
): Int16Array[] {
  const shifts = deviations.map(() => new Int16Array(pixels.length));
  const starts = Float64Array.from(deviations, ({ start }) => start);
  const means = Float64Array.from(deviations, ({ mean }) => mean);
  // All slopes in one array, the deviations' one after the other: they are gone through for each pixel.
  const slopes = Float64Array.from(deviations.flatMap((deviation) => [...deviation.slopes]));
  const values = new Float64Array(bands.length);
  for (let position = 0; position < pixels.length; position += 1) {
    const pixel = pixels[position]!;
    const isKnown = valid[pixel] === 1;
    for (let band = 0; band < values.length; band += 1) values[band] = bands[band]![pixel]!;
    for (let index = 0, place = 0; index < shifts.length; index += 1) {
      let deviation = starts[index]!;
      for (let band = 0; band < values.length; band += 1, place += 1) {
        deviation += slopes[place]! * values[band]!;
      }
      const shift = isKnown ? -deviation : -means[index]!;
      shifts[index]![position] = Math.round(Math.min(largestShift, Math.max(-largestShift, shift)));
    }
  }
  return shifts;
}

/** Neighbouring tiles of one pass have the same air and light: nothing is to be matched. */
function isSameDay({ scenes }: Composite, scene: number): boolean {
  const [one, other] = [scenes[0]!, scenes[scene]!].map(({ scene: { datetime } }) =>
    datetime.slice(0, 10),
  );
  return one === other;
}

function add(band: Uint16Array, pixels: Int32Array, shifts: Int16Array): void {
  for (let position = 0; position < pixels.length; position += 1) {
    const pixel = pixels[position]!;
    // 0 is nodata: a value never becomes it.
    band[pixel] = Math.min(65_535, Math.max(1, band[pixel]! + shifts[position]!));
  }
}

/** The pixels that a scene fills, in order. */
function pixelsOf({ sceneIndex }: Composite, scene: number): Int32Array {
  let count = 0;
  for (let pixel = 0; pixel < sceneIndex.length; pixel += 1) {
    if (sceneIndex[pixel] === scene) count += 1;
  }
  const pixels = new Int32Array(count);
  for (let pixel = 0, next = 0; next < count; pixel += 1) {
    if (sceneIndex[pixel] === scene) pixels[next++] = pixel;
  }
  return pixels;
}

/** The pixels of each scene that the other date's main scene shows too, evenly thinned. */
function samplePixels({ sceneIndex: own, scenes }: Composite, other: Composite): Int32Array[] {
  const others = other.sceneIndex;
  const counts = new Uint32Array(256);
  for (let pixel = 0; pixel < own.length; pixel += 1) {
    if (others[pixel] === 0) counts[own[pixel]!]! += 1;
  }
  const steps = counts.map((count) => Math.max(1, Math.ceil(count / sampleLimit)));
  const samples = scenes.map(
    (_, scene) => new Int32Array(Math.ceil(counts[scene]! / steps[scene]!)),
  );
  const seen = new Uint32Array(samples.length);
  for (let pixel = 0; pixel < own.length; pixel += 1) {
    const scene = own[pixel]!;
    if (others[pixel] !== 0 || scene === unassigned) continue;
    const number = seen[scene]!;
    if (number % steps[scene]! === 0) samples[scene]![number / steps[scene]!] = pixel;
    seen[scene] = number + 1;
  }
  return samples;
}
