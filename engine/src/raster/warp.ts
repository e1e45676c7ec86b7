import { coordinateTransform } from '../crs/transform.ts';
import { type Grid, invertAffine, isAxisAligned, pixelToCrs } from './grid.ts';
import {
  type AxisPositions,
  bilinearParallel,
  bilinearRow,
  nearestParallel,
  nearestRow,
  type RowSampler,
} from './resample.ts';
import { createSamplesLike, type Raster, type Samples } from './samples.ts';
import { copyShared } from './window.ts';

export type Resampling = 'nearest' | 'bilinear';

export interface WarpOptions {
  resampling: Resampling;
  /** Marks source pixels without a value, and is written to target pixels without a source. */
  nodata: number;
}

/** Smaller offsets, as a share of a pixel, are rounding errors of coordinates. */
const alignmentTolerance = 1e-4;
/**
 * The distance in target pixels between exactly transformed positions. Between them positions are
 * interpolated linearly.
 */
const stepPixels = 16;

/**
 * Resamples a raster onto another grid. Aligned grids are copied. Grids of one CRS need one line of
 * positions for each axis. Other grids need a coarse lattice of exactly transformed positions,
 * which are interpolated. If a raster already lies on the grid, its bands are returned as they are.
 * Throws CrsError, and RangeError if only one of the grids has a CRS.
 */
export function warp(raster: Raster, from: Grid, to: Grid, options: WarpOptions): Raster {
  return { width: to.width, height: to.height, bands: warpBands(raster.bands, from, to, options) };
}

function warpBands(
  bands: readonly Samples[],
  from: Grid,
  to: Grid,
  options: WarpOptions,
): Samples[] {
  const offset = alignedOffset(from, to);
  if (offset) return bands.map((band) => copyAligned(band, { from, to, offset }, options.nodata));
  const positions = parallelPositions(from, to);
  if (positions) return bands.map((band) => resampleParallel(band, from, positions, options));
  return resampleBands(bands, from, to, options);
}

/** Where the target's first pixel lies in the source, if the pixels of both coincide. */
export function alignedOffset(from: Grid, to: Grid): { column: number; row: number } | undefined {
  if (from.epsg !== to.epsg) return undefined;
  const [a, b, , d, e] = from.affine;
  const [toA, toB, toX, toD, toE, toY] = to.affine;
  const isSamePixel =
    Math.abs(a - toA) * to.width < Math.abs(a) * alignmentTolerance &&
    Math.abs(e - toE) * to.height < Math.abs(e) * alignmentTolerance &&
    b === toB &&
    d === toD;
  if (!isSamePixel) return undefined;
  const [column, row] = pixelToCrs(invertAffine(from.affine), toX, toY);
  const whole = { column: Math.round(column), row: Math.round(row) };
  const isWhole =
    Math.abs(column - whole.column) < alignmentTolerance &&
    Math.abs(row - whole.row) < alignmentTolerance;
  return isWhole ? whole : undefined;
}

interface AlignedGrids {
  readonly from: Grid;
  readonly to: Grid;
  /** Where the target's first pixel lies in the source. */
  readonly offset: { readonly column: number; readonly row: number };
}

function copyAligned(band: Samples, { from, to, offset }: AlignedGrids, nodata: number): Samples {
  const isSameSize = from.width === to.width && from.height === to.height;
  if (isSameSize && offset.column === 0 && offset.row === 0) return band;
  const out = createSamplesLike(band, to.width * to.height).fill(nodata);
  const target = { ...offset, width: to.width, height: to.height };
  copyShared({ column: 0, row: 0, width: from.width, height: from.height }, band, target, out);
  return out;
}

/** Positions of the target's columns and rows in the source, if the axes of both are parallel. */
export function parallelPositions(from: Grid, to: Grid): AxisPositions | undefined {
  const isParallel =
    from.epsg === to.epsg && isAxisAligned(from.affine) && isAxisAligned(to.affine);
  if (!isParallel) return undefined;
  const toSource = invertAffine(from.affine);
  const position = (column: number, row: number): [number, number] =>
    pixelToCrs(toSource, ...pixelToCrs(to.affine, column + 0.5, row + 0.5));
  return {
    columns: Float64Array.from({ length: to.width }, (_, column) => position(column, 0)[0]),
    rows: Float64Array.from({ length: to.height }, (_, row) => position(0, row)[1]),
  };
}

