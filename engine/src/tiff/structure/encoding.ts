import type { SampleType } from '../../raster/samples.ts';
import { TiffError } from '../errors.ts';
import { type ColourEncoding, readColourEncoding } from './colour-model.ts';
import type { Directory } from './directory.ts';
import { type OldJpeg, readOldJpeg } from './old-jpeg.ts';
import { tag } from './tags.ts';

export type Compression =
  | 'none'
  | 'lzw'
  | 'jpeg'
  | 'deflate'
  | 'packbits'
  | 'lerc'
  | 'zstd'
  | 'webp';

/**
 * 1 is none, 2 is differences along a row, 3 is differences of the bytes of floating-point numbers.
 */
export type Predictor = 1 | 2 | 3;

export type SampleFormat = 'unsigned' | 'signed' | 'float';

/** How the samples of an image are encoded in its blocks. */
export interface BlockEncoding extends ColourEncoding {
  readonly compression: Compression;
  readonly predictor: Predictor;
  readonly bitsPerSample: number;
  readonly sampleFormat: SampleFormat;
  readonly littleEndian: boolean;
  /** Whether the lowest bit of each byte comes first (FillOrder 2), before decompression. */
  readonly isReversed: boolean;
  /** Whether JPEG blocks contain YCbCr, or the bands unchanged. */
  readonly isYcbcr: boolean;
  readonly jpegTables: Uint8Array | undefined;
  /** What blocks of old-style JPEG lack; undefined for other blocks. */
  readonly oldJpeg: OldJpeg | undefined;
  /** The additional compression of LERC blocks. */
  readonly lercCompression: 'none' | 'deflate' | 'zstd';
}

const compressions: Readonly<Record<number, Compression>> = {
  1: 'none',
  5: 'lzw',
  6: 'jpeg',
  7: 'jpeg',
  8: 'deflate',
  32773: 'packbits',
  32946: 'deflate',
  34887: 'lerc',
  50000: 'zstd',
  50001: 'webp',
};

const unreadCompressions: Readonly<Record<number, string>> = {
  2: 'CCITT run length',
  3: 'CCITT fax group 3',
  4: 'CCITT fax group 4',
  34661: 'JBIG',
  34712: 'JPEG 2000',
  34925: 'LZMA',
  50002: 'JPEG XL',
};

const photometrics = { ycbcr: 6 } as const;
const oldJpegCode = 6;

/**
 * Reads how blocks are encoded. Rejects, with the name of the feature, what this reader does not
 * support.
 */
export async function readEncoding(
  directory: Directory,
  littleEndian: boolean,
  signal?: AbortSignal,
): Promise<BlockEncoding> {
  const compression = await readCompression(directory, signal);
  const bitsPerSample = await readBitsPerSample(directory, signal);
  const sampleFormat = await readSampleFormat(directory, signal);
  const photometric = await directory.number(tag.photometric, signal);
  const isYcbcr = photometric === photometrics.ycbcr;
  const isOldJpeg = (await directory.number(tag.compression, signal)) === oldJpegCode;
  const isPicture = compression === 'jpeg' || compression === 'webp';
  // What old-style JPEG unpacks are the colours as they were packed, which the file describes.
  const isPacked = isOldJpeg || (isYcbcr && !isPicture);
  const oldJpeg = isOldJpeg ? await readOldJpeg(directory, signal) : undefined;
  const image = { photometric, bitsPerSample, isPacked };
  const colours = await readColourEncoding(directory, image, signal);
  const fillOrder = await directory.number(tag.fillOrder, signal);
  const encoding: BlockEncoding = {
    compression,
    predictor: await readPredictor(directory, compression, signal),
    bitsPerSample,
    sampleFormat,
    littleEndian,
    // As in libtiff, the bytes of a JPEG stream are never reversed.
    isReversed: fillOrder === 2 && compression !== 'jpeg',
    isYcbcr: isYcbcr && !isOldJpeg,
    ...(oldJpeg ? withOwnDifferences(colours) : colours),
    oldJpeg,
    jpegTables: compression === 'jpeg' ? await directory.bytes(tag.jpegTables, signal) : undefined,
    lercCompression: compression === 'lerc' ? await readLercCompression(directory, signal) : 'none',
  };
  requireKnownSamples(encoding);
  return encoding;
}

/** The JPEG decoder gives each pixel its own differences. */
function withOwnDifferences(colours: ColourEncoding): ColourEncoding {
  const { packedColours } = colours;
  return { ...colours, packedColours: packedColours && { ...packedColours, across: 1, down: 1 } };
}

