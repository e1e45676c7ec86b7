/** Rounds of reweighting: outliers (change) lose their weight. */
const rounds = 3;
/** Residuals beyond this many typical ones weigh less (Huber). */
const huberLimit = 1.5;
/** The median of |x| of a normal distribution, in its standard deviations. */
const medianOfNormal = 0.6745;

export interface Regression {
  /** The fitted value of a pixel. */
  at(pixel: number): number;
  /** The same for many pixels, into `target`: band by band, which is faster. */
  fillAt(pixels: Int32Array, target: Float32Array): void;
  /** The fitted value of a pixel whose bands are the mean of all. */
  readonly mean: number;
}

/**
 * A robust linear regression of a value on some bands: Huber weights, slopes drawn to zero as if
 * `ridge` further pixels showed none. The intercept is free.
 */
export function ridgeRegression(
  bands: readonly Uint16Array[],
  pixels: Int32Array,
  valueAt: (pixel: number) => number,
  ridge: number,
): Regression {
  const means = bands.map((band) => mean(pixels, (pixel) => band[pixel]!));
  const scales = bands.map((band, index) =>
    Math.max(1, Math.sqrt(mean(pixels, (pixel) => (band[pixel]! - means[index]!) ** 2))),
  );
  const size = bands.length + 1;
  const row = new Float64Array(size);
  row[0] = 1;
  const fillRow = (pixel: number): void => {
    for (let band = 0; band < bands.length; band += 1) {
      row[band + 1] = (bands[band]![pixel]! - means[band]!) / scales[band]!;
    }
  };
  const values = Float64Array.from(pixels, valueAt);
  const weights = new Float64Array(pixels.length).fill(1);
  let coefficients = new Float64Array(size);
  for (let round = 0; round < rounds; round += 1) {
    const matrix = new Float64Array(size * size);
    const right = new Float64Array(size);
    for (let index = 1; index < size; index += 1) matrix[index * size + index] = ridge;
    for (let index = 0; index < pixels.length; index += 1) {
      fillRow(pixels[index]!);
      const weight = weights[index]!;
      for (let i = 0; i < size; i += 1) {
        const weighted = weight * row[i]!;
        right[i]! += weighted * values[index]!;
        for (let j = 0; j < size; j += 1) matrix[i * size + j]! += weighted * row[j]!;
      }
    }
    coefficients = solve(matrix, right);
    const residuals = values.map((value, index) => {
      fillRow(pixels[index]!);
      return Math.abs(value - dot(row, coefficients));
    });
    const limit = (huberLimit * median(residuals)) / medianOfNormal;
    for (const [index, residual] of residuals.entries()) {
      weights[index] = residual <= limit ? 1 : limit / residual;
    }
  }
  const slopes = scales.map((scale, band) => coefficients[band + 1]! / scale);
  const start = slopes.reduce((sum, slope, band) => sum - slope * means[band]!, coefficients[0]!);
  return {
    at: (pixel) => {
      let value = start;
      for (let band = 0; band < slopes.length; band += 1) {
        value += slopes[band]! * bands[band]![pixel]!;
      }
      return value;
    },
    fillAt: (pixels, target) => {
      target.fill(start);
      for (const [index, slope] of slopes.entries())
        addScaled(target, bands[index]!, pixels, slope);
    },
    mean: coefficients[0]!,
  };
}

/** Adds a band's values at some pixels, times `factor`. */
function addScaled(
  target: Float32Array,
  band: Uint16Array,
  pixels: Int32Array,
  factor: number,
): void {
  for (let index = 0; index < target.length; index += 1) {
    target[index]! += factor * band[pixels[index]!]!;
  }
}

function mean(pixels: Int32Array, valueAt: (pixel: number) => number): number {
  let sum = 0;
  for (const pixel of pixels) sum += valueAt(pixel);
  return pixels.length === 0 ? 0 : sum / pixels.length;
}

function median(values: Float64Array): number {
  return values.slice().sort()[values.length >> 1] ?? 0;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += one[index]! * other[index]!;
  return sum;
}

/** Solves a symmetric positive definite system by elimination; the ridge makes it one. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array<ArrayBuffer> {
  const size = right.length;
  const solution = Float64Array.from(right);
  for (let pivot = 0; pivot < size; pivot += 1) {
    for (let row = pivot + 1; row < size; row += 1) {
      const factor = matrix[row * size + pivot]! / matrix[pivot * size + pivot]!;
      for (let column = pivot; column < size; column += 1) {
        matrix[row * size + column]! -= factor * matrix[pivot * size + column]!;
      }
      solution[row]! -= factor * solution[pivot]!;
    }
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = solution[row]!;
    for (let column = row + 1; column < size; column += 1) {
      rest -= matrix[row * size + column]! * solution[column]!;
    }
    solution[row] = rest / matrix[row * size + row]!;
  }
  return solution;
}
