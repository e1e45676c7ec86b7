import { TiffError } from '../errors.ts';
import type { StructureReader } from './structure-reader.ts';

export interface TiffHeader {
  readonly littleEndian: boolean;
  readonly bigTiff: boolean;
  readonly firstDirectoryOffset: number;
}

/** Reads the 8 bytes of a classic header or the 16 of a BigTIFF one. */
export async function readHeader(
  reader: StructureReader,
  signal?: AbortSignal,
): Promise<TiffHeader> {
  const { source, fileBytes } = reader;
  if (fileBytes !== undefined && fileBytes < 8) {
    throw new TiffError('not-a-tiff', `${source.name} has ${fileBytes} bytes: too few for a TIFF.`);
  }
  const start = await reader.read(0, 8, 'The header', signal);
  const mark = String.fromCharCode(start[0], start[1]);
  if (mark !== 'II' && mark !== 'MM') {
    throw new TiffError(
      'not-a-tiff',
      `${source.name} is not a TIFF: it does not begin with II or MM.`,
    );
  }
  const littleEndian = mark === 'II';
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  const version = view.getUint16(2, littleEndian);
  if (version === 42) {
    return { littleEndian, bigTiff: false, firstDirectoryOffset: view.getUint32(4, littleEndian) };
  }
  if (version !== 43) {
    throw new TiffError(
      'not-a-tiff',
      `${source.name} is not a TIFF: its version is ${version}, not 42 or 43.`,
    );
  }
  const bytes = await reader.read(0, 16, 'The BigTIFF header', signal);
  const big = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (big.getUint16(4, littleEndian) !== 8 || big.getUint16(6, littleEndian) !== 0) {
    throw new TiffError('damaged', `The BigTIFF header of ${source.name} is damaged.`);
  }
  return {
    littleEndian,
    bigTiff: true,
    firstDirectoryOffset: readOffset64(big, 8, littleEndian, 'The first directory'),
  };
}

/** Reads a 64-bit unsigned number, which must be exact as a JavaScript number. */
export function readOffset64(
  view: DataView,
  position: number,
  littleEndian: boolean,
  what: string,
): number {
  const value = view.getBigUint64(position, littleEndian);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new TiffError('damaged', `${what} has the impossible value ${value}.`);
  }
  return Number(value);
}
