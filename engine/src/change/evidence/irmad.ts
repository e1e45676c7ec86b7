import {
  block,
  cholesky,
  type Moments,
  multiplyTransposed,
  multiplyTransposedVector,
  type SquareMatrix,
  solveLower,
  solveUpper,
  symmetricEigen,
  transpose,
  weightedMoments,
} from '../../math/linear-algebra.ts';
import { selectQuantile } from '../../math/quantiles.ts';
import { chiSquareMedian, chiSquareTable } from '../../math/special-functions.ts';

export interface IrmadOptions {
  /** Iteration stops if no canonical correlation moves by more than this. */
  convergence: number;
  maxRounds: number;
  /**
   * The amount that is added to the covariance's diagonal, in units of the bands' variance. With 0
   * the method is the plain one.
   */
  ridge: number;
  /**
   * Whether the statistic is scaled so that its median is that of χ² before it becomes a weight.
   * Otherwise the weights collapse onto few pixels if change is wide or the noise is not normal.
   */
  rescaleByMedian: boolean;
  /** Independent noise that every band is assumed to have, in its standard deviations. */
  noiseFloor: number;
  /**
   * The number of pixels on which iteration begins, if there are at least twice as many. It then
   * needs few further rounds on all pixels. Infinity is the plain method.
   */
  firstPixels: number;
}

/** One pair of canonical variates: M = a·(x − meanBefore) − b·(y − meanAfter). */
export interface MadVariate {
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly correlation: number;
  /** Variance of M where nothing changed. */
  readonly variance: number;
}

export interface Irmad {
  readonly meanBefore: Float64Array;
  readonly meanAfter: Float64Array;
  readonly variates: readonly MadVariate[];
  /** Canonical correlations, descending. */
  readonly correlations: readonly number[];
  readonly rounds: number;
  readonly converged: boolean;
}

const plainOptions: IrmadOptions = {
  convergence: 0.001,
  maxRounds: 50,
  ridge: 0,
  rescaleByMedian: false,
  noiseFloor: 0,
  firstPixels: Number.POSITIVE_INFINITY,
};

/**
 * The largest factor by which the statistic is scaled. If most pixels have one value on both dates
 * (a flat fill), the median is nearly 0, and without a limit only those pixels would keep a weight.
 */
export const largestRescaling = 20;

/**
 * If the sum of the weights falls below this share of its start, too few pixels are left to go on.
 */
const smallestWeightShare = 1e-3;

/**
 * Iteratively reweighted multivariate alteration detection (A. A. Nielsen, IEEE Trans. Image
 * Processing 16(2), 2007; convergence as in Canty & Nielsen, Remote Sensing of Environment 112,
 * 2008). `before` and `after` hold one column of standardised values for each band, over one sample
 * of pixels. With the default options it is the plain published method.
 */
export function irmad(
  before: readonly Float32Array[],
  after: readonly Float32Array[],
  options: Partial<IrmadOptions> = {},
): Irmad {
  const settings = { ...plainOptions, ...options };
  const sampleSize = before[0].length;
  const step = Math.floor(sampleSize / settings.firstPixels);
  if (step < 2) return reweigh(before, after, settings);
  const thinned = (columns: readonly Float32Array[]) => columns.map((values) => thin(values, step));
  const first = reweigh(thinned(before), thinned(after), settings);
  return reweigh(before, after, settings, first);
}

/**
 * Rounds of reweighting. They start from equal weights, or from those of a model of fewer pixels.
 */
function reweigh(
  before: readonly Float32Array[],
  after: readonly Float32Array[],
  settings: IrmadOptions,
  first?: Irmad,
): Irmad {
  const bandCount = before.length;
  const columns = [...before, ...after];
  const weigh = weigher(before, after, settings);
  const weights = new Float32Array(before[0].length).fill(1);
  // Equal weights are the better start if the first model leaves almost no weight.
  if (first && weigh(first, weights) < smallestWeightShare * weights.length) weights.fill(1);
  const roundsBefore = first?.rounds ?? 0;

  let result: Irmad | undefined;
  for (let round = 1; round <= settings.maxRounds; round++) {
    const moments = weightedMoments(columns, weights);
    const variates = canonicalVariates(moments, bandCount, settings);
    const correlations = variates.map((variate) => variate.correlation);
    const converged =
      result?.correlations.every(
        (previous, i) => Math.abs(previous - correlations[i]) <= settings.convergence,
      ) ?? false;
    result = {
      meanBefore: moments.mean.slice(0, bandCount),
      meanAfter: moments.mean.slice(bandCount),
      variates,
      correlations,
      rounds: roundsBefore + round,
      converged,
    };
    if (converged) break;
    if (weigh(result, weights) < smallestWeightShare * weights.length) break;
  }
  if (result === undefined) throw new RangeError('maxRounds must be at least 1');
  return result;
}

/**
 * Returns a function that fills `weights` with each pixel's probability of no change and returns
 * their sum.
 */
