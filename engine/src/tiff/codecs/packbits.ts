import { damaged } from '../errors.ts';

/** Unpacks PackBits runs; bytes beyond `blockBytes` are dropped, as other readers do. */
export function decodePackbits(bytes: Uint8Array, blockBytes: number): Uint8Array {
  const output = new Uint8Array(blockBytes);
  let written = 0;
  let position = 0;
  while (position < bytes.length && written < blockBytes) {
    const control = bytes[position++];
    if (control < 128) {
      const end = position + control + 1;
      if (end > bytes.length) throw damaged('a PackBits run is cut short');
      const run = bytes.subarray(position, Math.min(end, position + blockBytes - written));
      output.set(run, written);
      written += run.length;
      position = end;
    } else if (control > 128) {
      const end = Math.min(written + 257 - control, blockBytes);
      output.fill(bytes[position++] ?? 0, written, end);
      written = end;
    }
  }
  return output.subarray(0, written);
}

/** Decodes PackBits in chunks. */
export class PackbitsStream {
  /** How many of the next bytes are copied unchanged. */
  #literals = 0;
  /** How often the next byte is repeated; 0 if it is not. */
  #repeats = 0;

  /** Takes the next bytes and returns what they decode to. */
  push(bytes: Uint8Array): Uint8Array[] {
    // Two bytes decode to at most 128.
    const output = new Uint8Array(bytes.length * 64 + 128);
    let written = 0;
    for (const byte of bytes) {
      if (this.#literals > 0) {
        output[written++] = byte;
        this.#literals--;
      } else if (this.#repeats > 0) {
        output.fill(byte, written, written + this.#repeats);
        written += this.#repeats;
        this.#repeats = 0;
      } else if (byte < 128) {
        this.#literals = byte + 1;
      } else if (byte > 128) {
        this.#repeats = 257 - byte;
      }
    }
    return [output.slice(0, written)];
  }

  end(): Uint8Array {
    return new Uint8Array(0);
  }
}
