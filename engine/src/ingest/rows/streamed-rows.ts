import { copySamples } from '../../loops/copy-samples.ts';
import { createSamples, type Samples } from '../../raster/samples.ts';
import { TiffError, type TiffImage } from '../../tiff/index.ts';
import { asBlockError, blockImageOf } from '../../tiff/reading/decode-block.ts';
import { sparseSample } from '../../tiff/reading/decode-range.ts';
import { unpackSamples } from '../../tiff/reading/unpack-samples.ts';
import { unpackStream } from '../../tiff/reading/unpack-stream.ts';

/** What is unpacked at once of all blocks side by side. */
const bytesAtOnce = 4 * 2 ** 20;
/** What is read ahead of all blocks side by side, and the limits of a single one's share. */
const packedBytesAtOnce = 8 * 2 ** 20;
const chunkLimits = { least: 16 * 1024, most: 512 * 1024 };

interface StreamOptions {
  readonly rowsAtOnce: number;
  readonly chunkBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** Where a column of blocks lies: one below the other, in one plane. */
interface BlockColumn {
  readonly column: number;
  readonly plane: number;
}

/** Some rows of a column of blocks: the samples of its bands, pixel by pixel. */
interface ColumnRows {
  readonly rowCount: number;
  readonly samples: Samples;
}

/** Some rows of an image. They are valid until the next ones are asked for. */
interface BandRows {
  readonly rowCount: number;
  readonly bands: readonly Samples[];
}

/** How many blocks lie side by side in an image, in all planes of the bands that are wanted. */
export function blocksAcross({ layout }: Pick<TiffImage, 'layout'>, bandCount: number): number {
  return layout.columns * (layout.isPlanar ? bandCount : 1);
}

/**
 * Reads the rows of an image from the top, a few at a time. Its blocks are unpacked in parts and may
 * be larger than the memory. Rejects with TiffError if one is damaged.
 */
export async function* streamedRows(
  image: TiffImage,
  bands: readonly number[],
  signal: AbortSignal | undefined,
): AsyncGenerator<BandRows, void, void> {
  const { layout } = image;
  const planes = layout.isPlanar ? bands : [0];
  const count = blocksAcross(image, bands.length);
  const rowBytes = (layout.blockBytes / layout.blockHeight) * count;
  const share = Math.floor(packedBytesAtOnce / count);
  const options = {
    rowsAtOnce: Math.max(1, Math.floor(bytesAtOnce / rowBytes)),
    chunkBytes: Math.max(chunkLimits.least, Math.min(chunkLimits.most, share)),
    signal,
  };
  const readers = planes.flatMap((plane) =>
    Array.from({ length: layout.columns }, (_, column) =>
      columnRows(image, { column, plane }, options),
    ),
  );
  const join = createJoiner(image, bands);
  try {
    for (;;) {
      const parts = await Promise.all(readers.map((reader) => reader.next()));
      if (parts.some(({ done }) => done)) return;
      yield join(parts.map(({ value }) => value as ColumnRows));
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.return()));
  }
}

/** Puts the columns of blocks together, always in the same memory. */
function createJoiner(
  { layout, width, sampleType }: TiffImage,
  bands: readonly number[],
): (parts: readonly ColumnRows[]) => BandRows {
  const { isPlanar, bandsPerBlock, columns, blockWidth } = layout;
  const memory: Samples[] = [];
  return (parts) => {
    const [{ rowCount }] = parts;
    const joined = bands.map((band, index) => {
      const ofPlane = isPlanar ? parts.slice(index * columns, (index + 1) * columns) : parts;
      if (columns === 1 && blockWidth === width && bandsPerBlock === 1) return ofPlane[0].samples;
      memory[index] ??= createSamples(sampleType, rowCount * width);
      const rows = memory[index].subarray(0, rowCount * width);
      for (const [column, { samples }] of ofPlane.entries()) {
        const left = column * blockWidth;
        const from = {
          first: isPlanar ? 0 : band,
          column: bandsPerBlock,
          row: blockWidth * bandsPerBlock,
        };
        const size = { width: Math.min(blockWidth, width - left), rows: rowCount };
        copySamples(samples, from, rows, { first: left, column: 1, row: width }, size);
      }
      return rows;
    });
    return { rowCount, bands: joined };
  };
}

async function* columnRows(
  image: TiffImage,
  { column, plane }: BlockColumn,
  options: StreamOptions,
): AsyncGenerator<ColumnRows, void, void> {
  const { layout, height } = image;
  const locate = await image.blockTable.locator({ planes: [plane] }, options.signal);
  for (let row = 0; row < layout.rows; row++) {
    const rowCount = Math.min(layout.blockHeight, height - row * layout.blockHeight);
    const place = locate(column, row, plane);
    if (place) yield* unpackedRows(image, { column, row, rowCount, place }, options);
    else yield* emptyRows(image, rowCount, options.rowsAtOnce);
  }
}

/** The rows of a block that the file leaves out: nodata, or 0. */
function* emptyRows(image: TiffImage, rowCount: number, rowsAtOnce: number): Generator<ColumnRows> {
  const { bandsPerBlock, blockWidth } = image.layout;
  for (let row = 0; row < rowCount; row += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, rowCount - row);
    const samples = createSamples(image.sampleType, count * blockWidth * bandsPerBlock);
    yield { rowCount: count, samples: samples.fill(sparseSample(image)) };
  }
}

interface PlacedBlock {
  readonly column: number;
  readonly row: number;
  /** How many of its rows lie in the image. */
  readonly rowCount: number;
  readonly place: { readonly offset: number; readonly length: number };
}

async function* unpackedRows(
  image: TiffImage,
  block: PlacedBlock,
  { rowsAtOnce, ...reading }: StreamOptions,
): AsyncGenerator<ColumnRows, void, void> {
  const { layout, encoding, reader } = image;
  const { bandsPerBlock, blockBytes, blockHeight, blockWidth } = layout;
  const rowBytes = blockBytes / blockHeight;
  const samplesPerRow = blockWidth * bandsPerBlock;
  let left = block.rowCount;
  let rows = Math.min(rowsAtOnce, left);
  const memory = new Uint8Array(rows * rowBytes);
  let bytes = memory;
  let filled = 0;
  try {
    const { compression } = encoding;
    for await (let chunk of unpackStream(reader.source, block.place, compression, reading)) {
      while (chunk.length > 0 && left > 0) {
        const taken = chunk.subarray(0, bytes.length - filled);
        bytes.set(taken, filled);
        filled += taken.length;
        chunk = chunk.subarray(taken.length);
        if (filled < bytes.length) continue;
        const shape = { rows, samplesPerRow, bands: bandsPerBlock };
        yield { rowCount: rows, samples: unpackSamples(bytes, encoding, shape, false) };
        left -= rows;
        rows = Math.min(rowsAtOnce, left);
        bytes = memory.subarray(0, rows * rowBytes);
        filled = 0;
      }
      if (left === 0) return;
    }
  } catch (error) {
    reading.signal?.throwIfAborted();
    throw asBlockError(error, blockImageOf(image), block);
  }
  const early = new TiffError('damaged', `it ends ${left} rows too early`);
  throw asBlockError(early, blockImageOf(image), block);
}
