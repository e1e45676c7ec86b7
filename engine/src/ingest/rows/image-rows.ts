import { readWindow, type TiffImage } from '../../tiff/index.ts';
import type { DecodeRange } from '../../tiff/reading/decode-range.ts';
import { canStream } from '../../tiff/reading/unpack-stream.ts';
import { blockRows } from './block-rows.ts';
import type { ImageRows } from './rows.ts';
import { stripRows } from './strip-rows.ts';

/** Compressed strips of more rows are read as streams. Others are decompressed as a whole. */
const mostWholeStripRows = 128;
const streamedBytes = 4 * 2 ** 20;

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
  return isStreamed(image) ? streamedRows(image, options) : blockRows(image, options);
}

/** Whether the image's strips are so large that they are unpacked part by part. */
export function isStreamed({ layout, encoding }: TiffImage): boolean {
  const isLarge = !layout.isTiled && layout.blockHeight > mostWholeStripRows;
  return isLarge && canStream(encoding);
}

async function* streamedRows(
  image: TiffImage,
  { bands, decodeRange, signal }: ImageRowsOptions,
): AsyncGenerator<ImageRows, void, void> {
  const { layout } = image;
  const rowBytes = layout.blockBytes / layout.blockHeight;
  const rowsAtOnce = Math.max(1, Math.floor(streamedBytes / rowBytes));
  let row = 0;
  for await (const part of stripRows(image, bands, { rowsAtOnce, signal })) {
    const { width } = image;
    const window = { column: 0, row, width, height: part.rowCount };
    const mask =
      image.mask &&
      (await readWindow(image.mask, window, { decodeRange, ...(signal && { signal }) }));
    yield { ...part, mask: mask?.bands[0] as Uint8Array | undefined };
    row += part.rowCount;
  }
}