/**
 * Whether pixels become red, green, blue and opacity when they are unpacked, whatever bands the file
 * has for them.
 */
export function becomesRgba({ colourModel, packedColours, planeColours }: ColourEncoding): boolean {
  return colourModel !== undefined || packedColours !== undefined || planeColours !== undefined;
}

/**
 * The type that samples have after reading: floats of 16 and 24 bits become float32, 64-bit integers become
 * float64.
 */
export function sampleTypeOf(encoding: BlockEncoding): SampleType {
  const { bitsPerSample, sampleFormat } = encoding;
  if (sampleFormat === 'float') {
    return bitsPerSample === 64 ? 'float64' : 'float32';
  }
  const sizeBits =
    bitsPerSample <= 8 ? 8 : bitsPerSample <= 16 ? 16 : bitsPerSample <= 32 ? 32 : 64;
  if (sizeBits === 64) {
    return 'float64';
  }
  return sampleFormat === 'signed' ? `int${sizeBits}` : `uint${sizeBits}`;
}

async function readCompression(directory: Directory, signal?: AbortSignal): Promise<Compression> {
  const code = (await directory.number(tag.compression, signal)) ?? 1;
  const compression = compressions[code];
  if (!compression) {
    const name = unreadCompressions[code] ?? `number ${code}`;
    throw new TiffError('unsupported', `The compression ${name} is not supported.`);
  }
  return compression;
}

async function readBitsPerSample(directory: Directory, signal?: AbortSignal): Promise<number> {
  const bits = (await directory.numbers(tag.bitsPerSample, signal)) ?? Float64Array.of(1);
  if (bits.some((value) => value !== bits[0])) {
    throw new TiffError(
      'unsupported',
      `Bands of different sizes (${bits.join(', ')} bits) are not supported.`,
    );
  }
  return bits[0];
}

async function readSampleFormat(directory: Directory, signal?: AbortSignal): Promise<SampleFormat> {
  const formats = (await directory.numbers(tag.sampleFormat, signal)) ?? Float64Array.of(1);
  if (formats.some((value) => value !== formats[0])) {
    throw new TiffError('unsupported', 'Bands of different sample formats are not supported.');
  }
  switch (formats[0]) {
    case 1:
    case 4:
      return 'unsigned';
    case 2:
      return 'signed';
    case 3:
      return 'float';
    case 5:
    case 6:
      throw new TiffError('unsupported', 'Complex numbers are not supported.');
    default:
      throw new TiffError('unsupported', `The sample format ${formats[0]} is not known.`);
  }
}

async function readPredictor(
  directory: Directory,
  compression: Compression,
  signal?: AbortSignal,
): Promise<Predictor> {
  if (compression !== 'lzw' && compression !== 'deflate' && compression !== 'zstd') {
    return 1;
  }
  const predictor = (await directory.number(tag.predictor, signal)) ?? 1;
  if (predictor !== 1 && predictor !== 2 && predictor !== 3) {
    throw new TiffError('unsupported', `The predictor ${predictor} is not known.`);
  }
  return predictor;
}

async function readLercCompression(
  directory: Directory,
  signal?: AbortSignal,
): Promise<BlockEncoding['lercCompression']> {
  const code = (await directory.numbers(tag.lercParameters, signal))?.[1] ?? 0;
  const names = ['none', 'deflate', 'zstd'] as const;
  const name = names[code];
  if (!name) {
    throw new TiffError(
      'unsupported',
      `LERC with the compression number ${code} is not supported.`,
    );
  }
  return name;
}

function requireKnownSamples({
  bitsPerSample: bits,
  sampleFormat,
  predictor,
  compression,
  packedColours,
}: BlockEncoding): void {
  const isWhole = bits === 8 || bits === 16 || bits === 32 || bits === 64;
  const isKnown =
    sampleFormat === 'float'
      ? isWhole
        ? bits > 8
        : bits === 24
      : isWhole || (sampleFormat === 'unsigned' && bits >= 1 && bits < 32);
  if (!isKnown) {
    throw new TiffError(
      'unsupported',
      `Samples of ${bits} bits (${sampleFormat}) are not supported.`,
    );
  }
  if (
    (predictor === 2 && (!isWhole || packedColours)) ||
    (predictor === 3 && sampleFormat !== 'float')
  ) {
    throw new TiffError(
      'unsupported',
      `The predictor ${predictor} does not go with ${bits}-bit ${sampleFormat} samples.`,
    );
  }
  if ((compression === 'jpeg' || compression === 'webp') && bits !== 8) {
    throw new TiffError(
      'unsupported',
      `Blocks of ${compression} with ${bits}-bit samples are not supported.`,
    );
  }
}
