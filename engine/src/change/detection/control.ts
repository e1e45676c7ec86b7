import { forEachSpan, type PixelLayout } from '../../raster/pixel-layout.ts';
import { type BandStack, changeClass, changeKindCode } from '../options.ts';
import { detectChange } from './detect.ts';

/** The statistics within this chessboard distance decide about a pixel of the control pair. */
const reachPixels = 1;
/**
 * Two dates look alike if the control pair's mean score, in deviations above no change, is below
 * this.
 */
const alikeScore = 1.5;
/** Single scores are limited to this range before they are averaged. */
const scoreLimits = [-2, 6] as const;
/**
 * A control pair has coarse pixels: its patches are small, and a smaller sample is enough for its
 * statistics. A larger sample took two thirds of the comparison's time.
 */
const options = { smallestPatchPixels: 2, sampleLimit: 50_000, keepSpectralScore: true };

/** Kinds of change that leave woods without leaves. */
const lossCodes: readonly number[] = [
  changeKindCode.vegetation_loss,
  changeKindCode.burn,
  changeKindCode.burned_or_cleared,
];

/** What a control pair shows: samples of its pixels. */
export interface ControlFindings {
  /** A `controlFinding` for each pixel. */
  readonly findings: Uint8Array;
  /**
   * How much the spectrum differs, in deviations above no change, within -2 and 6; NaN where one of the dates is not
   * clear.
   */
  readonly scores: Float32Array;
}

/** The finding at a pixel of a control pair. */
export const controlFinding = {
  /** The pixel is not visible on both dates, or it changed in the control pair too. */
  none: 0,
  /** Neither the pixel nor a pixel beside it changed. */
  unchanged: 1,
  /** In addition, the spectrum differs by no more than noise. */
  alike: 2,
} as const;

/**
 * Compares a control pair: an earlier picture with the picture of the date after. The earlier
 * picture shows the season of the date after, in a year before the date before. Where the two do
 * not differ, the ground was already in its present state, so a difference between the run's own
 * dates is seasonal.
 */
export function compareControl(earlier: BandStack, after: BandStack): ControlFindings {
  const { width, height } = earlier;
  const { mask: found, spectralScore } = detectChange(earlier, after, options);
  const findings = new Uint8Array(found.length);
  // There is no score if too little is visible on both dates.
  if (spectralScore === undefined) {
    return { findings, scores: new Float32Array(found.length).fill(Number.NaN) };
  }
  const [lowest, highest] = scoreLimits;
  const scores = spectralScore.map((score) => Math.min(highest, Math.max(lowest, score)));
  const comparison = { found, scores, width, height };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (found[y * width + x] === changeClass.unobserved) continue;
      findings[y * width + x] = findingAt(comparison, x, y);
    }
  }
  return { findings, scores };
}

interface Comparison {
  /** `changeClass` codes of the control pair. */
  readonly found: Uint8Array;
  readonly scores: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** The `controlFinding` of an observed pixel. */
function findingAt({ found, scores, width, height }: Comparison, x: number, y: number): number {
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
      const score = scores[i];
      if (Number.isNaN(score)) continue;
      sum += score;
      count++;
    }
  }
  return count > 0 && sum < alikeScore * count ? controlFinding.alike : controlFinding.unchanged;
}

/**
 * Takes back change that a control pair shows to be seasonal. Loss of vegetation and burns are
 * taken back only where the control's dates look alike, because leafless and felled woods hardly
 * differ in their indices. Alters `mask` and `kinds`.
 *
 * @param layout the pixels of which both are buffers
 * @param findings `controlFinding` of pixels that are `factor` × `factor` pixels of the raster,
 *   from its first pixel on
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
  forEachSpan(layout, (row, start, end, first) => {
    const line = Math.floor(row / factor) * columns;
    for (let i = first; i < first + end - start; i++) {
      if (mask[i] !== changeClass.changed) continue;
      const finding = findings[line + Math.floor((start + i - first) / factor)];
      const isLoss = lossCodes.includes(kinds[i]);
      if (finding === controlFinding.none || (isLoss && finding !== controlFinding.alike)) continue;
      mask[i] = changeClass.unchanged;
      kinds[i] = 0;
      taken[i] = 1;
    }
  });
  return taken;
}
