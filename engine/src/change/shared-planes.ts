import { sharedFloats } from './rows.ts';

/**
 * Planes of one picture, one number a pixel, that one step after the other works with. What threads
 * share goes back to the system only once each of them has collected its garbage, which threads of
 * small heaps hardly ever do: so a plane that is given back here is taken again.
 */
export class SharedPlanes {
  readonly #pixels: number;
  readonly #free: Float32Array[] = [];

  constructor(pixels: number) {
    this.#pixels = pixels;
  }

  /** A plane that holds whatever it held before. */
  take(): Float32Array {
    return this.#free.pop() ?? sharedFloats(this.#pixels);
  }

  /** Nobody looks at these any more. */
  giveBack(...planes: readonly Float32Array[]): void {
    this.#free.push(...planes);
  }
}
