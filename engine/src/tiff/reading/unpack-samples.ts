import { type RowShape, undoHorizontalDifferences } from '../../loops/undo-differences.ts';
import type { Samples } from '../../raster/samples.ts';
import { coloursOfInks } from '../codecs/colours.ts';
import { decodesToNativeOrder } from '../codecs/index.ts';
import { coloursOfLab } from '../codecs/lab.ts';
import { undoFloatDifferences } from '../codecs/predictor.ts';
import type { BlockEncoding } from '../structure/encoding.ts';

/**
 * Turns a block's unpacked bytes into samples: it handles byte order, predictor and unusual sample
 * sizes. If `isShared`, the bytes belong to someone else and are copied before they are changed.
 */
export function unpackSamples(
  bytes: Uint8Array,
  encoding: BlockEncoding,
  shape: RowShape,
  isShared: boolean,
): Samples {
  const { bitsPerSample, predictor, sampleFormat } = encoding;
  const count = shape.rows * shape.samplesPerRow;
  if (bitsPerSample < 16 && bitsPerSample !== 8) {
    return expandBits(bytes, shape, bitsPerSample);
  }
  if (bitsPerSample > 16 && bitsPerSample < 32 && sampleFormat !== 'float') {
    return expandWideBits(inOrderOfBits(bytes, encoding), shape, bitsPerSample);
  }
  const bytesPerSample = bitsPerSample / 8;
  const length = count * bytesPerSample;
  const needsSwap =
    bytesPerSample > 1 &&
    !encoding.littleEndian &&
    predictor !== 3 &&
    !decodesToNativeOrder(encoding);
  const isAligned = bytes.byteOffset % bytesPerSample === 0;
  const mustCopy = !isAligned || (isShared && (needsSwap || predictor !== 1));
  // slice() would not copy, because a Buffer's slice is a view.
  let own = bytes.subarray(0, length);
  if (mustCopy) {
    own = new Uint8Array(own);
  }
  if (needsSwap) {
    swapBytes(own, bytesPerSample);
  }
  if (predictor === 3) {
    own = undoFloatDifferences(own, shape, bytesPerSample);
  } else if (predictor === 2) {
    undoHorizontalDifferences(own, shape, bytesPerSample);
  }
  switch (encoding.colourModel?.kind) {
    case 'inks':
      return coloursOfInks(own, shape.bands);
    case 'lab':
      return coloursOfLab(own, encoding.colourModel.white);
    default:
      return viewAsSamples(own, encoding, count);
  }
}

/**
 * Samples of 24 bits begin with the highest byte in a little-endian file and with the lowest in a
 * big-endian one: GDAL packs bits from the highest on, and libtiff then turns the three bytes.
 */
function inOrderOfBits(bytes: Uint8Array, encoding: BlockEncoding): Uint8Array {
  if (encoding.littleEndian || encoding.bitsPerSample !== 24) return bytes;
  const own = new Uint8Array(bytes.subarray(0, bytes.length - (bytes.length % 3)));
  swapBytes(own, 3);
  return own;
}

function swapBytes(bytes: Uint8Array, bytesPerSample: number): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (bytesPerSample) {
    case 3:
      for (let at = 0; at < bytes.length; at += 3) bytes.subarray(at, at + 3).reverse();
      break;
    case 2:
      buffer.swap16();
      break;
    case 4:
      buffer.swap32();
      break;
    default:
      buffer.swap64();
  }
}

