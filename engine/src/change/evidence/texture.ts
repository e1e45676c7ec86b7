import type { ScaledStack } from '../pair/standardise.ts';
import type { Rows } from '../rows/rows.ts';

/**
 * The texture of some rows: the 3 × 3 variance of the standardised bands, summed over the bands. It
 * is 0 if fewer than two of the nine pixels are observed, which `counts` tells. A variance is the
 * mean of the squares less the square of the mean, so one sum of squares serves all bands.
 */
export function textureOf(
  { bands, scales }: ScaledStack,
  observed: Uint8Array,
  counts: Uint8Array,
  { width, height, first, end }: Rows,
): Float64Array {
  const squares = new Float64Array((end - first + 2) * width);
  const squaredSums = new Float64Array(counts.length);
  for (const [band, scale] of scales.entries()) {
    if (scale.inverseDeviation === 0) continue;
    /**
     * The scores of a row, 0 above and below the picture. Adds their squares to those of other
     * bands.
     */
    const score = (y: number, scores: Float32Array): void => {
      if (y < 0 || y >= height) scores.fill(0);
      else {
        const [start, place] = [y * width, (y - first + 1) * width];
        const values = bands[band].subarray(start, start + width);
        scoreRow(values, scale, observed.subarray(start, start + width), scores);
        addSquaresOf(scores, squares.subarray(place, place + width));
      }
    };
    let [above, here, below] = [0, 0, 0].map(() => new Float32Array(width));
    score(first - 1, above);
    score(first, here);
    for (let y = first; y < end; y++) {
      score(y + 1, below);
      const start = (y - first) * width;
      addSquaredSums(above, here, below, squaredSums.subarray(start, start + width));
      [above, here, below] = [here, below, above];
    }
  }
  for (let start = 0; start < counts.length; start += width) {
    const rowCounts = counts.subarray(start, start + width);
    fillVariances(squares, rowCounts, start, squaredSums.subarray(start, start + width));
  }
  return squaredSums;
}

/** Standard scores of a row of a band; 0 where unobserved. */
function scoreRow(
  values: ScaledStack['bands'][number],
  { ceiling, mean, inverseDeviation }: ScaledStack['scales'][number],
  observed: Uint8Array,
  scores: Float32Array,
): void {
  for (let x = 0; x < scores.length; x++) {
    let value = values[x];
    if (value > ceiling) value = ceiling;
    scores[x] = observed[x] === 0 ? 0 : (value - mean) * inverseDeviation;
  }
}

function addSquaresOf(values: Float32Array, sums: Float64Array): void {
  for (let x = 0; x < values.length; x++) sums[x] += values[x] * values[x];
}

/** Adds the squared sum of each pixel's 3 × 3 scores. Needs the row and its neighbours. */
function addSquaredSums(
  above: Float32Array,
  here: Float32Array,
  below: Float32Array,
  target: Float64Array,
): void {
  const width = here.length;
  let left = 0;
  let middle = above[0] + here[0] + below[0];
  for (let x = 0; x < width; x++) {
    const right = x + 1 < width ? above[x + 1] + here[x + 1] + below[x + 1] : 0;
    const sum = left + middle + right;
    target[x] += sum * sum;
    left = middle;
    middle = right;
  }
}

/**
 * Turns the squared sums of a row into variances.
 *
 * @param squares of the row and its neighbours; those of the row above begin at `start`
 */
function fillVariances(
  squares: Float64Array,
  counts: Uint8Array,
  start: number,
  squaredSums: Float64Array,
): void {
  const width = counts.length;
  const columnAt = (x: number) =>
    squares[start + x] + squares[start + width + x] + squares[start + 2 * width + x];
  let left = 0;
  let middle = columnAt(0);
  for (let x = 0; x < width; x++) {
    const right = x + 1 < width ? columnAt(x + 1) : 0;
    const share = 1 / Math.max(1, counts[x]);
    const variance = (left + middle + right) * share - squaredSums[x] * share * share;
    squaredSums[x] = counts[x] >= 2 ? Math.max(0, variance) : 0;
    left = middle;
    middle = right;
  }
}
