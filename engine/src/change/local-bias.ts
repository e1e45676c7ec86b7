/** Size of a cell of the bias field, in pixels. */
const cellPixels = 32;
/** Weight of the prior "no bias" against a cell's pixels, in pixels. */
const priorWeight = 60;

/** Sums over cells of `cellPixels`, row by row. */
interface Field {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float64Array;
}

/**
 * Subtracts from each difference its local mean over unchanged pixels, which haze, illumination and
 * processing gradients leave behind: weighted means of 32-pixel cells, smoothed by [1 2 1] both ways,
 * shrunk to zero where little unchanged ground is seen, and interpolated bilinearly. Works in place.
 */
export function removeLocalBias(
  differences: readonly Float32Array[],
  weights: Float32Array,
  width: number,
  height: number,
): void {
  const weightField = smooth(cellSums(weights, undefined, width, height));
  for (const difference of differences) {
    const field = smooth(cellSums(weights, difference, width, height));
    for (let i = 0; i < field.values.length; i++) {
      field.values[i] /= weightField.values[i] + priorWeight;
    }
    subtractField(difference, field, width, height);
  }
}

function cellSums(
  weights: Float32Array,
  values: Float32Array | undefined,
  width: number,
  height: number,
): Field {
  const columns = Math.ceil(width / cellPixels);
  const rows = Math.ceil(height / cellPixels);
  const sums = new Float64Array(columns * rows);
  for (let y = 0; y < height; y++) {
    const cellRow = Math.floor(y / cellPixels) * columns;
    for (let cell = 0; cell < columns; cell++) {
      const start = y * width + cell * cellPixels;
      const end = Math.min(start + cellPixels, (y + 1) * width);
      let sum = 0;
      if (values === undefined) for (let i = start; i < end; i++) sum += weights[i];
      else for (let i = start; i < end; i++) sum += weights[i] * values[i];
      sums[cellRow + cell] += sum;
    }
  }
  return { columns, rows, values: sums };
}

/** [1 2 1]/4 along both axes; cells beyond the edge count as their neighbour at the edge. */
function smooth({ columns, rows, values }: Field): Field {
  const across = new Float64Array(values.length);
  const result = new Float64Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const left = values[row * columns + Math.max(0, column - 1)];
      const right = values[row * columns + Math.min(columns - 1, column + 1)];
      across[row * columns + column] = (left + 2 * values[row * columns + column] + right) / 4;
    }
  }
  for (let row = 0; row < rows; row++) {
    const above = Math.max(0, row - 1) * columns;
    const below = Math.min(rows - 1, row + 1) * columns;
    for (let column = 0; column < columns; column++) {
      result[row * columns + column] =
        (across[above + column] + 2 * across[row * columns + column] + across[below + column]) / 4;
    }
  }
  return { columns, rows, values: result };
}

function subtractField(
  difference: Float32Array,
  { columns, rows, values }: Field,
  width: number,
  height: number,
): void {
  const line = new Float64Array(columns);
  const across = cellPositions(width, columns);
  const down = cellPositions(height, rows);
  for (let y = 0; y < height; y++) {
    const upper = down.first[y] * columns;
    const lower = Math.min(rows - 1, down.first[y] + 1) * columns;
    const share = down.share[y];
    for (let cell = 0; cell < columns; cell++) {
      line[cell] = values[upper + cell] * (1 - share) + values[lower + cell] * share;
    }
    subtractLine(difference.subarray(y * width, (y + 1) * width), line, across);
  }
}

function subtractLine(
  row: Float32Array,
  line: Float64Array,
  { first, share }: CellPositions,
): void {
  const last = line.length - 1;
  for (let x = 0; x < row.length; x++) {
    const left = line[first[x]];
    const right = line[Math.min(last, first[x] + 1)];
    row[x] -= left + (right - left) * share[x];
  }
}

/** For each pixel along an axis the cell whose centre is before it, and how much the next one counts. */
interface CellPositions {
  readonly first: Int32Array;
  readonly share: Float64Array;
}

function cellPositions(pixels: number, cells: number): CellPositions {
  const first = new Int32Array(pixels);
  const share = new Float64Array(pixels);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const position = Math.min(cells - 1, Math.max(0, (pixel + 0.5) / cellPixels - 0.5));
    first[pixel] = Math.floor(position);
    share[pixel] = position - first[pixel];
  }
  return { first, share };
}

/**
 * Divides each difference by its weighted deviation over unchanged pixels where that exceeds 1. A
 * smaller one stays: 1 includes the noise floor, and a quieter pair must not be blown up to it. Works
 * in place.
 */
export function rescaleToUnitDeviation(
  differences: readonly Float32Array[],
  weights: Float32Array,
): void {
  let total = 0;
  for (let i = 0; i < weights.length; i++) total += weights[i];
  if (total === 0) return;
  for (const difference of differences) {
    let squares = 0;
    for (let i = 0; i < weights.length; i++) squares += weights[i] * difference[i] * difference[i];
    const factor = 1 / Math.max(1, Math.sqrt(squares / total));
    for (let i = 0; i < difference.length; i++) difference[i] *= factor;
  }
}
