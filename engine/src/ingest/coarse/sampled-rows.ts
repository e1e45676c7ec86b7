import { undoHorizontalDifferences } from '../../loops/predictors.ts';
import { bytesPerSample, type Samples } from '../../raster/samples.ts';
import { TiffError, type TiffImage } from '../../tiff/index.ts';
import { asBlockError, blockImageOf, decodeBlock } from '../../tiff/reading/decode-block.ts';
import type { PlannedBlock } from '../../tiff/reading/plan.ts';
import { unpackSamples } from '../../tiff/reading/unpack-samples.ts';
import { unpackStream } from '../../tiff/reading/unpack-stream.ts';
import { reachOf } from './lattice.ts';

/** Chunks in which the beginning of a block is read and unpacked. */
const chunkBytes = 32 * 1024;

/**
 * Some rows of a block, each with the samples of its bands pixel by pixel. Of a packed block only what
 * comes before the last of them is unpacked. Rejects with TiffError if the block is damaged.
 *
 * @param offsets the rows, from the block's first, in their order
 */
export async function sampledRows(
  image: TiffImage,
  block: PlannedBlock,
  offsets: readonly number[],
  signal: AbortSignal | undefined,
): Promise<Samples[]> {
  const { blockWidth, blockHeight, bandsPerBlock, blockBytes } = image.layout;
  const samplesPerRow = blockWidth * bandsPerBlock;
  const rowBytes = blockBytes / blockHeight;
  const pick = (samples: Samples) =>
    offsets.map((row) => samples.subarray(row * samplesPerRow, (row + 1) * samplesPerRow));
  const unpack = (bytes: Uint8Array, rows: number) =>
    unpackSamples(bytes, image.encoding, { rows, samplesPerRow, bands: bandsPerBlock }, false);
  const reach = reachOf(image);
  if (reach === 'whole') return pick(await wholeBlock(image, block, signal));
  const reading = {
    rows: () =>
      Promise.all(
        offsets.map(async (row) => unpack(await bytesOfRow(image, block, row * rowBytes), 1)),
      ),
    async beginning() {
      const rows = (offsets.at(-1) ?? 0) + 1;
      return pick(unpack(await beginningOf(image, block, rows * rowBytes, signal), rows));
    },
  };
  try {
    return await reading[reach]();
  } catch (error) {
    signal?.throwIfAborted();
    throw asBlockError(error, blockImageOf(image), block);
  }
}

async function bytesOfRow(
  image: TiffImage,
  block: PlannedBlock,
  start: number,
): Promise<Uint8Array> {
  const { reader, layout } = image;
  const length = layout.blockBytes / layout.blockHeight;
  const bytes =
    start + length <= block.length
      ? await reader.source.read(block.offset + start, length)
      : new Uint8Array(0);
  if (bytes.length < length) throw endsTooEarly();
  return bytes;
}

async function beginningOf(
  image: TiffImage,
  block: PlannedBlock,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const { reader, encoding } = image;
  const bytes = new Uint8Array(length);
  let filled = 0;
  for await (const chunk of unpackStream(reader.source, block, encoding.compression, {
    signal,
    chunkBytes,
  })) {
    bytes.set(chunk.subarray(0, length - filled), filled);
    filled += Math.min(chunk.length, length - filled);
    if (filled === length) return bytes;
  }
  throw endsTooEarly();
}

async function wholeBlock(
  image: TiffImage,
  block: PlannedBlock,
  signal: AbortSignal | undefined,
): Promise<Samples> {
  const bytes = await image.reader.source.read(block.offset, block.length, signal);
  const decoded = await decodeBlock(blockImageOf(image), block, bytes, { inBackground: true });
  const { samples, rows } = decoded;
  if (decoded.areDifferences) {
    const { blockWidth, bandsPerBlock } = image.layout;
    const { buffer, byteOffset, byteLength } = samples;
    undoHorizontalDifferences(
      new Uint8Array(buffer, byteOffset, byteLength),
      { rows, samplesPerRow: blockWidth * bandsPerBlock, bands: bandsPerBlock },
      bytesPerSample(image.sampleType),
    );
  }
  return samples;
}

function endsTooEarly(): TiffError {
  return new TiffError('damaged', 'it ends too early');
}
