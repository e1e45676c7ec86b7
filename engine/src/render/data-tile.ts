/**
 * A tile of numbers, which a browser draws with a curve of its own. Its bytes are little-endian: a head
 * of 32 bytes, the numbers row by row, and a byte for each pixel that says whether it has a number.
 *
 * | byte | what |
 * |---|---|
 * | 0 | `RVDT` |
 * | 4 | version, 1 |
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

const magic = 0x54445652;
const version = 1;
const headBytes = 32;
/** A tile with a longer side is refused. The largest that is made has 512 pixels and a border. */
const largestSizePixels = 1024;

/** Encodes a tile as bytes, which are not compressed. */
export function encodeDataTile(tile: DataTile): Uint8Array {
  const { numbers, states, sizePixels, borderPixels, offset, scale } = tile;
  const bytes = new Uint8Array(headBytes + numbers.byteLength + states.length);
  const head = new DataView(bytes.buffer);
  head.setUint32(0, magic, true);
  head.setUint8(4, version);
  head.setUint8(5, kindOf(numbers));
  head.setUint16(6, sizePixels, true);
  head.setUint16(8, borderPixels, true);
  head.setFloat64(16, offset, true);
  head.setFloat64(24, scale, true);
  bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), headBytes);
  bytes.set(states, headBytes + numbers.byteLength);
  return bytes;
}

/** Decodes the bytes of `encodeDataTile`. Throws RangeError for any other bytes. */
export function decodeDataTile(buffer: ArrayBuffer): DataTile {
  if (buffer.byteLength < headBytes) throw new RangeError('A data tile is cut off in its head.');
  const head = new DataView(buffer);
  if (head.getUint32(0, true) !== magic || head.getUint8(4) !== version) {
    throw new RangeError('These bytes are no data tile of version 1.');
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
    numbers: numbersOf(kind, buffer, pixelCount),
    states: new Uint8Array(buffer, statesAt, pixelCount),
    sizePixels,
    borderPixels: head.getUint16(8, true),
    offset: head.getFloat64(16, true),
    scale: head.getFloat64(24, true),
  };
}

function kindOf(numbers: DataTile['numbers']): number {
  if (numbers instanceof Uint16Array) return 0;
  return numbers instanceof Float32Array ? 1 : 2;
}

/**
 * Views the bytes without converting them, because the processor of every browser is little-endian.
 */
function numbersOf(kind: number, buffer: ArrayBuffer, pixelCount: number): DataTile['numbers'] {
  if (kind === 0) return new Uint16Array(buffer, headBytes, pixelCount);
  if (kind === 1) return new Float32Array(buffer, headBytes, pixelCount);
  return new Uint8Array(buffer, headBytes, 4 * pixelCount);
}
