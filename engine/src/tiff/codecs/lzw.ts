import { TiffError } from '../errors.ts';

const clearCode = 256;
const endCode = 257;
const firstFreeCode = 258;
const tableSize = 4096;
/** Shorter strings are copied faster byte by byte than by a call. */
const shortestBulkCopy = 32;
/** Strings up to this length, nearly all of them, are copied without asking how long they are. */
const blindCopyBytes = 4;

/** The output is preceded by the 256 one-byte strings, so that all codes are looked up alike. */
const literals = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/**
 * Where in the output the string of each code begins: nothing is ever spelled out twice. A code's
 * string is what was written for one code and the byte after it, so that it ends on the first byte of
 * the string that follows. Shared, which is safe because decoding never waits.
 */
const starts = new Int32Array(tableSize + 2);
starts.set(literals);

/**
 * Decodes TIFF's LZW (codes of 9 to 12 bits, highest bit first, "early change"). Bytes beyond
 * `blockBytes` are dropped, as other readers do.
 */
export function decodeLzw(bytes: Uint8Array, blockBytes: number): Uint8Array {
  if (bytes.length >= 2 && bytes[0] === 0 && (bytes[1] & 1) === 1) {
    throw new TiffError('unsupported', 'the old LZW bit order is not supported');
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
  /** The next start to be noted; codes below `next - 1` have their string. */
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
    // All ones for a code of the table, zero for a byte: a branch here is mispredicted half the time.
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
