import { TiffError } from '../errors.ts';

const clearCode = 256;
const endCode = 257;
const firstFreeCode = 258;
const tableSize = 4096;
/** Shorter strings are copied faster byte by byte than by a call. */
const shortestBulkCopy = 24;

/** Where in the output the string of each code stands: nothing is ever spelled out twice. */
const starts = new Int32Array(tableSize);
const lengths = new Int32Array(tableSize);

/**
 * Decodes TIFF's LZW (codes of 9 to 12 bits, highest bit first, "early change"). Bytes beyond
 * `blockBytes` are dropped, as other readers do. The table is shared, which is safe because decoding
 * never waits.
 */
export function decodeLzw(bytes: Uint8Array, blockBytes: number): Uint8Array {
  if (bytes.length >= 2 && bytes[0] === 0 && (bytes[1] & 1) === 1) {
    throw new TiffError('unsupported', 'the old LZW bit order is not supported');
  }
  const output = new Uint8Array(blockBytes);
  const end = bytes.length;
  let position = 0;
  let bits = 0;
  let bitCount = 0;
  let codeBits = 9;
  let nextCode = firstFreeCode;
  let written = 0;
  let previousStart = 0;
  let previousLength = 0;

  while (written < blockBytes) {
    while (bitCount < codeBits && position < end) {
      bits = ((bits << 8) | bytes[position++]) & 0xffffff;
      bitCount += 8;
    }
    if (bitCount < codeBits) {
      break;
    }
    bitCount -= codeBits;
    const code = (bits >>> bitCount) & ((1 << codeBits) - 1);
    if (code === endCode) {
      break;
    }
    if (code === clearCode) {
      codeBits = 9;
      nextCode = firstFreeCode;
      previousLength = 0;
      continue;
    }
    if (previousLength > 0 && nextCode < tableSize) {
      // The string before, and the byte that follows it in the output: about to be written.
      starts[nextCode] = previousStart;
      lengths[nextCode] = previousLength + 1;
      nextCode++;
      if (nextCode + 1 >= 1 << codeBits && codeBits < 12) {
        codeBits++;
      }
    }
    previousStart = written;
    if (code < clearCode) {
      output[written++] = code;
      previousLength = 1;
      continue;
    }
    if (code >= nextCode) {
      throw new TiffError('damaged', `the LZW code ${code} comes before its string`);
    }
    const start = starts[code];
    const length = lengths[code];
    previousLength = length;
    const stop = Math.min(written + length, blockBytes);
    if (length < shortestBulkCopy || start + length > written) {
      for (let from = start; written < stop; ) {
        output[written++] = output[from++];
      }
    } else {
      output.copyWithin(written, start, start + stop - written);
      written = stop;
    }
  }
  return output.subarray(0, written);
}
