import { ridgeRegression } from './ridge-regression.ts';
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
export function matchFills({ before, after }: CompositePair): void {
  const corrections = [...correctionsOf(before, after), ...correctionsOf(after, before)];
  for (const apply of corrections) apply();
}

/** The changes to a composite, all computed before any is made. */
function correctionsOf(composite: Composite, other: Composite): (() => void)[] {
  const pixels = pixelsByScene(composite);
  const main = sampleOf(pixels[0] ?? new Int32Array(), other);
  if (main.length < fewestPixels) return [];
  const expectations = composite.bands.map((band) =>
    ridgeRegression(other.bands, main, (pixel) => band[pixel]!, ridgePixels),
  );
  const corrections: (() => void)[] = [];
  for (let scene = 1; scene < composite.scenes.length; scene += 1) {
    if (isSameDay(composite, scene)) continue;
    const all = pixels[scene]!;
    const fill = sampleOf(all, other);
    if (fill.length < fewestPixels) continue;
    for (const [index, band] of composite.bands.entries()) {
      const expected = expectations[index]!;
      const excess = (pixel: number): number => band[pixel]! - expected.at(pixel);
      const deviation = ridgeRegression(other.bands, fill, excess, ridgePixels);
      const shifts = deviation.valuesAt(all);
      for (let position = 0; position < all.length; position += 1) {
        if (other.valid[all[position]!] === 0) shifts[position] = deviation.mean;
      }
      corrections.push(() => subtract(band, all, shifts));
    }
  }
  return corrections;
}

/** Neighbouring tiles of one pass have the same air and light: nothing is to be matched. */
function isSameDay({ scenes }: Composite, scene: number): boolean {
  const [one, other] = [scenes[0]!, scenes[scene]!].map(({ scene: { datetime } }) =>
    datetime.slice(0, 10),
  );
  return one === other;
}

function subtract(band: Uint16Array, pixels: Int32Array, shifts: Float32Array): void {
  for (let position = 0; position < pixels.length; position += 1) {
    const pixel = pixels[position]!;
    const shift = Math.min(largestShift, Math.max(-largestShift, shifts[position]!));
    // 0 is nodata: a value never becomes it.
    band[pixel] = Math.min(65_535, Math.max(1, Math.round(band[pixel]! - shift)));
  }
}

/** The pixels that each scene fills, in order. */
function pixelsByScene({ sceneIndex, scenes }: Composite): Int32Array[] {
  const counts = new Uint32Array(256);
  for (let pixel = 0; pixel < sceneIndex.length; pixel += 1) counts[sceneIndex[pixel]!]! += 1;
  const pixels = scenes.map((_, scene) => new Int32Array(counts[scene]!));
  const filled = new Uint32Array(scenes.length);
  for (let pixel = 0; pixel < sceneIndex.length; pixel += 1) {
    const scene = sceneIndex[pixel]!;
    if (scene < pixels.length) pixels[scene]![filled[scene]!++] = pixel;
  }
  return pixels;
}

/** Those of a scene's pixels that the other date's main scene shows too, evenly thinned. */
function sampleOf(pixels: Int32Array, other: Composite): Int32Array {
  const common = pixels.filter((pixel) => other.sceneIndex[pixel] === 0);
  const step = Math.ceil(common.length / sampleLimit);
  return step <= 1 ? common : common.filter((_, index) => index % step === 0);
}
