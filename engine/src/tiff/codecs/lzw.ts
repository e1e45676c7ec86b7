import { damaged, tooLarge, unsupported } from '../errors.ts';

const clearCode = 256;
const endCode = 257;
const firstFreeCode = 258;
const tableSize = 4096;
/**
 * The longest output of a stream between two clear codes. It is far shorter in files that are not made to
 * exhaust memory.
 */
const longestSegmentBytes = 32 * 2 ** 20;
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
 * `blockBytes` are dropped, as other readers do.
 */
export function decodeLzw(bytes: Uint8Array, blockBytes: number): Uint8Array {
  requireHighestBitFirst(bytes);
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
      if (bitCount < codeBits) break;
    }
    bitCount -= codeBits;
    const code = (bits >>> bitCount) & ((1 << codeBits) - 1);
    if (code === clearCode) {
      codeBits = 9;
      next = firstFreeCode;
      continue;
    }
    if (code === endCode) break;
    if (next <= tableSize) {
      starts[next++] = written;
      if (next >= 1 << codeBits && codeBits < 12) {
        codeBits++;
      }
    }
    if (code >= next - 1 && code > clearCode) {
      throw damaged(`the LZW code ${code} comes before its string`);
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

/**
 * Throws TiffError for a block that begins with the clear code, 256 in 9 bits, with the lowest bit first, as
 * programs before the TIFF specification of 1992 wrote it.
 */
function requireHighestBitFirst(bytes: Uint8Array): void {
  if (bytes.length >= 2 && bytes[0] === 0 && (bytes[1] & 1) === 1) {
    throw unsupported('its LZW codes begin with the lowest bit, as before 1992.');
  }
}

/**
 * Decodes TIFF's LZW as `decodeLzw` does, but in chunks. The decoded bytes are returned
 * whenever the file clears the table of strings, which is every few thousand codes.
 */
export class LzwStream {
  /** The 256 one-byte strings precede it, so that every code is looked up in the same way. */
  #output = new Uint8Array(2 ** 20);
  #written = literals.length;
  readonly #starts = new Int32Array(tableSize + 2);
  #next = firstFreeCode;
  #codeBits = 9;
  #bits = 0;
  #bitCount = 0;
  #isFirst = true;
  #isDone = false;

  constructor() {
    this.#output.set(literals);
    this.#starts.set(literals);
  }

  /**
   * Takes the next bytes and returns the output that is complete. Throws TiffError for damaged
   * bytes.
   */
  push(bytes: Uint8Array): Uint8Array[] {
    if (this.#isFirst) requireHighestBitFirst(bytes);
    this.#isFirst = this.#isFirst && bytes.length === 0;
    const segments: Uint8Array[] = [];
    for (const byte of bytes) {
      if (this.#isDone) break;
      const code = this.#take(byte);
      if (code === undefined) continue;
      if (code === clearCode || code === endCode) {
        segments.push(this.end());
        this.#isDone = code === endCode;
      } else {
        this.#append(code);
      }
    }
    return segments;
  }

  /** Returns the decoded bytes that have not been returned yet. */
  end(): Uint8Array {
    const segment = this.#output.slice(literals.length, this.#written);
    this.#written = literals.length;
    this.#next = firstFreeCode;
    this.#codeBits = 9;
    return segment;
  }

  /** Adds a byte to the bits and returns the next code if it is complete. */
  #take(byte: number): number | undefined {
    this.#bits = ((this.#bits << 8) | byte) & 0xfffff;
    this.#bitCount += 8;
    if (this.#bitCount < this.#codeBits) return undefined;
    this.#bitCount -= this.#codeBits;
    return (this.#bits >>> this.#bitCount) & ((1 << this.#codeBits) - 1);
  }

  #append(code: number): void {
    if (this.#next <= tableSize) {
      this.#starts[this.#next++] = this.#written;
      // Codes grow one code earlier than they have to ("early change").
      if (this.#next >= 1 << this.#codeBits && this.#codeBits < 12) this.#codeBits++;
    }
    if (code >= this.#next - 1 && code > clearCode) {
      throw damaged(`the LZW code ${code} comes before its string`);
    }
    const from = this.#starts[code];
    const length = code < clearCode ? 1 : this.#starts[code + 1] - from + 1;
    this.#makeRoom(length);
    const output = this.#output;
    let to = this.#written;
    // Copied byte by byte, because a string may overlap its own copy.
    for (let read = from; read < from + length; read++) output[to++] = output[read];
    this.#written = to;
  }

  #makeRoom(length: number): void {
    const needed = this.#written + length;
    if (needed <= this.#output.length) return;
    if (needed > longestSegmentBytes) throw tooLarge('its LZW table is never cleared');
    const larger = new Uint8Array(2 * needed);
    larger.set(this.#output);
    this.#output = larger;
  }
}
