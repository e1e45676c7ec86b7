import { readWindow, type TiffImage } from '../../tiff/index.ts';
import type { DecodeRange } from '../../tiff/reading/decode-range.ts';
import { canStream } from '../../tiff/reading/unpack-stream.ts';
import { blockRows, type ImageRows } from './block-rows.ts';
import { blocksAcross, streamedRows } from './streamed-rows.ts';

/** Compressed strips of more rows are read as streams. Others are decompressed as a whole. */
const mostWholeStripRows = 128;
/** Larger blocks are read as streams, so that they need not fit into memory. */
const mostWholeBytes = 16 * 2 ** 20;
/** Each stream takes memory of its own. */
const mostStreams = 64;

export interface ImageRowsOptions {
  /** From 0, in the order wanted. */
  readonly bands: readonly number[];
  readonly decodeRange: DecodeRange;
  readonly signal?: AbortSignal | undefined;
}

/**
 * All rows of an image from the top, a few at a time. They are valid until the next ones are asked
 * for.
 */
export function imageRows(
  image: TiffImage,
  options: ImageRowsOptions,
): AsyncGenerator<ImageRows, void, void> {
  return isStreamed(image, options.bands.length)
    ? maskedRows(image, options)
    : blockRows(image, options);
}

/** Whether the image's blocks are so large that they are unpacked part by part. */
export function isStreamed(image: TiffImage, bandCount: number): boolean {
  const { layout, encoding } = image;
  const isLarge =
    layout.blockBytes > mostWholeBytes ||
    (!layout.isTiled && layout.blockHeight > mostWholeStripRows);
  // Uncompressed strips are divided into small parts before.
  const isPossible = canStream(encoding) || (layout.isTiled && encoding.compression === 'none');
  return isLarge && isPossible && blocksAcross(image, bandCount) <= mostStreams;
}

async function* maskedRows(
  image: TiffImage,
  { bands, decodeRange, signal }: ImageRowsOptions,
): AsyncGenerator<ImageRows, void, void> {
  let row = 0;
  for await (const part of streamedRows(image, bands, signal)) {
    const { width } = image;
    const window = { column: 0, row, width, height: part.rowCount };
    const mask =
      image.mask &&
      (await readWindow(image.mask, window, { decodeRange, ...(signal && { signal }) }));
    yield { ...part, mask: mask?.bands[0] as Uint8Array | undefined };
    row += part.rowCount;
  }
}
