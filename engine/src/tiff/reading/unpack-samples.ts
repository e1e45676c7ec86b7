import { type RowShape, undoHorizontalDifferences } from '../../loops/predictors.ts';
import type { Samples } from '../../raster/samples.ts';
import { decodesToNativeOrder } from '../codecs/index.ts';
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
  const { bitsPerSample, predictor } = encoding;
  const count = shape.rows * shape.samplesPerRow;
  if (bitsPerSample < 16 && bitsPerSample !== 8) return expandBits(bytes, shape, bitsPerSample);
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
  return viewAsSamples(own, encoding, count);
}

function swapBytes(bytes: Uint8Array, bytesPerSample: number): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (bytesPerSample) {
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
        return new Float32Array(new Float16Array(buffer, byteOffset, count));
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
