import { sharedArray } from '../../memory/shared-array.ts';

/**
 * Buffers with one number for each pixel that consecutive steps use one after another. Shared memory
 * returns to the system only when every thread has collected its garbage, which threads with small
 * heaps hardly ever do. A buffer that is given back here is therefore used again for the same
 * picture or the next one.
 */
export class SharedBuffers {
  readonly #mostPixels: number;
  readonly #floats: Float32Array[] = [];
  readonly #bytes: Uint8Array[] = [];

  /** @param mostPixels of the largest picture */
  constructor(mostPixels: number) {
    this.#mostPixels = mostPixels;
  }

  /** Returns a buffer of `pixels` numbers. It still contains what its last user wrote. */
  take(pixels = this.#mostPixels): Float32Array {
    return (this.#floats.pop() ?? sharedArray(Float32Array, this.#mostPixels)).subarray(0, pixels);
  }

  takeBytes(pixels = this.#mostPixels): Uint8Array {
    return (this.#bytes.pop() ?? sharedArray(Uint8Array, this.#mostPixels)).subarray(0, pixels);
  }

  /** Takes buffers back that nobody reads any more. */
  giveBack(...buffers: readonly (Float32Array | Uint8Array)[]): void {
    for (const buffer of buffers) {
      if (buffer instanceof Uint8Array) this.#bytes.push(new Uint8Array(buffer.buffer));
      else this.#floats.push(new Float32Array(buffer.buffer));
    }
  }
}
