import { fieldType, fieldTypeBytes } from '../structure/tags.ts';

/** One entry of a directory to be written. The encoder adds the closing NUL to text. */
export interface Field {
  readonly tag: number;
  readonly type: keyof typeof fieldType;
  readonly values: ArrayLike<number> | string;
}

/**
 * The lines behind the header that tell GDAL about the layout: the structure comes before the data,
 * tiles lie row by row, and each tile is framed as `frameTile` does. The blank at the end leaves
 * room for the YES of a writer that breaks the order.
 */
const layoutLines =
  'LAYOUT=IFDS_BEFORE_DATA\nBLOCK_ORDER=ROW_MAJOR\nBLOCK_LEADER=SIZE_AS_UINT4\n' +
  'BLOCK_TRAILER=LAST_4_BYTES_REPEATED\nKNOWN_INCOMPATIBLE_EDITION=NO\n ';
const layoutNote =
  `GDAL_STRUCTURAL_METADATA_SIZE=${String(layoutLines.length).padStart(6, '0')} bytes\n` +
  layoutLines;

/** The number of bytes before and after each tile. */
export const tileFrame = { leaderBytes: 4, trailerBytes: 4 } as const;

/** Frames a tile: its size comes before it, and a copy of its last four bytes after it. */
export function frameTile(tile: Uint8Array): Uint8Array {
  const { leaderBytes, trailerBytes } = tileFrame;
  const leader = Buffer.alloc(leaderBytes);
  leader.writeUInt32LE(tile.length);
  return Buffer.concat([leader, tile, tile.subarray(-trailerBytes)]);
}

/** The size of header and directories with all their values, in bytes. */
export function structureBytes(
  directories: readonly (readonly Field[])[],
  bigTiff: boolean,
  note = layoutNote,
): number {
  return directories.reduce(
    (total, fields) => total + directoryBytes(fields, bigTiff),
    firstDirectoryOffset(bigTiff, note),
  );
}

/**
 * Header and directories, little-endian, each directory followed by its values.
 * @param note lines behind the header; empty for a file whose tiles have no frame
 */
export function encodeStructure(
  directories: readonly (readonly Field[])[],
  bigTiff: boolean,
  note = layoutNote,
): Uint8Array {
  const bytes = Buffer.alloc(structureBytes(directories, bigTiff, note));
  let position = firstDirectoryOffset(bigTiff, note);
  bytes.write('II');
  if (bigTiff) {
    bytes.writeUInt16LE(43, 2);
    bytes.writeUInt16LE(8, 4);
    bytes.writeBigUInt64LE(BigInt(position), 8);
    bytes.write(note, 16);
  } else {
    bytes.writeUInt16LE(42, 2);
    bytes.writeUInt32LE(position, 4);
    bytes.write(note, 8);
  }
  directories.forEach((fields, index) => {
    const end = position + directoryBytes(fields, bigTiff);
    const nextOffset = index + 1 < directories.length ? end : 0;
    encodeDirectory(bytes, position, { fields, nextOffset }, bigTiff);
    position = end;
  });
  return bytes;
}

function encodeDirectory(
  bytes: Buffer,
  start: number,
  { fields, nextOffset }: { readonly fields: readonly Field[]; readonly nextOffset: number },
  bigTiff: boolean,
): void {
  const wordBytes = bigTiff ? 8 : 4;
  const writeWord = (value: number, position: number) =>
    bigTiff
      ? bytes.writeBigUInt64LE(BigInt(value), position)
      : bytes.writeUInt32LE(value, position);
  let position = start + (bigTiff ? 8 : 2);
  if (bigTiff) {
    bytes.writeBigUInt64LE(BigInt(fields.length), start);
  } else {
    bytes.writeUInt16LE(fields.length, start);
  }
  let valuePosition = position + fields.length * (bigTiff ? 20 : 12) + wordBytes;
  for (const field of [...fields].sort((one, other) => one.tag - other.tag)) {
    const { type, count, length } = measure(field);
    bytes.writeUInt16LE(field.tag, position);
    bytes.writeUInt16LE(type, position + 2);
    writeWord(count, position + 4);
    const inlinePosition = position + 4 + wordBytes;
    if (length <= wordBytes) {
      encodeValues(bytes, inlinePosition, field);
    } else {
      writeWord(valuePosition, inlinePosition);
      encodeValues(bytes, valuePosition, field);
      valuePosition += padded(length);
    }
    position = inlinePosition + wordBytes;
  }
  writeWord(nextOffset, position);
}

function encodeValues(bytes: Buffer, position: number, { type, values }: Field): void {
  if (typeof values === 'string') {
    bytes.write(values, position);
    return;
  }
  const step = fieldTypeBytes[fieldType[type]];
  for (let index = 0; index < values.length; index++) {
    const place = position + index * step;
    switch (type) {
      case 'ascii':
        bytes.writeUInt8(values[index], place);
        break;
      case 'short':
        bytes.writeUInt16LE(values[index], place);
        break;
      case 'long':
        bytes.writeUInt32LE(values[index], place);
        break;
      case 'long8':
        bytes.writeBigUInt64LE(BigInt(values[index]), place);
        break;
      case 'double':
        bytes.writeDoubleLE(values[index], place);
        break;
    }
  }
}

function measure({ type, values }: Field): { type: number; count: number; length: number } {
  const code = fieldType[type];
  const count = typeof values === 'string' ? Buffer.byteLength(values) + 1 : values.length;
  return { type: code, count, length: count * fieldTypeBytes[code] };
}

function directoryBytes(fields: readonly Field[], bigTiff: boolean): number {
  const wordBytes = bigTiff ? 8 : 4;
  const table = (bigTiff ? 8 : 2) + fields.length * (bigTiff ? 20 : 12) + wordBytes;
  const values = fields
    .map((field) => measure(field).length)
    .filter((length) => length > wordBytes)
    .reduce((total, length) => total + padded(length), 0);
  return padded(table + values);
}

function firstDirectoryOffset(bigTiff: boolean, note: string): number {
  return padded((bigTiff ? 16 : 8) + note.length);
}

/** Offsets in a TIFF must be even. Multiples of 8 suit BigTIFF as well. */
function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}
