import { sharedArray } from '../../memory/shared-array.ts';
import { bytesPerSample, createSharedSamples, type Samples } from '../../raster/samples.ts';
import { readWindow, type TiffImage } from '../../tiff/index.ts';
import type { DecodeRange } from '../../tiff/reading/decode-range.ts';
import { unpackingBytes } from '../../tiff/reading/read-window.ts';
import { canStream } from '../../tiff/reading/unpack-stream.ts';
import { blocksAcross, streamedRows } from './streamed-rows.ts';

/** Rows of an image, in order from the top. Each band contains `width` samples for each row. */
export interface ImageRows {
  readonly rowCount: number;
  readonly bands: readonly Samples[];
  readonly mask: Uint8Array | undefined;
}

/** Rows are read in chunks of about this size, unless a single row of blocks is larger. */
const chunkBytes = 8 * 2 ** 20;
/** A larger row of blocks is read in parts. Each block is then decompressed once for each part. */
const mostChunkBytes = 64 * 2 ** 20;
/** Where unpacking a block takes more, the next ones are not read ahead: several would fill the memory. */
const mostBytesAhead = 16 * 2 ** 20;

interface Staging {
  readonly bands: readonly Samples[];
  readonly mask: Uint8Array | undefined;
}

/**
 * Reads the rows of an image from the top, in chunks of whole blocks. The next chunk is read while
 * one is used, unless blocks are large, and takes the memory of the one before. Rejects with TiffError
 * if a block is damaged.
 */
export async function* blockRows(
  image: TiffImage,
  options: ImageRowsOptions,
): AsyncGenerator<ImageRows, void, void> {
  const { bands, signal } = options;
  const stop = new AbortController();
  const stopping = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const rowsAtOnce = Math.min(image.height, rowsOfChunk(image, bands.length));
  const isReadAhead = unpackingBytes(image) <= mostBytesAhead;
  const staging = Array.from({ length: isReadAhead ? 2 : 1 }, () =>
    createStaging(image, bands.length, rowsAtOnce),
  );
  const read = async (chunk: number): Promise<ImageRows> => {
    const row = chunk * rowsAtOnce;
    const rowCount = Math.min(rowsAtOnce, image.height - row);
    const window = { column: 0, row, width: image.width, height: rowCount };
    const { bands: memory, mask } = staging[chunk % staging.length];
    const count = rowCount * image.width;
    const part = (rows: Samples) => rows.subarray(0, count);
    const { decodeRange } = options;
    const reading = { decodeRange, signal: stopping };
    const raster = readWindow(image, window, { ...reading, bands, into: memory.map(part) });
    const masked =
      image.mask && mask && readWindow(image.mask, window, { ...reading, into: [part(mask)] });
    await Promise.all([raster, masked]);
    return { rowCount, bands: memory.map(part), mask: mask?.subarray(0, count) };
  };
  let next: Promise<ImageRows> | undefined = read(0);
  try {
    for (let chunk = 0; next; chunk++) {
      const current: ImageRows = await next;
      const hasNext = (chunk + 1) * rowsAtOnce < image.height;
      next = hasNext && isReadAhead ? read(chunk + 1) : undefined;
      // The caller receives the failure when it waits for this chunk. Until then the rejection must
      // not count as unhandled.
      next?.catch(() => undefined);
      yield current;
      if (hasNext) next ??= read(chunk + 1);
    }
  } finally {
    stop.abort(new Error('The rows are no longer wanted.'));
    await Promise.allSettled([next]);
  }
}

function rowsOfChunk({ width, layout, sampleType }: TiffImage, bandCount: number): number {
  const rowBytes = width * bandCount * bytesPerSample(sampleType);
  const { blockHeight } = layout;
  if (blockHeight * rowBytes > mostChunkBytes) {
    return Math.max(1, Math.floor(mostChunkBytes / rowBytes));
  }
  return blockHeight * Math.max(1, Math.floor(chunkBytes / (blockHeight * rowBytes)));
}

function createStaging(image: TiffImage, bandCount: number, rows: number): Staging {
  const count = rows * image.width;
  return {
    bands: Array.from({ length: bandCount }, () => createSharedSamples(image.sampleType, count)),
    mask: image.mask && sharedArray(Uint8Array, count),
  };
}

/** Compressed strips of more rows are read as streams. Others are decompressed as a whole. */
const mostWholeStripRows = 128;
/** Larger blocks are read as streams, so that they need not fit into memory. */
const mostWholeBytes = 16 * 2 ** 20;
/** Each stream takes memory of its own. */
const mostStreams = 64;

export interface ImageRowsOptions {
  /** From 0, in the order wanted. */
  readonly bands: readonly number[];
  /** Decodes what has been read, into shared memory. */
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
    const mask = image.mask && sharedArray(Uint8Array, width * part.rowCount);
    if (image.mask && mask) {
      await readWindow(image.mask, window, { decodeRange, signal, into: [mask] });
    }
    yield { ...part, mask };
    row += part.rowCount;
  }
}
