import { forEachRun, type PixelLayout } from '../raster/pixel-layout.ts';
import { detectChange } from './detect.ts';
import { type BandStack, changeClass, changeKindCode } from './options.ts';

/** Statistics within this chessboard distance decide for a pixel of the control pair. */
const reachPixels = 1;
/** A control pair's mean score, in deviations above no change, below which its dates look alike. */
const alikeScore = 1.5;
/** Single scores say no more than these do. */
const scoreLimits = [-2, 6] as const;
/**
 * A control pair's pixels are coarse, so its patches are small, and fewer pixels do for its statistics:
 * on more of them they were two thirds of what the comparison costs.
 */
const options = { smallestPatchPixels: 2, sampleLimit: 50_000, keepSpectralScore: true };

/** What a control pair says of one of its pixels. */
export const controlFinding = {
  /** Not seen on both dates, or changed there too. */
  none: 0,
  /** No change is found there or beside it. */
  unchanged: 1,
  /** Nor does the spectrum differ by more than noise. */
  alike: 2,
} as const;

/**
 * Compares a control pair: an earlier picture, of the season of the date after and from before the
 * date before, with the picture after. Where they do not differ, the ground was in its present state
 * before: what differs between the run's own dates comes and goes with the seasons.
 *
 * @returns a `controlFinding` for each pixel
 */
export function compareControl(earlier: BandStack, after: BandStack): Uint8Array {
  const { width, height } = earlier;
  const { mask: found, spectralScore } = detectChange(earlier, after, options);
  const findings = new Uint8Array(found.length);
  // Where too little is seen on both dates there is no score.
  if (spectralScore === undefined) return findings;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (found[y * width + x] === changeClass.unobserved) continue;
      findings[y * width + x] = findingAt(found, spectralScore, x, y, width, height);
    }
  }
  return findings;
}

function findingAt(
  found: Uint8Array,
  spectralScore: Float32Array,
  x: number,
  y: number,
  width: number,
  height: number,
): number {
  const [lowest, highest] = scoreLimits;
  let sum = 0;
  let count = 0;
  for (
    let row = Math.max(0, y - reachPixels);
    row <= Math.min(height - 1, y + reachPixels);
    row++
  ) {
    const right = Math.min(width - 1, x + reachPixels);
    for (let column = Math.max(0, x - reachPixels); column <= right; column++) {
      const i = row * width + column;
      if (found[i] === changeClass.changed) return controlFinding.none;
      const score = spectralScore[i];
      if (Number.isNaN(score)) continue;
      sum += Math.min(highest, Math.max(lowest, score));
      count++;
    }
  }
  return count > 0 && sum < alikeScore * count ? controlFinding.alike : controlFinding.unchanged;
}

/**
 * Takes back change that a control pair does not show. Loss of vegetation and burns are taken back
 * only where the control's dates look alike: leafless woods and felled ones hardly differ by their
 * indices. Alters `mask` and `kinds`.
 *
 * @param layout the pixels of which both are planes
 * @param findings `controlFinding` of pixels that are `factor` × `factor` pixels of the raster, from its
 *   first pixel on
 * @returns 1 where a change was taken back
 */
export function takeBackRecurring(
  { mask, kinds }: { mask: Uint8Array; kinds: Uint8Array },
  layout: PixelLayout,
  findings: Uint8Array,
  factor: number,
): Uint8Array {
  const columns = Math.ceil(layout.width / factor);
  const taken = new Uint8Array(mask.length);
  forEachRun(layout, (row, start, end, first) => {
    const line = Math.floor(row / factor) * columns;
    for (let i = first; i < first + end - start; i++) {
      if (mask[i] !== changeClass.changed) continue;
      const finding = findings[line + Math.floor((start + i - first) / factor)];
      const isLoss =
        kinds[i] === changeKindCode.vegetation_loss || kinds[i] === changeKindCode.burn;
      if (finding === controlFinding.none || (isLoss && finding !== controlFinding.alike)) continue;
      mask[i] = changeClass.unchanged;
      kinds[i] = 0;
      taken[i] = 1;
    }
  });
  return taken;
}
