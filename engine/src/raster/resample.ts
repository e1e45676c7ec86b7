import type { Grid } from './grid.ts';
import type { Samples } from './samples.ts';

/**
 * The source positions of the samples of one target row. Corners of source pixels are whole
 * numbers.
 */
export interface RowPositionArrays {
  readonly columns: Float64Array;
  readonly rows: Float64Array;
}

interface RowSampling {
  readonly band: Samples;
  /** The size of the band. */
  readonly from: Pick<Grid, 'width' | 'height'>;
  readonly positions: RowPositionArrays;
  readonly nodata: number;
  /** The row of samples to be filled. */
  readonly out: Samples;
}

/** Fills one row of samples from a source band. */
export type RowSampler = (sampling: RowSampling) => void;

/** Takes the pixel that contains the position. */
export const nearestRow: RowSampler = ({ band, from, positions, nodata, out }) => {
  const { width, height } = from;
  const { columns, rows } = positions;
  for (let index = 0; index < out.length; index++) {
    const column = Math.floor(columns[index]);
    const row = Math.floor(rows[index]);
    const isInside = column >= 0 && row >= 0 && column < width && row < height;
    out[index] = isInside ? band[row * width + column] : nodata;
  }
};

/**
 * Interpolates between the four pixels around a position, weighted by nearness. The weight of
 * pixels that are nodata or outside goes to the others. A position outside of the source or in a
 * nodata pixel is nodata, as in GDAL, so that data do not grow beyond their edge.
 */
export const bilinearRow: RowSampler = ({ band, from, positions, nodata, out }) => {
  const { width, height } = from;
  const { columns, rows } = positions;
  const isInteger = !(out instanceof Float32Array || out instanceof Float64Array);
  for (let index = 0; index < out.length; index++) {
    const x = columns[index];
    const y = rows[index];
    if (!(x >= 0 && y >= 0 && x <= width && y <= height)) {
      out[index] = nodata;
      continue;
    }
    const here =
      band[Math.min(height - 1, Math.floor(y)) * width + Math.min(width - 1, Math.floor(x))];
    if (here === nodata || Number.isNaN(here)) {
      out[index] = nodata;
      continue;
    }
    const left = Math.floor(x - 0.5);
    const top = Math.floor(y - 0.5);
    const s = x - 0.5 - left;
    const t = y - 0.5 - top;
    let sum = 0;
    let weights = 0;
    for (let corner = 0; corner < 4; corner++) {
      const column = left + (corner & 1);
      const row = top + (corner >> 1);
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const value = band[row * width + column];
      if (value === nodata || Number.isNaN(value)) continue;
      const weight = (corner & 1 ? s : 1 - s) * (corner >> 1 ? t : 1 - t);
      sum += value * weight;
      weights += weight;
    }
    out[index] = isInteger ? Math.round(sum / weights) : sum / weights;
  }
};
