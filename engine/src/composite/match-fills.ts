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
/** In a composite's scene index. */
const noScene = 65_535;

/**
 * Matches the pixels that fill gaps (from any pass but a date's main one) to the main pass, so that
 * they don't stand out by another day's haze and light. What the main pass would show there is told
 * by the other date: the main pass is regressed on the other date's bands, and the fill's mean
 * deviation from that, as far as it depends on these bands, is taken back. A pixel's own deviation,
 * where it changed, remains. Alters the bands in place.
 */
export function matchFills({ before, after }: CompositePair): void {
  const corrections = [...correctionsOf(before, after), ...correctionsOf(after, before)];
  for (const apply of corrections) apply();
}

/** The changes to a composite, all computed before any is made. */
function correctionsOf(composite: Composite, other: Composite): (() => void)[] {
  const passes = pixelsByPass(composite);
  const otherMain = isOfMainPass(other);
  const [mainPixels = new Int32Array(), ...fills] = passes;
  const main = samplePixels(mainPixels, other, otherMain);
  if (main.length < fewestPixels) return [];
  const expectations = composite.bands.map((band) =>
    ridgeRegression(other.bands, main, (pixel) => band[pixel]!, ridgePixels),
  );
  const corrections: (() => void)[] = [];
  for (const all of fills) {
    const fill = samplePixels(all, other, otherMain);
    if (fill.length < fewestPixels) continue;
    const deviations = new Float32Array(all.length);
    for (const [index, band] of composite.bands.entries()) {
      const expected = expectations[index]!;
      const excess = (pixel: number): number => band[pixel]! - expected.at(pixel);
      const deviation = ridgeRegression(other.bands, fill, excess, ridgePixels);
      deviation.fillAt(all, deviations);
      const shifts = new Int16Array(all.length);
      for (let position = 0; position < all.length; position += 1) {
        const isKnown = other.valid[all[position]!] === 1;
        const shift = isKnown ? deviations[position]! : deviation.mean;
        shifts[position] = Math.round(Math.min(largestShift, Math.max(-largestShift, -shift)));
      }
      corrections.push(() => add(band, all, shifts));
    }
  }
  return corrections;
}

/** The pass that each scene is of: neighbouring tiles of one day have the same air and light. The main one is 0. */
function passesOf({ scenes }: Composite): number[] {
  const passes = new Map<string, number>();
  return scenes.map(({ scene: { datetime } }) => {
    const day = datetime.slice(0, 10);
    const pass = passes.get(day) ?? passes.size;
    passes.set(day, pass);
    return pass;
  });
}

/** 1 for each scene of the main pass, by the scene's index. */
function isOfMainPass(composite: Composite): Uint8Array {
  const table = new Uint8Array(noScene + 1);
  for (const [scene, pass] of passesOf(composite).entries()) if (pass === 0) table[scene] = 1;
  return table;
}

/** The pixels that the scenes of each pass fill, in order. */
function pixelsByPass(composite: Composite): Int32Array[] {
  const { sceneIndex } = composite;
  const passes = passesOf(composite);
  const counts = new Uint32Array(noScene + 1);
  for (let pixel = 0; pixel < sceneIndex.length; pixel += 1) counts[sceneIndex[pixel]!]! += 1;
  const sizes: number[] = [];
  for (const [scene, pass] of passes.entries()) {
    sizes[pass] = (sizes[pass] ?? 0) + counts[scene]!;
  }
  const pixels = sizes.map((size) => new Int32Array(size));
  const next = sizes.map(() => 0);
  for (let pixel = 0; pixel < sceneIndex.length; pixel += 1) {
    const pass = passes[sceneIndex[pixel]!];
    if (pass !== undefined) pixels[pass]![next[pass]!++] = pixel;
  }
  return pixels;
}

function add(band: Uint16Array, pixels: Int32Array, shifts: Int16Array): void {
  for (let position = 0; position < pixels.length; position += 1) {
    const pixel = pixels[position]!;
    // 0 is nodata: a value never becomes it.
    band[pixel] = Math.min(65_535, Math.max(1, band[pixel]! + shifts[position]!));
  }
}

/** Pixels of one pass that the other date's main pass shows too, evenly thinned. */
function samplePixels(own: Int32Array, other: Composite, otherMain: Uint8Array): Int32Array {
  const others = other.sceneIndex;
  let count = 0;
  for (const pixel of own) count += otherMain[others[pixel]!]!;
  const step = Math.max(1, Math.ceil(count / sampleLimit));
  const pixels = new Int32Array(Math.ceil(count / step));
  let seen = 0;
  for (const pixel of own) {
    if (otherMain[others[pixel]!] === 0) continue;
    if (seen % step === 0) pixels[seen / step] = pixel;
    seen += 1;
  }
  return pixels;
}
