import type { Irmad } from './irmad.ts';
import type { BandStack } from './options.ts';
import type { Standardisation } from './standardise.ts';

/** A date's bands and how each becomes standard scores. */
export interface ScaledStack {
  readonly bands: BandStack['bands'];
  readonly scales: readonly Standardisation[];
}

/**
 * The canonical differences M/σ of every pixel, one array for each variate; 0 where unobserved.
 */
export function canonicalDifferences(
  model: Irmad,
  before: ScaledStack,
  after: ScaledStack,
  observed: Uint8Array,
): Float32Array[] {
  return model.variates.map((variate) => {
    const difference = new Float32Array(observed.length);
    const unit = 1 / Math.sqrt(variate.variance);
    addProjection(difference, before, variate.before, model.meanBefore, unit);
    addProjection(difference, after, variate.after, model.meanAfter, -unit);
    for (let i = 0; i < difference.length; i++) if (observed[i] === 0) difference[i] = 0;
    return difference;
  });
}

/** Adds factor · Σ coefficient·(score − mean) of each pixel to `target`. */
function addProjection(
  target: Float32Array,
  { bands, scales }: ScaledStack,
  coefficients: Float64Array,
  means: Float64Array,
  factor: number,
): void {
  let offset = 0;
  for (let band = 0; band < bands.length; band++) {
    const { ceiling, mean, inverseDeviation } = scales[band];
    const slope = factor * coefficients[band] * inverseDeviation;
    offset -= slope * mean + factor * coefficients[band] * means[band];
    if (slope === 0) continue;
    const values = bands[band];
    for (let i = 0; i < target.length; i++) {
      const value = values[i];
      target[i] += slope * Math.min(value, ceiling);
    }
  }
  for (let i = 0; i < target.length; i++) target[i] += offset;
}

/** Σ M² of each pixel. */
export function sumOfSquares(differences: readonly Float32Array[], target: Float32Array): void {
  target.fill(0);
  for (const difference of differences) {
    for (let i = 0; i < target.length; i++) target[i] += difference[i] * difference[i];
  }
}
