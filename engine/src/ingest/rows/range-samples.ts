import { createSamples, type Samples, sampleTypeOf } from '../../raster/samples.ts';
import { copyBlock, overlapOf } from '../../tiff/reading/copy-block.ts';
import { decodeBlock } from '../../tiff/reading/decode-block.ts';
import type { RangeTask } from '../../tiff/reading/decode-range.ts';

/**
 * The samples of one band, block by block, as far as they lie in the window. They are valid until
 * the next ones are asked for. Rejects with TiffError if a block is damaged.
 */
export async function* rangeSamples({
  image,
  range,
  bytes,
  window,
  bands,
}: Omit<RangeTask, 'output'>): AsyncGenerator<Samples, void, void> {
  const { blockWidth, blockHeight } = image.layout;
  let memory: Samples | undefined;
  for (const block of range.blocks) {
    const start = block.offset - range.offset;
    const blockBytes = bytes.subarray(start, start + block.length);
    const decoded = await decodeBlock(image, block, blockBytes, { inBackground: false });
    memory ??= createSamples(sampleTypeOf(decoded.samples), blockWidth * blockHeight);
    const { left, top, right, bottom } = overlapOf(image, block, window);
    const part = { column: left, row: top, width: right - left, height: bottom - top };
    const samples = memory.subarray(0, part.width * part.height);
    copyBlock(decoded, block, { image, window: part, bands, output: [samples] });
    yield samples;
  }
}
