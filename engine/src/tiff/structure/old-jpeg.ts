import { TiffError } from '../errors.ts';
import type { Directory } from './directory.ts';
import { tag } from './tags.ts';

/**
 * What the blocks of old-style JPEG (TIFF 6.0, section 22) have in common: the parts of a stream that TIFF
 * keeps elsewhere in the file. Each is a whole segment with its marker.
 */
export interface OldJpeg {
  /** Quantization and Huffman tables, and the restart interval. */
  readonly tables: Uint8Array;
  /** The frame header. Its height and width, from its sixth byte on, are those of a block. */
  readonly frame: Uint8Array;
  readonly scan: Uint8Array;
}

const marker = { frame: 0xc0, extendedFrame: 0xc1, huffman: 0xc4, lastFrame: 0xcf } as const;
const later = { startOfImage: 0xd8, scan: 0xda, quantization: 0xdb, restart: 0xdd } as const;
/** No header is longer, except by comments and thumbnails. */
const mostHeaderBytes = 65_536;
const quantizationBytes = 64;
const codeLengths = 16;
const mostCodes = 256;
const bands = 3;

/**
 * Reads what the blocks of old-style JPEG have in common, from a stream in the file or from single tables.
 * Rejects with TiffError what is damaged, or not made of three bands of colours.
 */
export async function readOldJpeg(directory: Directory, signal?: AbortSignal): Promise<OldJpeg> {
  const count = (await directory.number(tag.samplesPerPixel, signal)) ?? 1;
  const planar = (await directory.number(tag.planarConfiguration, signal)) ?? 1;
  if (count !== bands || planar !== 1) {
    throw new TiffError(
      'unsupported',
      'Old-style JPEG is read with three bands of colours that lie together. Save the file with another compression.',
    );
  }
  const stream = await directory.number(tag.jpegInterchangeFormat, signal);
  return stream ? fromStream(directory, stream, signal) : fromTables(directory, signal);
}

async function fromStream(
  directory: Directory,
  offset: number,
  signal: AbortSignal | undefined,
): Promise<OldJpeg> {
  const bytes = await directory.bytesAt(offset, mostHeaderBytes, 'The JPEG stream', signal);
  const tables: Uint8Array[] = [];
  let frame: Uint8Array | undefined;
  for (const [code, segment] of segmentsOf(bytes)) {
    if (code === marker.huffman || code === later.quantization || code === later.restart) {
      tables.push(segment);
    } else if (code === marker.frame || code === marker.extendedFrame) {
      frame = segment;
    } else if (code > marker.extendedFrame && code <= marker.lastFrame) {
      throw new TiffError('unsupported', 'Old-style JPEG is read in its baseline form alone.');
    } else if (code === later.scan && frame) {
      return { tables: Buffer.concat(tables), frame, scan: segment };
    }
  }
  throw new TiffError('damaged', 'The JPEG stream has no header.');
}

async function fromTables(directory: Directory, signal: AbortSignal | undefined): Promise<OldJpeg> {
  const offsets = async (name: number) => {
    const places = await directory.numbers(name, signal);
    if (places && places.length >= bands) return Array.from(places.subarray(0, bands));
    throw new TiffError('damaged', `The file has no JPEG tables (tag ${name}).`);
  };
  const tables: Uint8Array[] = [];
  for (const [index, place] of (await offsets(tag.jpegQTables)).entries()) {
    const what = 'A JPEG quantization table';
    const table = await directory.bytesAt(place, quantizationBytes, what, signal);
    tables.push(segment(later.quantization, [index, ...table]));
  }
  for (const [kind, name] of [tag.jpegDcTables, tag.jpegAcTables].entries()) {
    for (const [index, place] of (await offsets(name)).entries()) {
      const what = 'A JPEG Huffman table';
      const table = await directory.bytesAt(place, codeLengths + mostCodes, what, signal);
      const codes = table.subarray(0, codeLengths).reduce((sum, length) => sum + length, 0);
      tables.push(
        segment(marker.huffman, [16 * kind + index, ...table.subarray(0, codeLengths + codes)]),
      );
    }
  }
  const interval = (await directory.number(tag.jpegRestartInterval, signal)) ?? 0;
  if (interval > 0) tables.push(segment(later.restart, [interval >> 8, interval & 255]));
  const [across = 2, down = across] = (await directory.numbers(tag.ycbcrSubsampling, signal)) ?? [];
  const samplings = [16 * across + down, 0x11, 0x11];
  return {
    tables: Buffer.concat(tables),
    frame: segment(marker.frame, [
      ...[8, 0, 0, 0, 0, bands],
      ...samplings.flatMap((sampling, band) => [band + 1, sampling, band]),
    ]),
    scan: segment(later.scan, [
      bands,
      ...samplings.flatMap((_, band) => [band + 1, 17 * band]),
      ...[0, 63, 0],
    ]),
  };
}

function segment(code: number, content: readonly number[]): Uint8Array {
  const length = content.length + 2;
  return Uint8Array.from([0xff, code, length >> 8, length & 255, ...content]);
}

/** The segments at the beginning of a stream, up to its first scan; their bytes follow each other. */
export function* segmentsOf(bytes: Uint8Array): Generator<[code: number, segment: Uint8Array]> {
  let at = 0;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && isHeader(bytes[at + 1]!)) {
    const code = bytes[at + 1]!;
    const length = code === later.startOfImage ? 2 : 2 + 256 * bytes[at + 2]! + bytes[at + 3]!;
    yield [code, bytes.subarray(at, at + length)];
    if (code === later.scan) return;
    at += length;
  }
}

/** Whether a marker does not belong to coded pixels, as restarts (208 to 215) and the end (217) do. */
function isHeader(code: number): boolean {
  return code >= marker.frame && code !== 0xd9 && (code & 0xf8) !== 0xd0;
}
