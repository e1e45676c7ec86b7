import { sharedBytes, sharedFloats } from './rows.ts';

/**
 * Planes, one number a pixel, that one step after the other works with. What threads share goes back
 * to the system only once each of them has collected its garbage, which threads of small heaps hardly
 * ever do: so a plane that is given back here is taken again, by the same picture or the next.
 */
export class SharedPlanes {
  readonly #mostPixels: number;
  readonly #floats: Float32Array[] = [];
  readonly #bytes: Uint8Array[] = [];

  /** @param mostPixels of the largest picture */
  constructor(mostPixels: number) {
    this.#mostPixels = mostPixels;
  }

  /** A plane of `pixels` that holds whatever it held before. */
  take(pixels = this.#mostPixels): Float32Array {
    return (this.#floats.pop() ?? sharedFloats(this.#mostPixels)).subarray(0, pixels);
  }

  takeBytes(pixels = this.#mostPixels): Uint8Array {
    return (this.#bytes.pop() ?? sharedBytes(this.#mostPixels)).subarray(0, pixels);
  }

  /** Nobody looks at these any more. */
  giveBack(...planes: readonly (Float32Array | Uint8Array)[]): void {
    for (const plane of planes) {
      if (plane instanceof Uint8Array) this.#bytes.push(new Uint8Array(plane.buffer));
      else this.#floats.push(new Float32Array(plane.buffer));
    }
  }
}
