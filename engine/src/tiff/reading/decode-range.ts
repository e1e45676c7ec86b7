import type { Window } from '../../raster/grid.ts';
import type { Samples } from '../../raster/samples.ts';
import { copyBlock } from './copy-block.ts';
import { type BlockImage, decodeBlock } from './decode-block.ts';
import type { PlannedRange } from './plan.ts';

/**
 * Bytes that have been read, and the place for the samples of their blocks. Can be sent to a
 * thread.
 */
export interface RangeTask {
  readonly image: BlockImage;
  readonly range: PlannedRange;
  readonly bytes: Uint8Array;
  readonly window: Window;
  readonly bands: readonly number[];
  /** The window's bands. */
  readonly output: readonly Samples[];
}

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
