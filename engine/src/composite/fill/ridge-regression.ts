import { selectQuantile } from '../../math/quantiles.ts';

/** Rounds of reweighting, in which outliers (change) lose their weight. */
const rounds = 3;
/** Residuals beyond this multiple of the typical one weigh less (Huber). */
const huberLimit = 1.5;
/** Slopes are estimated as if this many further pixels showed no dependence. */
const ridgePixels = 100;
/** The median of |x| of a normal distribution, in its standard deviations. */
const medianOfNormal = 0.6745;

/**
 * The part of a regression that depends only on its bands. Several values can be regressed on it.
 */
export interface Design {
  /** One row for each pixel: 1, then each band's distance from its mean, in standard deviations. */
  readonly rows: Float64Array;
  readonly rowLength: number;
  readonly means: Float64Array;
  readonly deviations: Float64Array;
}

/** value = start + Σ slope · band. */
export interface Line {
  readonly start: number;
  readonly slopes: Float64Array;
}

export interface Regression extends Line {
  /** The fitted value of a pixel whose bands are the mean of all. */
  readonly mean: number;
}

/**
 * Standardises the bands at some pixels for `ridgeRegression`.
 *
 * @param pixels indices into the bands; each gives one row of the design
 */
export function designOf(bands: readonly Uint16Array[], pixels: Int32Array): Design {
  const rowLength = bands.length + 1;
  const rows = new Float64Array(pixels.length * rowLength);
  const means = new Float64Array(bands.length);
  const deviations = new Float64Array(bands.length);
  for (let index = 0; index < pixels.length; index++) rows[index * rowLength] = 1;
  for (const [band, samples] of bands.entries()) {
    let sum = 0;
    for (let index = 0; index < pixels.length; index++) sum += samples[pixels[index]];
    const mean = pixels.length === 0 ? 0 : sum / pixels.length;
    let squares = 0;
    for (let index = 0; index < pixels.length; index++) {
      squares += (samples[pixels[index]] - mean) ** 2;
    }
    const deviation = Math.max(1, Math.sqrt(squares / Math.max(1, pixels.length)));
    for (let index = 0, place = band + 1; index < pixels.length; index++, place += rowLength) {
      rows[place] = (samples[pixels[index]] - mean) / deviation;
    }
    means[band] = mean;
    deviations[band] = deviation;
  }
  return { rows, rowLength, means, deviations };
}

/**
 * A robust linear regression of a value on some bands. It uses Huber weights, and slopes are drawn
 * towards zero by a ridge. The intercept is free. `values` holds one number for each row.
 */
export function ridgeRegression(design: Design, values: Float64Array): Regression {
  const weights = new Float64Array(values.length).fill(1);
  let coefficients = new Float64Array(design.rowLength);
  for (let round = 0; round < rounds; round++) {
    coefficients = weightedFit(design, values, weights);
    const residuals = residualsOf(design, values, coefficients);
    const limit = (huberLimit * median(residuals)) / medianOfNormal;
    for (let index = 0; index < residuals.length; index++) {
      weights[index] = residuals[index] <= limit ? 1 : limit / residuals[index];
    }
  }
  const slopes = design.deviations.map((deviation, band) => coefficients[band + 1] / deviation);
  let start = coefficients[0];
  for (let band = 0; band < slopes.length; band++) start -= slopes[band] * design.means[band];
  return { start, slopes, mean: coefficients[0] };
}

/** Regressions of some bands on others, over the same pixels. */
export function regressionsOn(
  on: readonly Uint16Array[],
  pixels: Int32Array,
  bands: readonly Uint16Array[],
): Regression[] {
  const design = designOf(on, pixels);
  return bands.map((band) =>
    ridgeRegression(
      design,
      Float64Array.from(pixels, (pixel) => band[pixel]),
    ),
  );
}

/** The value at a pixel of the bands. */
export function fittedAt(
  { start, slopes }: Line,
  bands: readonly Uint16Array[],
  pixel: number,
): number {
  let value = start;
  for (let band = 0; band < slopes.length; band++) value += slopes[band] * bands[band][pixel];
  return value;
}

function weightedFit(
  { rows, rowLength: size }: Design,
  values: Float64Array,
  weights: Float64Array,
): Float64Array<ArrayBuffer> {
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size);
  for (let index = 0, row = 0; index < values.length; index++, row += size) {
    const weight = weights[index];
    const value = values[index];
    for (let i = 0; i < size; i++) {
      const weighted = weight * rows[row + i];
      right[i] += weighted * value;
      for (let j = 0; j <= i; j++) matrix[i * size + j] += weighted * rows[row + j];
    }
  }
  for (let i = 0; i < size; i++) {
    if (i > 0) matrix[i * size + i] += ridgePixels;
    for (let j = 0; j < i; j++) matrix[j * size + i] = matrix[i * size + j];
  }
  return solve(matrix, right);
}

/** The distance of each value from the fitted one. */
function residualsOf(
  { rows, rowLength }: Design,
  values: Float64Array,
  coefficients: Float64Array,
): Float64Array {
  const residuals = new Float64Array(values.length);
  for (let index = 0, row = 0; index < values.length; index++, row += rowLength) {
    let fitted = 0;
    for (let i = 0; i < rowLength; i++) fitted += rows[row + i] * coefficients[i];
    residuals[index] = Math.abs(values[index] - fitted);
  }
  return residuals;
}

function median(values: Float64Array): number {
  return values.length === 0 ? 0 : selectQuantile(values.slice(), 0.5);
}

/** Solves a symmetric system by elimination. The ridge makes it positive definite. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array<ArrayBuffer> {
  const size = right.length;
  const solution = Float64Array.from(right);
  for (let pivot = 0; pivot < size; pivot++) {
    for (let row = pivot + 1; row < size; row++) {
      const factor = matrix[row * size + pivot] / matrix[pivot * size + pivot];
      for (let column = pivot; column < size; column++) {
        matrix[row * size + column] -= factor * matrix[pivot * size + column];
      }
      solution[row] -= factor * solution[pivot];
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    let remainder = solution[row];
    for (let column = row + 1; column < size; column++) {
      remainder -= matrix[row * size + column] * solution[column];
    }
    solution[row] = remainder / matrix[row * size + row];
  }
  return solution;
}
