import type { Window } from '../raster/grid.ts';

/** From a position in pixels of a window to the one in pixels of a raster. */
export type ToGrid = (column: number, row: number) => [column: number, row: number];

const widestSpacing = 64;

/**
 * Positions of a part's pixel centres. They are exact at nodes and cubic between them if that is
 * accurate enough. Otherwise the nodes are closer together, down to one for each pixel.
 */
export function positionsOf(
  part: Window,
  toGrid: ToGrid,
  tolerance: number,
): { columns: Float64Array; rows: Float64Array } {
  for (let spacing = widestSpacing; spacing > 2; spacing /= 2) {
    const nodes = nodesOf(part, spacing, toGrid);
    if (isGoodEnough(nodes, toGrid, tolerance)) {
      return { columns: interpolate(nodes, nodes.columns), rows: interpolate(nodes, nodes.rows) };
    }
  }
  return exactPositions(part, toGrid);
}

function exactPositions({ column, row, width, height }: Window, toGrid: ToGrid) {
  const columns = new Float64Array(width * height);
  const rows = new Float64Array(width * height);
  for (let index = 0; index < columns.length; index++) {
    const y = Math.floor(index / width);
    const [gridColumn, gridRow] = toGrid(column + (index % width) + 0.5, row + y + 0.5);
    columns[index] = gridColumn;
    rows[index] = gridRow;
  }
  return { columns, rows };
}

/** A lattice of nodes that extends one node beyond the part on all sides. */
type Nodes = ReturnType<typeof nodesOf>;

function nodesOf(part: Window, spacing: number, toGrid: ToGrid) {
  const across = Math.ceil(part.width / spacing) + 3;
  const down = Math.ceil(part.height / spacing) + 3;
  const columns = new Float64Array(across * down);
  const rows = new Float64Array(across * down);
  for (let index = 0; index < columns.length; index++) {
    const nodeRow = Math.floor(index / across);
    const [column, row] = toGrid(
      part.column + ((index % across) - 1) * spacing,
      part.row + (nodeRow - 1) * spacing,
    );
    columns[index] = column;
    rows[index] = row;
  }
  return { part, spacing, across, down, columns, rows };
}

/** Tries the middles of cells on the diagonals, where the error is largest. */
function isGoodEnough(nodes: Nodes, toGrid: ToGrid, tolerance: number): boolean {
  const { part, spacing, across, down } = nodes;
  const cells = Math.max(across, down) - 3;
  for (let step = 0; step < cells; step++) {
    for (const mirrored of [false, true]) {
      const left = Math.min(across - 4, step);
      const top = Math.min(down - 4, mirrored ? cells - 1 - step : step);
      const x = (left + 0.5) * spacing;
      const y = (top + 0.5) * spacing;
      const [column, row] = toGrid(part.column + x, part.row + y);
      const error = Math.max(
        Math.abs(middleOf(nodes, nodes.columns, left, top) - column),
        Math.abs(middleOf(nodes, nodes.rows, left, top) - row),
      );
      if (!(error <= tolerance)) return false;
    }
  }
  return true;
}

/** The interpolated value at the middle of the cell in a column and row of cells. */
function middleOf(
  { across }: Pick<Nodes, 'across'>,
  values: Float64Array,
  left: number,
  top: number,
): number {
  const weights = cubicWeights(0.5);
  let sum = 0;
  weights.forEach((down, row) => {
    weights.forEach((right, column) => {
      sum += down * right * values[(top + row) * across + left + column];
    });
  });
  return sum;
}

/** Lagrange's weights of the nodes at −1, 0, 1 and 2 for a position between 0 and 1. */
function cubicWeights(t: number): [number, number, number, number] {
  return [
    (-t * (t - 1) * (t - 2)) / 6,
    ((t + 1) * (t - 1) * (t - 2)) / 2,
    (-(t + 1) * t * (t - 2)) / 2,
    ((t + 1) * t * (t - 1)) / 6,
  ];
}

/** Interpolates first along the rows of nodes, then between them. */
function interpolate({ part, spacing, across, down }: Nodes, values: Float64Array): Float64Array {
  const { width, height } = part;
  const lines = new Float64Array(down * width);
  for (let column = 0; column < width; column++) {
    const position = (column + 0.5) / spacing;
    const left = Math.floor(position);
    const [a, b, c, d] = cubicWeights(position - left);
    for (let line = 0; line < down; line++) {
      const node = line * across + left;
      lines[line * width + column] =
        a * values[node] + b * values[node + 1] + c * values[node + 2] + d * values[node + 3];
    }
  }
  const positions = new Float64Array(width * height);
  for (let row = 0; row < height; row++) {
    const position = (row + 0.5) / spacing;
    const top = Math.floor(position);
    const [a, b, c, d] = cubicWeights(position - top);
    const first = top * width;
    for (let column = 0; column < width; column++) {
      const line = first + column;
      positions[row * width + column] =
        a * lines[line] +
        b * lines[line + width] +
        c * lines[line + 2 * width] +
        d * lines[line + 3 * width];
    }
  }
  return positions;
}
