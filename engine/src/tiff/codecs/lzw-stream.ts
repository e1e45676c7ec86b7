import { TiffError } from '../errors.ts';

const clearCode = 256;
const endCode = 257;
const firstFreeCode = 258;
const tableSize = 4096;
/**
 * The longest output between two clear codes. It is far shorter in files that are not made to
 * exhaust memory.
 */
const longestSegmentBytes = 32 * 2 ** 20;
const literalBytes = 256;

/**
 * Whether a block begins with the clear code, 256 in 9 bits, with the lowest bit first, as programs
 * before the specification of 1992 wrote it.
 */
export function isOldLzw(bytes: Uint8Array): boolean {
  return bytes.length >= 2 && bytes[0] === 0 && (bytes[1] & 1) === 1;
}

/**
 * Decodes TIFF's LZW as `decodeLzw` does, but piece by piece. The decoded bytes are returned
 * whenever the file clears the table of strings, which is every few thousand codes.
 */
export class LzwStream {
  /** The 256 one-byte strings precede it, so that every code is looked up in the same way. */
  #output = new Uint8Array(2 ** 20);
  #written = literalBytes;
  readonly #starts = new Int32Array(tableSize + 2);
  #next = firstFreeCode;
  #codeBits = 9;
  #bits = 0;
  #bitCount = 0;
  #isFirst = true;
  #isOld = false;
  #isDone = false;

  constructor() {
    for (let byte = 0; byte < literalBytes; byte++) {
      this.#output[byte] = byte;
      this.#starts[byte] = byte;
    }
  }

  /**
   * Takes the next bytes and returns the output that is complete. Throws TiffError for damaged
   * bytes.
   */
  push(bytes: Uint8Array): Uint8Array[] {
    if (this.#isFirst) this.#isOld = isOldLzw(bytes);
    this.#isFirst = this.#isFirst && bytes.length === 0;
    const segments: Uint8Array[] = [];
    for (const byte of bytes) {
      if (this.#isDone) break;
      const code = this.#isOld ? this.#takeOld(byte) : this.#take(byte);
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
    const segment = this.#output.slice(literalBytes, this.#written);
    this.#written = literalBytes;
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

  /** The same where the lowest bit comes first. */
  #takeOld(byte: number): number | undefined {
    this.#bits |= byte << this.#bitCount;
    this.#bitCount += 8;
    if (this.#bitCount < this.#codeBits) return undefined;
    const code = this.#bits & ((1 << this.#codeBits) - 1);
    this.#bits >>>= this.#codeBits;
    this.#bitCount -= this.#codeBits;
    return code;
  }

  #append(code: number): void {
    if (this.#next <= tableSize) {
      this.#starts[this.#next++] = this.#written;
      // Codes grow one code earlier than they have to ("early change"), but in old files they don't.
      const widest = (1 << this.#codeBits) + (this.#isOld ? 1 : 0);
      if (this.#next >= widest && this.#codeBits < 12) this.#codeBits++;
    }
    if (code >= this.#next - 1 && code > clearCode) {
      throw new TiffError('damaged', `the LZW code ${code} comes before its string`);
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
    if (needed > longestSegmentBytes) {
      throw new TiffError('too-large', 'its LZW table is never cleared');
    }
    const larger = new Uint8Array(2 * needed);
    larger.set(this.#output);
    this.#output = larger;
  }
}
