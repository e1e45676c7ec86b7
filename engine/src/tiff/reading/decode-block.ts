import type { Samples } from '../../raster/samples.ts';
import { decompressBlock } from '../codecs/index.ts';
import { damaged, TiffError } from '../errors.ts';
import type { TiffImage } from '../structure/image.ts';
import type { PlannedBlock } from './plan.ts';
import { unpackSamples } from './unpack-samples.ts';

/** What is needed of an image to decode its blocks. It can be sent to a thread. */
export interface BlockImage extends Pick<TiffImage, 'height' | 'encoding' | 'layout'> {
  /** The name of the file, for messages. */
  readonly name: string;
}

/** The part of an image's description that can be sent to a thread. */
export function blockImageOf({ height, encoding, layout, reader }: TiffImage): BlockImage {
  return { height, encoding, layout, name: reader.source.name };
}

/** A block's samples, pixel by pixel if it contains several bands. Its width is the layout's. */
export interface DecodedBlock {
  readonly samples: Samples;
  readonly rows: number;
  /** Whether samples are still differences from their left neighbours, which copying adds up. */
  readonly areDifferences: boolean;
}

/**
 * Decodes one block. Rejects with a TiffError that names the block.
 *
 * @param options.inBackground whether other threads may decompress it
 */
export async function decodeBlock(
  image: BlockImage,
  block: PlannedBlock,
  bytes: Uint8Array,
  { inBackground }: { inBackground: boolean },
): Promise<DecodedBlock> {
  const { layout, encoding } = image;
  const { blockWidth, blockHeight, bandsPerBlock, blockBytes } = layout;
  // The last strip ends with the image, but a tile always has its full size.
  const rows = layout.isTiled
    ? blockHeight
    : Math.min(blockHeight, image.height - block.row * blockHeight);
  const neededBytes = (blockBytes / blockHeight) * rows;
  try {
    const unpacked = await decompressBlock(
      bytes,
      encoding,
      { width: blockWidth, height: blockHeight, bands: bandsPerBlock },
      { blockBytes, inBackground },
    );
    if (unpacked.length < neededBytes) {
      throw damaged(`it holds ${unpacked.length} bytes of samples instead of ${neededBytes}`);
    }
    const areDifferences = canSumWhileCopying(image);
    const samples = unpackSamples(
      unpacked,
      areDifferences ? { ...encoding, predictor: 1 } : encoding,
      { rows, samplesPerRow: blockWidth * bandsPerBlock, bands: bandsPerBlock },
      unpacked === bytes,
    );
    return { samples, rows, areDifferences };
  } catch (error) {
    throw asBlockError(error, image, block);
  }
}

/**
 * Whether differences can be added up while the wanted part is copied, in one pass. This is
 * possible for most imagery.
 */
function canSumWhileCopying({ encoding, layout }: BlockImage): boolean {
  const { predictor, bitsPerSample, sampleFormat } = encoding;
  const isSmall = bitsPerSample === 8 || bitsPerSample === 16;
  return predictor === 2 && isSmall && sampleFormat !== 'float' && layout.bandsPerBlock === 1;
}

/** Why a block can't be decoded, in a sentence that names it. */
export function asBlockError(
  error: unknown,
  { layout, name }: Pick<BlockImage, 'layout' | 'name'>,
  { column, row }: Pick<PlannedBlock, 'column' | 'row'>,
): TiffError {
  const { isTiled, blockWidth, blockHeight, blockBytes } = layout;
  const kind = isTiled ? 'tile' : 'strip';
  const code = error instanceof TiffError ? error.code : 'damaged';
  return new TiffError(
    code,
    `The ${kind} at column ${column * blockWidth}, row ${row * blockHeight} of ${name} ` +
      `can't be decoded: ${reasonOf(error, blockBytes).replace(/\.$/, '')}.`,
    { cause: error },
  );
}

function reasonOf(error: unknown, blockBytes: number): string {
  if (!(error instanceof Error)) return String(error);
  const isTooLarge = 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
  // The picture decoder repeats what it says, line by line.
  return isTooLarge
    ? `it unpacks to more than its ${blockBytes} bytes`
    : (error.message.split('\n', 1)[0] ?? '');
}
