import { TiffError } from '../errors.ts';
import { isOldLzw, LzwStream } from './lzw-stream.ts';

const clearCode = 256;
const endCode = 257;
const firstFreeCode = 258;
const tableSize = 4096;
/** Shorter strings are copied byte by byte, which is faster than a call. */
const shortestBulkCopy = 32;
/** Four bytes are copied without checking the length, which is enough for nearly all strings. */
const blindCopyBytes = 4;

/** The 256 one-byte strings precede the output, so that every code is looked up in the same way. */
const literals = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/**
 * Where the string of each code begins in the output, so that no string is stored twice. A code's
 * string is the output of an earlier code and the byte after it: it ends with the first byte of the
 * next string. All calls share the array, which is safe because decoding is synchronous.
 */
const starts = new Int32Array(tableSize + 2);
starts.set(literals);

/**
 * Decodes TIFF's LZW (codes of 9 to 12 bits, highest bit first, "early change"). Bytes beyond
 * `blockBytes` are dropped, as other readers do. What was written before the TIFF specification of
 * 1992, lowest bit first, is decoded as well, more slowly.
 */
export function decodeLzw(bytes: Uint8Array, blockBytes: number): Uint8Array {
  if (isOldLzw(bytes)) {
    const stream = new LzwStream();
    return Buffer.concat([...stream.push(bytes), stream.end()]).subarray(0, blockBytes);
  }
  const output = new Uint8Array(literals.length + blockBytes + blindCopyBytes);
  output.set(literals);
  const outputEnd = literals.length + blockBytes;
  const inputEnd = bytes.length;
  let written = literals.length;
  let position = 0;
  let bits = 0;
  let bitCount = 0;
  let codeBits = 9;
  /** The next code whose start is stored. The strings of codes below `next - 1` are complete. */
  let next = firstFreeCode;

  while (written < outputEnd) {
    if (bitCount < codeBits) {
      if (position + 2 <= inputEnd) {
        bits = (bits << 16) | (bytes[position] << 8) | bytes[position + 1];
        bitCount += 16;
        position += 2;
      } else if (position < inputEnd) {
        bits = (bits << 8) | bytes[position++];
        bitCount += 8;
      }
      if (bitCount < codeBits) {
        break;
      }
    }
    bitCount -= codeBits;
    const code = (bits >>> bitCount) & ((1 << codeBits) - 1);
    if (code === clearCode) {
      codeBits = 9;
      next = firstFreeCode;
      continue;
    }
    if (code === endCode) {
      break;
    }
    if (next <= tableSize) {
      starts[next++] = written;
      if (next >= 1 << codeBits && codeBits < 12) {
        codeBits++;
      }
    }
    if (code >= next - 1 && code > clearCode) {
      throw new TiffError('damaged', `the LZW code ${code} comes before its string`);
    }
    const from = starts[code];
    // All ones for a code of the table, zero for a byte. A branch would be mispredicted half of the
    // time.
    const isString = (255 - code) >> 31;
    const length = 1 + ((starts[code + 1] - from) & isString);
    output[written] = output[from];
    output[written + 1] = output[from + 1];
    output[written + 2] = output[from + 2];
    output[written + 3] = output[from + 3];
    if (length > blindCopyBytes) {
      const stop = Math.min(written + length, outputEnd);
      if (length < shortestBulkCopy || from + length > written) {
        for (let to = written + blindCopyBytes; to < stop; to++) {
          output[to] = output[from + to - written];
        }
      } else {
        output.copyWithin(written, from, from + stop - written);
      }
    }
    written += length;
  }
  return output.subarray(literals.length, Math.min(written, outputEnd));
}
