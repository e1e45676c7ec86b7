import { sharedArray } from '../../memory/shared-array.ts';
import type { RasterSize, Window } from '../../raster/grid.ts';
import { forEachSpan, type PixelLayout } from '../../raster/pixel-layout.ts';
import type { BandName } from '../../source/scene.ts';
import type { BandStack } from '../options.ts';

/** One date's bands over the kept pixels of a layout, one sample for each. */
export interface ScatteredStack {
  readonly bands: readonly Uint16Array[];
  /** 1 where every band holds a clear observation, else 0. */
  readonly valid: Uint8Array;
  /** What each band is, where that is known. */
  readonly names?: readonly (BandName | undefined)[];
}

/** Two dates of an area whose parts are scattered in a large rectangle. */
export interface ScatteredPair {
  readonly layout: PixelLayout;
  readonly before: ScatteredStack;
  readonly after: ScatteredStack;
}

/**
 * A raster of both dates into which parts of a scattered pair are copied. Its memory is used again
 * for each raster, because threads release shared memory late.
 */
export class PairRaster {
  readonly #pair: ScatteredPair;
  readonly #before: DateRaster;
  readonly #after: DateRaster;
  readonly #inside: Uint8Array;
  #size: RasterSize = { width: 0, height: 0 };

  /** @param mostPixels of the largest raster */
  constructor(pair: ScatteredPair, mostPixels: number) {
    this.#pair = pair;
    this.#before = new DateRaster(pair.before, mostPixels);
    this.#after = new DateRaster(pair.after, mostPixels);
    this.#inside = new Uint8Array(mostPixels);
  }

  /** Begins a raster of another size, in which no pixel is observed yet. */
  begin(size: RasterSize): void {
    this.#size = size;
    const pixels = size.width * size.height;
    for (const flags of [this.#before.valid, this.#after.valid, this.#inside]) {
      flags.fill(0, 0, pixels);
    }
  }

  /**
   * Copies the kept pixels of a window of the area. The window's first pixel is put at `column` and
   * `row`.
   */
  lay(source: Window, column: number, row: number): void {
    const { width } = this.#size;
    forEachSpan(
      this.#pair.layout,
      (sourceRow, start, end, index) => {
        const place = (row + sourceRow - source.row) * width + column + start - source.column;
        this.#before.copy(index, index + end - start, place);
        this.#after.copy(index, index + end - start, place);
        this.#inside.fill(1, place, place + end - start);
      },
      source,
    );
  }

  /**
   * Both dates, and a mask that is 1 where a pixel is kept. They are valid until the next raster
   * is begun.
   */
  get stacks(): { before: BandStack; after: BandStack; inside: Uint8Array } {
    const pixels = this.#size.width * this.#size.height;
    return {
      before: this.#before.stack(this.#size),
      after: this.#after.stack(this.#size),
      inside: this.#inside.subarray(0, pixels),
    };
  }
}

/** The buffers of one date. Pixels that are not kept have arbitrary values. */
class DateRaster {
  readonly valid: Uint8Array;
  readonly #source: ScatteredStack;
  readonly #bands: readonly Uint16Array[];

  constructor(source: ScatteredStack, mostPixels: number) {
    this.#source = source;
    this.valid = new Uint8Array(mostPixels);
    this.#bands = source.bands.map(() => sharedArray(Uint16Array, mostPixels));
  }

  copy(start: number, end: number, place: number): void {
    this.valid.set(this.#source.valid.subarray(start, end), place);
    for (const [index, band] of this.#bands.entries()) {
      band.set(this.#source.bands[index].subarray(start, end), place);
    }
  }

  stack({ width, height }: RasterSize): BandStack {
    const pixels = width * height;
    const { names } = this.#source;
    return {
      width,
      height,
      bands: this.#bands.map((band) => band.subarray(0, pixels)),
      valid: this.valid.subarray(0, pixels),
      ...(names && { names }),
    };
  }
}
