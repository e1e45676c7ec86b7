import { release } from '../../memory/release.ts';
import { pixelToCrs, type Window } from '../../raster/grid.ts';
import type { Samples } from '../../raster/samples.ts';
import { blockWindow, copyShared } from '../../raster/window.ts';
import { type Cog, openCog } from '../../render/cog.ts';
import { pixelState } from '../../render/data-tile.ts';
import { placeGrid } from '../../render/positions.ts';
import { sampleParts } from '../../render/sample.ts';
import { FileSource } from '../../source/file-source.ts';
import {
  type CombinedPart,
  combinedValue,
  type MissingValueRule,
  type Valuation,
  valuationFunction,
} from '../../valuation/index.ts';
import { valuedEncoding } from '../valued-encoding.ts';

/** A layer of a combination: the numbers of an ingested raster, and what they are worth. */
export interface CombinedLayer extends CombinedPart {
  readonly cogPath: string;
  readonly valuation: Valuation;
}

/** What is combined, in a form that can be sent to threads. */
export interface Combination {
  readonly layers: readonly CombinedLayer[];
  readonly missing: MissingValueRule;
  /** The place in `layers` of the layer whose grid the result has; null for the finest grid. */
  readonly gridOf: number | null;
}

interface OpenLayer {
  readonly part: CombinedLayer;
  readonly cog: Cog;
  readonly valueAt: (number: number) => number;
}

/** A combination whose files are open. The creator closes it. */
export class OpenCombination implements AsyncDisposable {
  readonly #layers: readonly OpenLayer[];
  readonly #missing: MissingValueRule;
  readonly #files: AsyncDisposableStack;
  /** The place of the layer whose grid the result has. */
  readonly gridOf: number;

  private constructor(
    { missing, gridOf }: Combination,
    layers: readonly OpenLayer[],
    files: AsyncDisposableStack,
  ) {
    this.#layers = layers;
    this.#missing = missing;
    this.#files = files;
    this.gridOf = gridOf ?? finestOf(layers);
  }

  /** Rejects if a raster can't be read. */
  static async open(combination: Combination, signal?: AbortSignal): Promise<OpenCombination> {
    await using files = new AsyncDisposableStack();
    const layers: OpenLayer[] = [];
    for (const part of combination.layers) {
      const cog = await openCog(files.use(await FileSource.open(part.cogPath)), signal);
      layers.push({ part, cog, valueAt: valuationFunction(part.valuation) });
    }
    return new OpenCombination(combination, layers, files.move());
  }

  /** The raster whose grid the result has. */
  get grid(): Cog {
    return this.#layers[this.gridOf].cog;
  }

  /**
   * The result in a part of a grid, row by row, as a valued raster stores it.
   * @param grid by default that of the result
   */
  async codesIn(part: Window, grid: Cog = this.grid): Promise<Int16Array<ArrayBuffer>> {
    const codes = new Int16Array(part.width * part.height);
    for (const window of windowsIn(part)) {
      const found = await this.#codesIn(window, grid);
      copyShared(window, found, part, codes);
      release(found);
    }
    return codes;
  }

  async #codesIn(window: Window, grid: Cog): Promise<Int16Array> {
    const values: Float64Array[] = [];
    for (const layer of this.#layers) values.push(await valuesIn(layer, grid, window));
    const parts = this.#layers.map((layer) => layer.part);
    const codes = codesOf(parts, values, this.#missing);
    release(...values);
    return codes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#files[Symbol.asyncDispose]();
  }
}

/** The place of the layer whose pixels cover the least ground, in the middle of each. */
function finestOf(layers: readonly OpenLayer[]): number {
  const areas = layers.map(({ cog: { image, affine, crs } }) => {
    const [x, y] = [image.width / 2, image.height / 2];
    const placeOf = (column: number, row: number) =>
      crs.toLonLat(...pixelToCrs(affine, column, row));
    const [longitude, latitude] = placeOf(x, y);
    const narrowing = Math.cos((latitude * Math.PI) / 180);
    const [right, down] = [placeOf(x + 1, y), placeOf(x, y + 1)].map(
      ([east, north]) => [(east - longitude) * narrowing, north - latitude] as const,
    );
    return Math.abs(right[0] * down[1] - right[1] * down[0]);
  });
  return areas.indexOf(Math.min(...areas));
}

/** The size of windows, which lie on few tiles of each layer and whose numbers fit into the processor's cache. */
export const windowWidth = 512;
const windowHeight = 64;

/** The windows of a part, row by row, there and back: those below the last ones come first, whose tiles are still kept. */
function windowsIn(part: Window): Window[] {
  const [across, down] = [
    Math.ceil(part.width / windowWidth),
    Math.ceil(part.height / windowHeight),
  ];
  return Array.from({ length: across * down }, (_, index) => {
    const line = Math.floor(index / across);
    const place = line % 2 === 0 ? index % across : across - 1 - (index % across);
    const window = blockWindow(part, { width: windowWidth, height: windowHeight }, place, line);
    return { ...window, column: part.column + window.column, row: part.row + window.row };
  });
}

/** The values of a layer at the pixels of a window of a grid, row by row; NaN where it has none. */
async function valuesIn(layer: OpenLayer, grid: Cog, window: Window): Promise<Float64Array> {
  const { cog } = layer;
  if (cog === grid) {
    const { bands, valid } = await cog.read(0, window);
    const values = valuesOf(layer, bands[0], valid, 1);
    release(valid, ...bands.filter((band) => band !== values));
    return values;
  }
  const places = placeGrid(window, grid, cog);
  const samples = await sampleParts(cog, places, window);
  release(...places.flatMap(({ columns, rows }) => [columns, rows]));
  if (!samples) return new Float64Array(window.width * window.height).fill(Number.NaN);
  const values = valuesOf(layer, samples.bands[0], samples.states, pixelState.valid);
  release(samples.states);
  return values;
}

/**
 * What samples are worth, in the place of numbers.
 * @param states `valid` where a pixel holds data
 */
function valuesOf(
  { cog: { scale, offset }, valueAt }: OpenLayer,
  samples: Samples,
  states: Uint8Array,
  valid: number,
): Float64Array {
  const values = samples instanceof Float64Array ? samples : new Float64Array(samples.length);
  for (let index = 0; index < values.length; index++) {
    const value = states[index] === valid ? valueAt(samples[index] * scale + offset) : Number.NaN;
    values[index] = Number.isFinite(value) ? value : Number.NaN;
  }
  return values;
}

function codesOf(
  parts: readonly CombinedPart[],
  values: readonly Float64Array[],
  missing: MissingValueRule,
): Int16Array {
  const codes = new Int16Array(values[0].length);
  const atPlace = new Float64Array(parts.length);
  for (let index = 0; index < codes.length; index++) {
    for (let layer = 0; layer < values.length; layer++) atPlace[layer] = values[layer][index];
    const value = combinedValue(parts, atPlace, missing);
    codes[index] = Number.isNaN(value)
      ? valuedEncoding.nodata
      : Math.round(value / valuedEncoding.scale);
  }
  return codes;
}
