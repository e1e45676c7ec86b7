import { copySamples } from '../../loops/copy-samples.ts';
import { copySums } from '../../loops/predictors.ts';
import type { Window } from '../../raster/grid.ts';
import { nearestSample, type Samples } from '../../raster/samples.ts';
import type { TiffImage } from '../structure/image.ts';
import { type BlockImage, type DecodedBlock, decodeBlock } from './decode-block.ts';
import type { PlannedBlock, PlannedRange } from './plan.ts';

/** The window of an image that is read, and where its samples go. */
interface BlockTarget<Image> {
  readonly image: Image;
  readonly window: Window;
  /** Indices of the wanted bands, from 0. */
  readonly bands: readonly number[];
  /** The samples of the window in each of these bands. */
  readonly output: readonly Samples[];
}

/**
 * Bytes that have been read, and the place for the samples of their blocks. Can be sent to a
 * thread.
 */
export interface RangeTask extends BlockTarget<BlockImage> {
  readonly range: PlannedRange;
  readonly bytes: Uint8Array;
}

type BlockPosition = Pick<PlannedBlock, 'column' | 'row' | 'plane'>;

/** Decodes what has been read. Rejects with TiffError. */
export type DecodeRange = (task: RangeTask) => Promise<void>;

/** Decodes a range's blocks one after another in the calling thread. Rejects with TiffError. */
export async function decodeRange(task: RangeTask): Promise<void> {
  const { image, range, bytes } = task;
  for (const block of range.blocks) {
    const start = block.offset - range.offset;
    const blockBytes = bytes.subarray(start, start + block.length);
    const decoded = await decodeBlock(image, block, blockBytes, { inBackground: false });
    copyBlock(decoded, block, task);
  }
}

/** Copies the part of a block that lies in the window into the output bands. */
export function copyBlock(
  decoded: DecodedBlock,
  block: BlockPosition,
  { image, window, bands, output }: BlockTarget<BlockImage>,
): void {
  const { blockWidth, blockHeight, bandsPerBlock, isPlanar } = image.layout;
  const { left, top, right, bottom } = overlapOf(image, block, window);
  const blockLeft = block.column * blockWidth;
  const blockTop = block.row * blockHeight;
  bands.forEach((band, index) => {
    if (isPlanar && band !== block.plane) return;
    const bandOffset = isPlanar ? 0 : band;
    const to = {
      first: (top - window.row) * window.width + left - window.column,
      column: 1,
      row: window.width,
    };
    const size = { width: right - left, rows: bottom - top };
    if (decoded.areDifferences) {
      const from = {
        first: (top - blockTop) * blockWidth,
        row: blockWidth,
        skip: left - blockLeft,
      };
      copySums(decoded.samples, from, output[index], to, size);
      return;
    }
    const from = {
      first: ((top - blockTop) * blockWidth + left - blockLeft) * bandsPerBlock + bandOffset,
      column: bandsPerBlock,
      row: blockWidth * bandsPerBlock,
    };
    copySamples(decoded.samples, from, output[index], to, size);
  });
}

/**
 * Fills the part of a window that belongs to a block which the file leaves out, with nodata or 0.
 */
export function fillBlock(
  block: BlockPosition,
  { image, window, bands, output }: BlockTarget<TiffImage>,
): void {
  const sample = sparseSample(image);
  if (sample === 0) return;
  const { left, top, right, bottom } = overlapOf(image, block, window);
  for (let index = 0; index < bands.length; index++) {
    if (image.layout.isPlanar && bands[index] !== block.plane) continue;
    for (let row = top; row < bottom; row++) {
      const start = (row - window.row) * window.width - window.column;
      output[index].fill(sample, start + left, start + right);
    }
  }
}

/**
 * What pixels have where a file leaves out their block: nodata, as near to it as their type allows; or
 * 0 without one.
 */
export function sparseSample({
  nodata = 0,
  sampleType,
}: Pick<TiffImage, 'nodata' | 'sampleType'>): number {
  return nearestSample(sampleType, nodata);
}

/** The part of a block that lies in a window, in pixels of the image. */
function overlapOf(image: Pick<BlockImage, 'layout'>, block: BlockPosition, window: Window) {
  const { blockWidth, blockHeight } = image.layout;
  return {
    left: Math.max(window.column, block.column * blockWidth),
    top: Math.max(window.row, block.row * blockHeight),
    right: Math.min(window.column + window.width, (block.column + 1) * blockWidth),
    bottom: Math.min(window.row + window.height, (block.row + 1) * blockHeight),
  };
}
