/**
 * A tile of numbers, which a browser draws with a curve of its own. Its bytes are little-endian: a head
 * of 32 bytes, the numbers row by row, and a byte for each pixel that says whether it has a number. The
 * numbers lie in planes: first the lowest byte of each, then the next one of each, and so on. Bytes of
 * one plane resemble each other, so that a packed tile of measured numbers is about a quarter smaller.
 *
 * | byte | what |
 * |---|---|
 * | 0 | `RVDT` |
 * | 4 | version, 2 |
 * | 5 | kind: 0 whole numbers of 16 bits without a sign, 1 floating point of 32 bits, 2 red, green, blue and alpha of 8 bits |
 * | 6 | pixels along a side, with the border, 16 bits |
 * | 8 | pixels of the border, 16 bits; they belong to neighbouring tiles and serve interpolation across the edge |
 * | 16 | offset, floating point of 64 bits |
 * | 24 | scale, likewise: a number of the data is offset + scale × number of the tile |
 */
export interface DataTile {
  /** One number for each pixel, row by row; four for each pixel of a picture in colours. */
  readonly numbers: Uint16Array | Float32Array | Uint8Array;
  /** The `pixelState` of each pixel. */
  readonly states: Uint8Array;
  /** Pixels along a side, including the border. */
  readonly sizePixels: number;
  readonly borderPixels: number;
  readonly offset: number;
  /** Above 0. */
  readonly scale: number;
}

/** Whether a pixel lies outside of the raster, has no data, or has a number. */
export const pixelState = { outside: 0, noData: 1, valid: 2 } as const;

/** The version of the format. It belongs into the address of a tile, because browsers keep tiles. */
export const dataTileVersion = 2;

const magic = 0x54445652;
const headBytes = 32;
/** A tile with a longer side is refused. The largest that is made has 512 pixels and a border. */
const largestSizePixels = 1024;

/** Encodes a tile as bytes, which are not compressed. */
export function encodeDataTile(tile: DataTile): Uint8Array {
  const { numbers, states, sizePixels, borderPixels, offset, scale } = tile;
  const bytes = new Uint8Array(headBytes + numbers.byteLength + states.length);
  const head = new DataView(bytes.buffer);
  head.setUint32(0, magic, true);
  head.setUint8(4, dataTileVersion);
  head.setUint8(5, kindOf(numbers));
  head.setUint16(6, sizePixels, true);
  head.setUint16(8, borderPixels, true);
  head.setFloat64(16, offset, true);
  head.setFloat64(24, scale, true);
  const numberBytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const planes = bytes.subarray(headBytes, headBytes + numbers.byteLength);
  transpose(numberBytes, planes, states.length);
  bytes.set(states, headBytes + numbers.byteLength);
  return bytes;
}

/** Decodes the bytes of `encodeDataTile`. Throws RangeError for any other bytes. */
export function decodeDataTile(buffer: ArrayBuffer): DataTile {
  if (buffer.byteLength < headBytes) throw new RangeError('A data tile is cut off in its head.');
  const head = new DataView(buffer);
  if (head.getUint32(0, true) !== magic || head.getUint8(4) !== dataTileVersion) {
    throw new RangeError(`These bytes are no data tile of version ${dataTileVersion}.`);
  }
  const sizePixels = head.getUint16(6, true);
  const pixelCount = sizePixels ** 2;
  const kind = head.getUint8(5);
  const bytesPerPixel = [2, 4, 4][kind];
  if (bytesPerPixel === undefined) throw new RangeError(`A data tile has no kind ${kind}.`);
  if (sizePixels === 0 || sizePixels > largestSizePixels) {
    throw new RangeError(`A data tile has no side of ${sizePixels} pixels.`);
  }
  const statesAt = headBytes + bytesPerPixel * pixelCount;
  if (buffer.byteLength !== statesAt + pixelCount) {
    throw new RangeError(`A data tile of this kind has not ${buffer.byteLength} bytes.`);
  }
  return {
    numbers: numbersOf(
      kind,
      new Uint8Array(buffer, headBytes, statesAt - headBytes),
      bytesPerPixel,
    ),
    states: new Uint8Array(buffer, statesAt, pixelCount),
    sizePixels,
    borderPixels: head.getUint16(8, true),
    offset: head.getFloat64(16, true),
    scale: head.getFloat64(24, true),
  };
}

/** Reads a table row by row and writes it column by column. */
function transpose(table: Uint8Array, columns: Uint8Array, rowCount: number): void {
  const columnCount = table.length / rowCount;
  for (let column = 0; column < columnCount; column++) {
    for (let row = 0; row < rowCount; row++) {
      columns[column * rowCount + row] = table[row * columnCount + column];
    }
  }
}

function kindOf(numbers: DataTile['numbers']): number {
  if (numbers instanceof Uint16Array) return 0;
  return numbers instanceof Float32Array ? 1 : 2;
}

/** Numbers of a processor that is little-endian, as that of every browser is. */
function numbersOf(kind: number, planes: Uint8Array, bytesPerPixel: number): DataTile['numbers'] {
  const bytes = new Uint8Array(planes.length);
  transpose(planes, bytes, bytesPerPixel);
  if (kind === 0) return new Uint16Array(bytes.buffer);
  return kind === 1 ? new Float32Array(bytes.buffer) : bytes;
}
