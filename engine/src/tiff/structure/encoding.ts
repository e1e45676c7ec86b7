import type { SampleType } from '../../raster/samples.ts';
import { TiffError, unsupported } from '../errors.ts';
import type { Directory } from './directory.ts';
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
export interface BlockEncoding {
  readonly compression: Compression;
  readonly predictor: Predictor;
  readonly bitsPerSample: number;
  readonly sampleFormat: SampleFormat;
  readonly littleEndian: boolean;
  /** Whether JPEG blocks contain YCbCr, or the bands unchanged. */
  readonly isYcbcr: boolean;
  readonly jpegTables: Uint8Array | undefined;
  /** The additional compression of LERC blocks. */
  readonly lercCompression: 'none' | 'deflate' | 'zstd';
}

const compressions: Readonly<Record<number, Compression>> = {
  1: 'none',
  5: 'lzw',
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
  6: 'old-style JPEG',
  34661: 'JBIG',
  34712: 'JPEG 2000',
  34925: 'LZMA',
  50002: 'JPEG XL',
};

const photometrics = { inks: 5, ycbcr: 6, lab: 8 } as const;
/** The value of InkSet for cyan, magenta, yellow and black. */
const cmyk = 1;

/**
 * Reads how blocks are encoded. Rejects, with the name of the feature, what this reader does not
 * support.
 */
export async function readEncoding(
  directory: Directory,
  littleEndian: boolean,
): Promise<BlockEncoding> {
  const compression = await readCompression(directory);
  const bitsPerSample = await readBitsPerSample(directory);
  const sampleFormat = await readSampleFormat(directory);
  const encoding: BlockEncoding = {
    compression,
    predictor: await readPredictor(directory, compression),
    bitsPerSample,
    sampleFormat,
    littleEndian,
    isYcbcr: (await directory.number(tag.photometric)) === photometrics.ycbcr,
    jpegTables: compression === 'jpeg' ? await directory.bytes(tag.jpegTables) : undefined,
    lercCompression: compression === 'lerc' ? await readLercCompression(directory) : 'none',
  };
  requireKnownSamples(encoding);
  await requireOrderOfBits(directory, compression);
  await requireKnownColours(directory, encoding);
  return encoding;
}

/** Bits that begin with the lowest one. As in libtiff, those of a JPEG stream never do. */
async function requireOrderOfBits(directory: Directory, compression: Compression): Promise<void> {
  const order = await directory.number(tag.fillOrder);
  if (order !== 2 || compression === 'jpeg') return;
  throw unsupported('The bits of each byte begin with the lowest one (FillOrder 2).');
}

/**
 * Colours that GDAL turns into red, green and blue and this reader does not. Of other photometric
 * interpretations the bands are read as numbers.
 */
async function requireKnownColours(
  directory: Directory,
  { compression, bitsPerSample, isYcbcr }: BlockEncoding,
): Promise<void> {
  if (isYcbcr && compression !== 'jpeg' && compression !== 'webp') {
    throw unsupported('Brightness and color differences (YCbCr) are read from JPEG alone.');
  }
  if (bitsPerSample !== 8) return;
  const photometric = await directory.number(tag.photometric);
  const bands = (await directory.number(tag.samplesPerPixel)) ?? 1;
  if (photometric === photometrics.lab && bands === 3) {
    throw unsupported('Colors in CIE L*a*b* are not read.');
  }
  const inkSet = (await directory.number(tag.inkSet)) ?? cmyk;
  if (photometric === photometrics.inks && bands >= 4 && inkSet === cmyk) {
    throw unsupported('Colors in four inks (CMYK) are not read.');
  }
}

/**
 * The type that samples have after reading: floats of 16 bits become float32, 64-bit integers become
 * float64.
 */
export function sampleTypeOf(encoding: BlockEncoding): SampleType {
  const { bitsPerSample, sampleFormat } = encoding;
  if (sampleFormat === 'float') return bitsPerSample === 64 ? 'float64' : 'float32';
  const sizeBits =
    bitsPerSample <= 8 ? 8 : bitsPerSample <= 16 ? 16 : bitsPerSample <= 32 ? 32 : 64;
  if (sizeBits === 64) return 'float64';
  return sampleFormat === 'signed' ? `int${sizeBits}` : `uint${sizeBits}`;
}

async function readCompression(directory: Directory): Promise<Compression> {
  const code = (await directory.number(tag.compression)) ?? 1;
  const compression = compressions[code];
  if (!compression) {
    const name = unreadCompressions[code] ?? `number ${code}`;
    throw unsupported(`The compression ${name} is not supported.`);
  }
  return compression;
}

async function readBitsPerSample(directory: Directory): Promise<number> {
  const bits = (await directory.numbers(tag.bitsPerSample)) ?? Float64Array.of(1);
  if (bits.some((value) => value !== bits[0])) {
    throw new TiffError(
      'unsupported',
      `Bands of different sizes (${bits.join(', ')} bits) are not supported.`,
    );
  }
  return bits[0];
}

async function readSampleFormat(directory: Directory): Promise<SampleFormat> {
  const formats = (await directory.numbers(tag.sampleFormat)) ?? Float64Array.of(1);
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
      throw unsupported(
        'Complex numbers are not supported. Their real part can be kept.',
        '-ot Float64',
      );
    default:
      throw new TiffError('unsupported', `The sample format ${formats[0]} is not known.`);
  }
}

async function readPredictor(directory: Directory, compression: Compression): Promise<Predictor> {
  if (compression !== 'lzw' && compression !== 'deflate' && compression !== 'zstd') return 1;
  const predictor = (await directory.number(tag.predictor)) ?? 1;
  if (predictor !== 1 && predictor !== 2 && predictor !== 3) {
    throw new TiffError('unsupported', `The predictor ${predictor} is not known.`);
  }
  return predictor;
}

async function readLercCompression(
  directory: Directory,
): Promise<BlockEncoding['lercCompression']> {
  const code = (await directory.numbers(tag.lercParameters))?.[1] ?? 0;
  const names = ['none', 'deflate', 'zstd'] as const;
  const name = names[code];
  if (!name) throw unsupported(`LERC with the compression number ${code} is not supported.`);
  return name;
}

function requireKnownSamples({
  bitsPerSample: bits,
  sampleFormat,
  predictor,
  compression,
}: BlockEncoding): void {
  const isWhole = bits === 8 || bits === 16 || bits === 32 || bits === 64;
  const isPacked = sampleFormat === 'unsigned' && bits >= 1 && bits < 16;
  if (!(sampleFormat === 'float' ? isWhole && bits > 8 : isWhole || isPacked)) {
    const what = `Samples of ${bits} bits (${sampleFormat}) are not supported.`;
    const isReadByGdal =
      sampleFormat === 'float' ? bits === 24 : sampleFormat === 'unsigned' && bits > 0 && bits < 32;
    throw isReadByGdal ? unsupported(what, '-co NBITS=32') : new TiffError('unsupported', what);
  }
  if ((predictor === 2 && !isWhole) || (predictor === 3 && sampleFormat !== 'float')) {
    throw new TiffError(
      'unsupported',
      `The predictor ${predictor} does not go with ${bits}-bit ${sampleFormat} samples.`,
    );
  }
  if ((compression === 'jpeg' || compression === 'webp') && bits !== 8) {
    throw unsupported(`Blocks of ${compression} with ${bits}-bit samples are not supported.`);
  }
}
