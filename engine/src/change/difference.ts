import type { Irmad } from './irmad.ts';
import type { BandStack } from './options.ts';
import { type Rows, sharedFloats } from './rows.ts';
import type { RunRows } from './run-rows.ts';
import type { Standardisation } from './standardise.ts';

/** A date's bands and how each becomes standard scores. */
export interface ScaledStack {
  readonly bands: BandStack['bands'];
  readonly scales: readonly Standardisation[];
}

/** Pixels of a block: small enough that the scores of all bands stay in the processor's cache. */
const blockPixels = 1024;

/**
 * The canonical differences M/σ of every pixel, one array for each variate; 0 where unobserved.
 */
export function canonicalDifferences(
  model: Irmad,
  before: ScaledStack,
  after: ScaledStack,
  observed: Uint8Array,
  size: { width: number; height: number },
  runRows: RunRows,
): Float32Array[] {
  const differences = model.variates.map(() => sharedFloats(observed.length));
  runRows('fillDifferences', { model, before, after, observed, differences }, size);
  return differences;
}

interface DifferenceTask {
  readonly model: Irmad;
  readonly before: ScaledStack;
  readonly after: ScaledStack;
  readonly observed: Uint8Array;
  readonly differences: readonly Float32Array[];
}

export function fillDifferences(
  { model, before, after, observed, differences }: DifferenceTask,
  { width, first, end: endRow }: Rows,
): void {
  const blocks = ({ bands }: ScaledStack) => bands.map(() => new Float32Array(blockPixels));
  const scoresBefore = blocks(before);
  const scoresAfter = blocks(after);
  for (let start = first * width; start < endRow * width; start += blockPixels) {
    const end = Math.min(endRow * width, start + blockPixels);
    centredScores(before, model.meanBefore, start, end, scoresBefore);
    centredScores(after, model.meanAfter, start, end, scoresAfter);
    for (const [index, variate] of model.variates.entries()) {
      const difference = differences[index].subarray(start, end);
      const unit = 1 / Math.sqrt(variate.variance);
      for (let band = 0; band < scoresBefore.length; band++) {
        const x = scoresBefore[band];
        const y = scoresAfter[band];
        const xFactor = unit * variate.before[band];
        const yFactor = unit * variate.after[band];
        for (let i = 0; i < difference.length; i++) {
          difference[i] += xFactor * x[i] - yFactor * y[i];
        }
      }
      for (let i = 0; i < difference.length; i++) {
        if (observed[start + i] === 0) difference[i] = 0;
      }
    }
  }
}

/** Standard scores of a run of pixels, less the mean that the model gives each band. */
function centredScores(
  { bands, scales }: ScaledStack,
  means: Float64Array,
  start: number,
  end: number,
  targets: readonly Float32Array[],
): void {
  for (let band = 0; band < bands.length; band++) {
    const { ceiling, mean, inverseDeviation } = scales[band];
    const values = bands[band];
    const target = targets[band];
    const center = means[band];
    if (inverseDeviation === 0) {
      target.fill(-center);
      continue;
    }
    for (let i = start; i < end; i++) {
      target[i - start] = (Math.min(values[i], ceiling) - mean) * inverseDeviation - center;
    }
  }
}

/** Σ M² of each pixel. */
export function sumSquares(
  {
    differences,
    target,
  }: { readonly differences: readonly Float32Array[]; readonly target: Float32Array },
  { width, first, end }: Rows,
): void {
  const sums = target.subarray(first * width, end * width).fill(0);
  for (const difference of differences) {
    const values = difference.subarray(first * width, end * width);
    for (let i = 0; i < sums.length; i++) sums[i] += values[i] * values[i];
  }
}