function weigher(
  before: readonly Float32Array[],
  after: readonly Float32Array[],
  { rescaleByMedian }: IrmadOptions,
): (model: Irmad, weights: Float32Array) => number {
  const statistic = new Float32Array(before[0].length);
  const scratch = new Float32Array(before[0].length);
  const survival = chiSquareTable(before.length);
  const median = chiSquareMedian(before.length);
  return (model, weights) => {
    chiSquareStatistic(model, before, after, statistic);
    let scale = 1;
    if (rescaleByMedian) {
      scratch.set(statistic);
      const observedMedian = selectQuantile(scratch, 0.5);
      if (observedMedian > 0) scale = Math.min(median / observedMedian, largestRescaling);
    }
    let total = 0;
    for (let i = 0; i < weights.length; i++) {
      weights[i] = survival(statistic[i] * scale);
      total += weights[i];
    }
    return total;
  };
}

/** Takes every `step`-th value. */
function thin(values: Float32Array, step: number): Float32Array {
  return Float32Array.from(
    { length: Math.floor(values.length / step) },
    (_, i) => values[i * step],
  );
}

/** Writes Z = Σ M²/σ² of each sampled pixel into `target`. */
export function chiSquareStatistic(
  model: Irmad,
  before: readonly Float32Array[],
  after: readonly Float32Array[],
  target: Float32Array,
): void {
  target.fill(0);
  const variate = new Float32Array(target.length);
  for (const { before: a, after: b, variance } of model.variates) {
    let offset = 0;
    for (let band = 0; band < a.length; band++) {
      offset += b[band] * model.meanAfter[band] - a[band] * model.meanBefore[band];
    }
    variate.fill(offset);
    for (let band = 0; band < a.length; band++) {
      const x = before[band];
      const y = after[band];
      const xFactor = a[band];
      const yFactor = b[band];
      for (let i = 0; i < variate.length; i++) variate[i] += xFactor * x[i] - yFactor * y[i];
    }
    const inverse = 1 / variance;
    for (let i = 0; i < variate.length; i++) target[i] += variate[i] * variate[i] * inverse;
  }
}

/** Canonical correlation analysis of both dates' bands. The correlations are descending. */
function canonicalVariates(
  { covariance }: Moments,
  bandCount: number,
  { ridge, noiseFloor }: IrmadOptions,
): MadVariate[] {
  for (let i = 0; i < covariance.size; i++) covariance.values[i * covariance.size + i] += ridge;
  const s11 = block(covariance, 0, 0, bandCount);
  const s22 = block(covariance, bandCount, bandCount, bandCount);
  const s12 = block(covariance, 0, bandCount, bandCount);
  const lower1 = positiveDefinite(s11);
  const lower2 = positiveDefinite(s22);

  // The singular values of K = L1⁻¹·S12·L2⁻ᵀ are the canonical correlations.
  const half = solveLower(lower1, s12);
  const k = transpose(solveLower(lower2, transpose(half)));
  const eigen = symmetricEigen(multiplyTransposed(k, k));

  return eigen.vectors.map((vector, i) => {
    const correlation = Math.min(1, Math.sqrt(Math.max(0, eigen.values[i])));
    const paired = multiplyTransposedVector(k, vector);
    const before = solveUpper(lower1, vector);
    // Without any correlation there is no second variate: M is then U alone, with variance 1.
    const unpaired = correlation < 1e-9;
    const after = unpaired
      ? new Float64Array(bandCount)
      : solveUpper(
          lower2,
          paired.map((value) => value / correlation),
        );
    orient(before, after, s11);
    const floor = noiseFloor ** 2 * (squaredNorm(before) + squaredNorm(after));
    const variance = Math.max((unpaired ? 1 : 2 * (1 - correlation)) + floor, 1e-9);
    return { before, after, correlation, variance };
  });
}

/**
 * The matrix, with the least ridge that gives it a Cholesky factor. A flat or repeated band needs
 * one.
 */
function positiveDefinite(matrix: SquareMatrix): SquareMatrix {
  for (let ridge = 0; ; ridge = ridge === 0 ? 1e-8 : ridge * 10) {
    const values = Float64Array.from(matrix.values);
    for (let i = 0; i < matrix.size; i++) values[i * matrix.size + i] += ridge;
    const lower = cholesky({ size: matrix.size, values });
    if (lower !== undefined) return lower;
    if (ridge > 1) throw new Error('the covariance holds values that are not numbers');
  }
}

/**
 * Chooses signs so that the sum of the correlations of U with the bands is positive. corr(U, V) is
 * positive by construction.
 */
function orient(before: Float64Array, after: Float64Array, s11: SquareMatrix): void {
  const size = before.length;
  let sum = 0;
  for (let i = 0; i < size; i++) {
    const variance = s11.values[i * size + i];
    if (variance <= 0) continue;
    let product = 0;
    for (let j = 0; j < size; j++) product += s11.values[i * size + j] * before[j];
    sum += product / Math.sqrt(variance);
  }
  if (sum >= 0) return;
  for (let i = 0; i < size; i++) {
    before[i] = -before[i];
    after[i] = -after[i];
  }
}

function squaredNorm(vector: Float64Array): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return sum;
}