function viewAsSamples(bytes: Uint8Array, encoding: BlockEncoding, count: number): Samples {
  const { buffer, byteOffset } = bytes;
  const { bitsPerSample, sampleFormat } = encoding;
  if (sampleFormat === 'float') {
    switch (bitsPerSample) {
      case 16:
        return Float32Array.from(new Uint16Array(buffer, byteOffset, count), float16Value);
      case 24:
        return Float32Array.from({ length: count }, (_, index) => float24Value(bytes, 3 * index));
      case 32:
        return new Float32Array(buffer, byteOffset, count);
      default:
        return new Float64Array(buffer, byteOffset, count);
    }
  }
  const isSigned = sampleFormat === 'signed';
  switch (bitsPerSample) {
    case 8:
      return isSigned
        ? new Int8Array(buffer, byteOffset, count)
        : new Uint8Array(buffer, byteOffset, count);
    case 16:
      return isSigned
        ? new Int16Array(buffer, byteOffset, count)
        : new Uint16Array(buffer, byteOffset, count);
    case 32:
      return isSigned
        ? new Int32Array(buffer, byteOffset, count)
        : new Uint32Array(buffer, byteOffset, count);
    default:
      return Float64Array.from(
        isSigned
          ? new BigInt64Array(buffer, byteOffset, count)
          : new BigUint64Array(buffer, byteOffset, count),
        Number,
      );
  }
}

/** The value of an IEEE 754 half-precision number. */
function float16Value(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) {
    return fraction === 0 ? sign * Infinity : Number.NaN;
  }
  return exponent === 0
    ? sign * fraction * 2 ** -24
    : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/**
 * The value of a 24-bit number, as GDAL reads it: a sign, 7 bits of an exponent around 63, and 16 bits of a
 * fraction, in three bytes from the lowest on.
 */
function float24Value(bytes: Uint8Array, at: number): number {
  const sign = bytes[at + 2]! & 0x80 ? -1 : 1;
  const exponent = bytes[at + 2]! & 0x7f;
  const fraction = bytes[at]! + 256 * bytes[at + 1]!;
  if (exponent === 127) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0
    ? sign * fraction * 2 ** -78
    : sign * (65_536 + fraction) * 2 ** (exponent - 79);
}

/**
 * Expands samples of fewer than 16 bits that are not bytes. They are packed from the highest bit,
 * and each row begins with a new byte.
 */
function expandBits(
  bytes: Uint8Array,
  { rows, samplesPerRow }: RowShape,
  bitsPerSample: number,
): Samples {
  const count = rows * samplesPerRow;
  const samples = bitsPerSample < 8 ? new Uint8Array(count) : new Uint16Array(count);
  const rowBytes = Math.ceil((samplesPerRow * bitsPerSample) / 8);
  const mask = (1 << bitsPerSample) - 1;
  for (let row = 0; row < rows; row++) {
    let position = row * rowBytes;
    let bits = 0;
    let bitCount = 0;
    for (let index = row * samplesPerRow; index < (row + 1) * samplesPerRow; index++) {
      while (bitCount < bitsPerSample) {
        bits = ((bits << 8) | bytes[position++]) & 0xffffff;
        bitCount += 8;
      }
      bitCount -= bitsPerSample;
      samples[index] = (bits >> bitCount) & mask;
    }
  }
  return samples;
}

/**
 * Expands samples of 17 to 31 bits. Together with the rest of a byte they do not fit into 32-bit
 * arithmetic.
 */
function expandWideBits(
  bytes: Uint8Array,
  { rows, samplesPerRow }: RowShape,
  bitsPerSample: number,
): Samples {
  const samples = new Uint32Array(rows * samplesPerRow);
  const rowBytes = Math.ceil((samplesPerRow * bitsPerSample) / 8);
  for (let row = 0; row < rows; row++) {
    let position = row * rowBytes;
    let bits = 0;
    let bitCount = 0;
    for (let index = row * samplesPerRow; index < (row + 1) * samplesPerRow; index++) {
      while (bitCount < bitsPerSample) {
        bits = bits * 256 + bytes[position++];
        bitCount += 8;
      }
      bitCount -= bitsPerSample;
      const sample = Math.floor(bits / 2 ** bitCount);
      bits -= sample * 2 ** bitCount;
      samples[index] = sample;
    }
  }
  return samples;
}
