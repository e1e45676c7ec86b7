import { pixelAreas } from '../raster/pixel-areas.ts';
import type { Samples } from '../raster/samples.ts';
import { rowsOfWindow } from '../raster/window.ts';
import { type Cog, openCog } from '../render/cog.ts';
import { FileSource } from '../source/file-source.ts';
import { valuedEncoding } from './valued-encoding.ts';

/** How much ground has which value, on the ellipsoid. */
export interface ValueAreas {
  /** The lower end of the first step, in hundredths. */
  readonly firstHundredth: number;
  /** The hectares whose value lies in each step of a hundredth; the upper end belongs to the next step. */
  readonly hectares: readonly number[];
}

const codesPerStep = 100;
const steps = Math.ceil(2 ** 16 / codesPerStep);
const lowestStep = -steps / 2;
const pixelsAtOnce = 2 ** 22;

/** Adds up the ground of each value over the rows of a raster of values. */
export class ValueAreaSums {
  readonly #width: number;
  readonly #areasIn: (row: number) => Float64Array;
  readonly #sums = new Float64Array(steps);

  constructor({ image: { width }, affine, crs }: Pick<Cog, 'image' | 'affine' | 'crs'>) {
    this.#width = width;
    this.#areasIn = pixelAreas({ width, affine, crs });
  }

  /** @param codes of whole rows, as `valuedEncoding` says */
  addRows(firstRow: number, codes: Samples): void {
    const rowCount = codes.length / this.#width;
    for (let line = 0; line < rowCount; line++) {
      const areas = this.#areasIn(firstRow + line);
      const first = line * this.#width;
      for (let column = 0; column < this.#width; column++) {
        const code = codes[first + column];
        if (code === valuedEncoding.nodata || !(areas[column] > 0)) continue;
        this.#sums[Math.floor(code / codesPerStep) - lowestStep] += areas[column];
      }
    }
  }

  areas(): ValueAreas {
    const first = this.#sums.findIndex((area) => area > 0);
    if (first < 0) return { firstHundredth: 0, hectares: [] };
    const last = this.#sums.findLastIndex((area) => area > 0);
    return {
      firstHundredth: first + lowestStep,
      hectares: Array.from(this.#sums.subarray(first, last + 1)),
    };
  }
}

/** Measures the ground of each value of a file that `buildValuedRaster` has written. */
export async function measureValueAreas(path: string, signal?: AbortSignal): Promise<ValueAreas> {
  await using file = await FileSource.open(path);
  const cog = await openCog(file, signal);
  const { width, height } = cog.image;
  const sums = new ValueAreaSums(cog);
  const whole = { column: 0, row: 0, width, height };
  for (const part of rowsOfWindow(whole, pixelsAtOnce, 512)) {
    signal?.throwIfAborted();
    const { bands } = await cog.read(0, part);
    sums.addRows(part.row, bands[0]);
  }
  return sums.areas();
}
