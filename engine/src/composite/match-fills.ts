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
  const main = samplePixels(composite, other, 0);
  if (main.length < fewestPixels) return [];
  const expectations = composite.bands.map((band) =>
    ridgeRegression(other.bands, main, (pixel) => band[pixel]!, ridgePixels),
  );
  const corrections: (() => void)[] = [];
  for (let scene = 1; scene < composite.scenes.length; scene += 1) {
    if (isSameDay(composite, scene)) continue;
    const fill = samplePixels(composite, other, scene);
    if (fill.length < fewestPixels) continue;
    const all = pixelsOf(composite, scene);
    for (const [index, band] of composite.bands.entries()) {
      const expected = expectations[index]!;
      const excess = (pixel: number): number => band[pixel]! - expected.at(pixel);
      const deviation = ridgeRegression(other.bands, fill, excess, ridgePixels);
      const shifts = new Float32Array(all.length);
      for (let position = 0; position < all.length; position += 1) {
        const pixel = all[position]!;
        const shift = other.valid[pixel] === 1 ? deviation.at(pixel) : deviation.mean;
        shifts[position] = Math.min(largestShift, Math.max(-largestShift, shift));
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
    // 0 is nodata: a value never becomes it.
    band[pixel] = Math.min(65_535, Math.max(1, Math.round(band[pixel]! - shifts[position]!)));
  }
}

function pixelsOf({ sceneIndex }: Composite, scene: number): Int32Array {
  return indicesWhere(sceneIndex, scene, () => true);
}

/** Pixels of one scene that the other date's main scene shows too, evenly thinned. */
function samplePixels(composite: Composite, other: Composite, scene: number): Int32Array {
  const common = indicesWhere(
    composite.sceneIndex,
    scene,
    (pixel) => other.sceneIndex[pixel] === 0,
  );
  const step = Math.ceil(common.length / sampleLimit);
  return step <= 1 ? common : common.filter((_, index) => index % step === 0);
}

/** Pixels that `scene` fills and that are wanted. */
function indicesWhere(
  sceneIndex: Uint8Array,
  scene: number,
  isWanted: (index: number) => boolean,
): Int32Array {
  let count = 0;
  for (let index = 0; index < sceneIndex.length; index += 1) {
    if (sceneIndex[index] === scene && isWanted(index)) count += 1;
  }
  const indices = new Int32Array(count);
  for (let index = 0, next = 0; next < count; index += 1) {
    if (sceneIndex[index] === scene && isWanted(index)) indices[next++] = index;
  }
  return indices;
}
