import { LeastRecentlyUsed } from '../memory/least-recently-used.ts';
import type { Window } from '../raster/grid.ts';
import { createSamples, type Samples } from '../raster/samples.ts';
import { blockWindow, copyShared } from '../raster/window.ts';
import { readWindow, type TiffImage } from '../tiff/index.ts';
import type { SampleWindow } from './sampled-raster.ts';

/** An image of a file, and which of its samples are drawn. */
export interface DrawnImage {
  /** A key that is unique among the images that this thread draws. */
  readonly key: string;
  readonly image: TiffImage;
  readonly bands: readonly number[];
  readonly alphaBand: number | undefined;
  readonly nodata: number | undefined;
}

/** Memory for the most recently used decompressed tiles of all rasters that this thread draws. */
const keptBytes = 48 * 2 ** 20;
const kept = new LeastRecentlyUsed<Promise<SampleWindow>>(keptBytes);

/** Changes how much memory this thread has for them. */
export function keepBlocks(bytes: number): void {
  kept.mostWeight = bytes;
}

/**
 * Reads a window of an image. Decompressed tiles are kept for a while. Rejects as `readWindow`
 * does.
 */
export async function readSamples(drawn: DrawnImage, window: Window): Promise<SampleWindow> {
  const { image } = drawn;
  const { blockWidth, blockHeight } = image.layout;
  const wanted: Promise<SampleWindow>[] = [];
  const lastRow = Math.floor((window.row + window.height - 1) / blockHeight);
  const lastColumn = Math.floor((window.column + window.width - 1) / blockWidth);
  for (let row = Math.floor(window.row / blockHeight); row <= lastRow; row++) {
    for (let column = Math.floor(window.column / blockWidth); column <= lastColumn; column++) {
      wanted.push(blockAt(drawn, column, row));
    }
  }
  const blocks = await Promise.all(wanted);
  const count = window.width * window.height;
  const bands = drawn.bands.map(() => createSamples(image.sampleType, count));
  const valid = new Uint8Array(count);
  for (const block of blocks) {
    bands.forEach((band, index) => {
      copyShared(block, block.bands[index], window, band);
    });
    copyShared(block, block.valid, window, valid);
  }
  return { ...window, bands, valid };
}

function blockAt(drawn: DrawnImage, column: number, row: number): Promise<SampleWindow> {
  const key = `${drawn.key} ${column} ${row}`;
  const known = kept.get(key);
  if (known) return known;
  const block = readBlock(drawn, column, row);
  // Several callers share the read. A failed one is not kept.
  kept.set(key, block, 1);
  block.then(
    ({ bands, valid }) => {
      const own = valid.buffer === wholeValid.buffer ? 0 : valid.byteLength;
      const bytes = bands.reduce((sum, band) => sum + band.byteLength, own);
      kept.set(key, block, bytes);
    },
    () => kept.delete(key),
  );
  return block;
}

async function readBlock(drawn: DrawnImage, column: number, row: number): Promise<SampleWindow> {
  const { image, alphaBand, nodata } = drawn;
  const { blockWidth, blockHeight } = image.layout;
  const window = blockWindow(image, { width: blockWidth, height: blockHeight }, column, row);
  const wanted = alphaBand === undefined ? drawn.bands : [...drawn.bands, alphaBand];
  const [{ bands }, masked] = await Promise.all([
    readWindow(image, window, { bands: wanted }),
    image.mask && readWindow(image.mask, window),
  ]);
  const samples = bands.slice(0, drawn.bands.length);
  const alpha = alphaBand === undefined ? undefined : bands.at(-1);
  return { ...window, bands: samples, valid: validOf(samples, nodata, alpha, masked?.bands[0]) };
}

/** What all tiles without nodata share: 1 for each pixel. It would be a fifth of the memory for 32-bit numbers. */
let wholeValid = new Uint8Array(0);

/** A picture's pixel is nodata if all of its bands are. */
function validOf(
  bands: readonly Samples[],
  nodata: number | undefined,
  alpha: Samples | undefined,
  mask: Samples | undefined,
): Uint8Array {
  const [first] = bands;
  const valid = new Uint8Array(first.length);
  if (bands.length === 1 && !alpha && !mask) {
    let count = 0;
    for (let index = 0; index < valid.length; index++) {
      const sample = first[index];
      if (sample === nodata || !Number.isFinite(sample)) continue;
      valid[index] = 1;
      count++;
    }
    if (count < valid.length) return valid;
    if (wholeValid.length < count) wholeValid = valid;
    return wholeValid.subarray(0, count);
  }
  for (let index = 0; index < valid.length; index++) {
    const sample = first[index];
    const isData = sample !== nodata && Number.isFinite(sample);
    const isHidden = alpha?.[index] === 0 || mask?.[index] === 0;
    valid[index] = (isData || hasData(bands, index, nodata)) && !isHidden ? 1 : 0;
  }
  return valid;
}

function hasData(bands: readonly Samples[], index: number, nodata: number | undefined): boolean {
  for (let band = 1; band < bands.length; band++) {
    if (bands[band][index] !== nodata) return true;
  }
  return false;
}
