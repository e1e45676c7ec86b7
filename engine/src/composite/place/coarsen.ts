import type { Grid } from '../../raster/grid.ts';
import { createSamplesLike, type Samples } from '../../raster/samples.ts';
import { usability } from '../usability/classification.ts';

/**
 * Samples in width × height blocks of `factor` × `factor` samples. Each block becomes one sample.
 */
export interface FineBlocks {
  readonly width: number;
  readonly height: number;
  readonly factor: number;
  readonly nodata: number;
}

export type Coarsening = (fine: Samples, blocks: FineBlocks) => Samples;

/**
 * Limits the memory for a file without overviews. Beyond it, only some of the file's pixels are
 * read.
 */
const mostFineSamples = 4_000_000;

/**
 * How many pixels of a file lie side by side under one pixel of a grid. It is 1 if there are fewer
 * than two. There are more only if the file has no overview that is coarse enough.
 */
export function coarseningFactor(filePixelMeters: number, { affine, width, height }: Grid): number {
  const factor = Math.floor(Math.abs(affine[0]) / filePixelMeters + 1e-3);
  const most = Math.floor(Math.sqrt(mostFineSamples / (width * height)));
  return Math.max(1, Math.min(factor, most));
}

/** The grid with `factor` pixels for each one, along both axes. */
export function refinedGrid({ width, height, affine, epsg }: Grid, factor: number): Grid {
  const [a, b, c, d, e, f] = affine;
  return {
    width: width * factor,
    height: height * factor,
    affine: [a / factor, b / factor, c, d / factor, e / factor, f],
    epsg,
  };
}

/** The mean of each block's values; nodata if less than half of the block has values. */
export function meanOfBlocks(fine: Samples, blocks: FineBlocks): Samples {
  const { width, height, factor, nodata } = blocks;
  const means = createSamplesLike(fine, width * height);
  const isWhole = !(fine instanceof Float32Array || fine instanceof Float64Array);
  const fewest = (factor * factor) / 2;
  for (let block = 0; block < means.length; block++) {
    let sum = 0;
    let count = 0;
    forEachInBlock(blocks, block, (index) => {
      const value = fine[index];
      if (value === nodata || Number.isNaN(value)) return;
      sum += value;
      count++;
    });
    const mean = isWhole ? Math.round(sum / count) : sum / count;
    means[block] = count >= fewest ? mean : nodata;
  }
  return means;
}

/** A block is masked if at least this share of it is, because the cloud shows in its mean. */
const maskedShare = 0.25;

/** The most frequent `usability` of each block, or masked if a quarter of the block is. */
export function usabilityOfBlocks(fine: Samples, blocks: FineBlocks): Samples {
  const codes = new Uint8Array(blocks.width * blocks.height);
  const counts = new Uint32Array(Object.keys(usability).length);
  for (let block = 0; block < codes.length; block++) {
    counts.fill(0);
    forEachInBlock(blocks, block, (index) => {
      counts[fine[index]]++;
    });
    const isMasked = counts[usability.masked] >= maskedShare * blocks.factor ** 2;
    codes[block] = isMasked ? usability.masked : counts.indexOf(Math.max(...counts));
  }
  return codes;
}

function forEachInBlock(
  { width, factor }: FineBlocks,
  block: number,
  visit: (index: number) => void,
): void {
  const column = block % width;
  const first = (block - column) * factor * factor + column * factor;
  for (let row = 0; row < factor; row++) {
    const start = first + row * width * factor;
    for (let index = start; index < start + factor; index++) visit(index);
  }
}