function resampleParallel(
  band: Samples,
  { width, height }: Grid,
  positions: AxisPositions,
  { resampling, nodata }: WarpOptions,
): Samples {
  const out = createSamplesLike(band, positions.columns.length * positions.rows.length).fill(
    nodata,
  );
  const resample = resampling === 'nearest' ? nearestParallel : bilinearParallel;
  resample({ band, width, height, positions, nodata, out });
  return out;
}

function resampleBands(
  bands: readonly Samples[],
  from: Grid,
  to: Grid,
  { resampling, nodata }: WarpOptions,
): Samples[] {
  const sample: RowSampler = resampling === 'nearest' ? nearestRow : bilinearRow;
  const outputs = bands.map((band) => createSamplesLike(band, to.width * to.height));
  const columns = new Float64Array(to.width);
  const rows = new Float64Array(to.width);
  const positions = sourcePositions(from, to);
  for (let row = 0; row < to.height; row++) {
    positions(row, columns, rows);
    for (const [index, band] of bands.entries()) {
      const out = outputs[index].subarray(row * to.width, (row + 1) * to.width);
      sample({ band, from, positions: { columns, rows }, nodata, out });
    }
  }
  return outputs;
}

/** Fills in the positions, in pixels of the source, of the centres of a row of target pixels. */
type RowPositions = (row: number, columns: Float64Array, rows: Float64Array) => void;

function sourcePositions(from: Grid, to: Grid): RowPositions {
  const exact = exactPosition(from, to);
  const lattice = latticeRow(exact, to.width);
  let above = lattice(0);
  let below = lattice(stepPixels);
  let latticeTop = 0;
  return (row, columns, rows) => {
    if (row >= latticeTop + stepPixels) {
      latticeTop += stepPixels;
      above = below;
      below = lattice(latticeTop + stepPixels);
    }
    blendLines({ above, below, share: (row - latticeTop) / stepPixels }, columns, rows);
  };
}

/** Two lines of the lattice and the weight of the lower one. */
interface LatticeLines {
  readonly above: Float64Array;
  readonly below: Float64Array;
  readonly share: number;
}

/** Fills in the positions between the lattice's nodes along one target row. */
function blendLines(
  { above, below, share: t }: LatticeLines,
  columns: Float64Array,
  rows: Float64Array,
): void {
  const blend = (node: number, s: number): number => {
    const upper = above[node] + (above[node + 2] - above[node]) * s;
    const lower = below[node] + (below[node + 2] - below[node]) * s;
    return upper + (lower - upper) * t;
  };
  for (let column = 0; column < columns.length; column++) {
    const node = Math.floor(column / stepPixels) * 2;
    const s = (column % stepPixels) / stepPixels;
    columns[column] = blend(node, s);
    rows[column] = blend(node + 1, s);
  }
}

function exactPosition(from: Grid, to: Grid): (column: number, row: number) => [number, number] {
  const toSource = invertAffine(from.affine);
  if (from.epsg === to.epsg) {
    return (column, row) => pixelToCrs(toSource, ...pixelToCrs(to.affine, column, row));
  }
  if (from.epsg === undefined || to.epsg === undefined) {
    throw new RangeError('A raster without a CRS can be warped only to a grid without one.');
  }
  const transform = coordinateTransform(to.epsg, from.epsg);
  return (column, row) => pixelToCrs(toSource, ...transform(...pixelToCrs(to.affine, column, row)));
}

/** Source positions (column, row, column, row, …) of pixel centres at every step of one target row. */
function latticeRow(
  exact: (column: number, row: number) => [number, number],
  width: number,
): (row: number) => Float64Array {
  const nodes = Math.floor((width - 1) / stepPixels) + 2;
  return (row) => {
    const line = new Float64Array(nodes * 2);
    for (let node = 0; node < nodes; node++) {
      line.set(exact(node * stepPixels + 0.5, row + 0.5), node * 2);
    }
    return line;
  };
}
