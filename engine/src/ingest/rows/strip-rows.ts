import { copySamples } from '../../loops/copy-samples.ts';
import { createSamples, type Samples } from '../../raster/samples.ts';
import { TiffError, type TiffImage } from '../../tiff/index.ts';
import { sparseSample } from '../../tiff/reading/copy-block.ts';
import { type ColourPlanes, colourPlanesOf } from '../../tiff/reading/plane-colours.ts';
import { unpackSamples } from '../../tiff/reading/unpack-samples.ts';
import { unpackStream } from '../../tiff/reading/unpack-stream.ts';

/** Some rows of one plane: the samples of its bands, pixel by pixel. */
interface PlaneRows {
  readonly rowCount: number;
  readonly samples: Samples;
}

/**
 * Reads the rows of an image of compressed strips from the top, a few at a time. Strips are
 * decompressed in parts and may be larger than the memory. Rejects with TiffError if one is
 * damaged.
 */
export async function* stripRows(
  image: TiffImage,
  bands: readonly number[],
  options: { rowsAtOnce: number; signal?: AbortSignal | undefined },
): AsyncGenerator<{ rowCount: number; bands: readonly Samples[] }, void, void> {
  const colourPlanes = colourPlanesOf(image);
  if (colourPlanes) {
    yield* colourRows(colourPlanes, bands, options);
    return;
  }
  const { isPlanar, samplesPerPixel } = image.layout;
  const planes = isPlanar ? bands : [0];
  const readers = planes.map((plane) => planeRows(image, plane, options));
  try {
    for (;;) {
      const parts = await Promise.all(readers.map((reader) => reader.next()));
      if (parts.some(({ done }) => done)) return;
      const rows = parts.map(({ value }) => value as PlaneRows);
      const [{ rowCount }] = rows as [PlaneRows];
      yield {
        rowCount,
        bands: isPlanar
          ? rows.map(({ samples }) => samples)
          : bands.map((band) => bandOf(rows[0].samples, band, samplesPerPixel)),
      };
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.return()));
  }
}

async function* colourRows(
  planes: ColourPlanes,
  bands: readonly number[],
  options: Parameters<typeof stripRows>[2],
): ReturnType<typeof stripRows> {
  for await (const { rowCount, bands: samples } of stripRows(planes.image, planes.bands, options)) {
    const output = bands.map(() => createSamples(planes.image.sampleType, samples[0]!.length));
    planes.write(samples, bands, output);
    yield { rowCount, bands: output };
  }
}

function bandOf(samples: Samples, band: number, bandCount: number): Samples {
  if (bandCount === 1) return samples;
  const width = samples.length / bandCount;
  const part = new (samples.constructor as new (count: number) => Samples)(width);
  const from = { first: band, column: bandCount, row: samples.length };
  copySamples(samples, from, part, { first: 0, column: 1, row: width }, { width, rows: 1 });
  return part;
}

async function* planeRows(
  image: TiffImage,
  plane: number,
  { rowsAtOnce, signal }: { rowsAtOnce: number; signal?: AbortSignal | undefined },
): AsyncGenerator<PlaneRows, void, void> {
  const { layout, height } = image;
  const locate = await image.blockTable.locator({ planes: [plane] }, signal);
  for (let strip = 0; strip < layout.rows; strip++) {
    const rowCount = Math.min(layout.blockHeight, height - strip * layout.blockHeight);
    const place = locate(0, strip, plane);
    if (place) yield* unpackedRows(image, { strip, rowCount, place }, { rowsAtOnce, signal });
    else yield* emptyRows(image, rowCount, rowsAtOnce);
  }
}

/** The rows of a strip that the file leaves out: nodata, or 0. */
function* emptyRows(image: TiffImage, rowCount: number, rowsAtOnce: number): Generator<PlaneRows> {
  const { samplesPerPixel } = image.layout;
  for (let row = 0; row < rowCount; row += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, rowCount - row);
    const samples = createSamples(image.sampleType, count * image.width * samplesPerPixel);
    yield { rowCount: count, samples: samples.fill(sparseSample(image)) };
  }
}

async function* unpackedRows(
  image: TiffImage,
  strip: { strip: number; rowCount: number; place: { offset: number; length: number } },
  { rowsAtOnce, signal }: { rowsAtOnce: number; signal?: AbortSignal | undefined },
): AsyncGenerator<PlaneRows, void, void> {
  const { layout, encoding, reader } = image;
  const { bandsPerBlock, blockBytes, blockHeight } = layout;
  const rowBytes = blockBytes / blockHeight;
  const samplesPerRow = image.width * bandsPerBlock;
  let left = strip.rowCount;
  let rows = Math.min(rowsAtOnce, left);
  let bytes = new Uint8Array(rows * rowBytes);
  let filled = 0;
  try {
    for await (let piece of unpackStream(reader.source, strip.place, encoding, { signal })) {
      while (piece.length > 0 && left > 0) {
        const taken = piece.subarray(0, bytes.length - filled);
        bytes.set(taken, filled);
        filled += taken.length;
        piece = piece.subarray(taken.length);
        if (filled < bytes.length) continue;
        const shape = { rows, samplesPerRow, bands: bandsPerBlock };
        yield { rowCount: rows, samples: unpackSamples(bytes, encoding, shape, false) };
        left -= rows;
        rows = Math.min(rowsAtOnce, left);
        bytes = new Uint8Array(rows * rowBytes);
        filled = 0;
      }
      if (left === 0) return;
    }
  } catch (error) {
    signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw new TiffError(
      error instanceof TiffError ? error.code : 'damaged',
      `The strip at row ${strip.strip * blockHeight} of ${reader.source.name} can't be decoded: ${reason}.`,
      { cause: error },
    );
  }
  throw new TiffError(
    'damaged',
    `The strip at row ${strip.strip * blockHeight} of ${reader.source.name} ends ${left} rows too early.`,
  );
}
