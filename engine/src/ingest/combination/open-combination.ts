import { pixelToCrs, type Window } from '../../raster/grid.ts';
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
   * The result in a part of a grid, row by row, as a valued raster stores it. One layer is read after the other, so
   * that the tiles which are kept are those of one.
   * @param grid by default that of the result
   */
  async codesIn(part: Window, grid: Cog = this.grid): Promise<Int16Array<ArrayBuffer>> {
    const parts = this.#layers.map((layer) => layer.part);
    const values: Float64Array[] = [];
    for (const layer of this.#layers) values.push(await valuesIn(layer, grid, part));
    const codes = new Int16Array(part.width * part.height);
    const atPlace = new Float64Array(parts.length);
    for (let index = 0; index < codes.length; index++) {
      for (let layer = 0; layer < values.length; layer++) atPlace[layer] = values[layer][index];
      const value = combinedValue(parts, atPlace, this.#missing);
      codes[index] = Number.isNaN(value)
        ? valuedEncoding.nodata
        : Math.round(value / valuedEncoding.scale);
    }
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

/** So many rows are sampled at a time: where they lie aslant on the layer, these are within few rows of its tiles. */
const rowsAtOnce = 128;

/** The values of a layer at the pixels of a part of a grid, row by row; NaN where it has none. */
async function valuesIn(layer: OpenLayer, grid: Cog, part: Window): Promise<Float64Array> {
  const values = new Float64Array(part.width * part.height);
  const end = part.row + part.height;
  for (let row = part.row; row < end; row += rowsAtOnce) {
    const rows = { ...part, row, height: Math.min(rowsAtOnce, end - row) };
    await findInRows(layer, grid, rows, values.subarray((row - part.row) * part.width));
  }
  return values;
}

async function findInRows(
  { cog, valueAt }: OpenLayer,
  grid: Cog,
  window: Window,
  values: Float64Array,
): Promise<void> {
  const count = window.width * window.height;
  if (cog === grid) {
    const { bands, valid } = await cog.read(0, window);
    for (let index = 0; index < count; index++) {
      values[index] = valid[index] === 1 ? valueOfSample(bands[0][index]) : Number.NaN;
    }
    return;
  }
  const samples = await sampleParts(cog, placeGrid(window, grid, cog), window);
  for (let index = 0; index < count; index++) {
    const isValid = samples?.states[index] === pixelState.valid;
    values[index] = isValid ? valueOfSample(samples.bands[0][index]) : Number.NaN;
  }

  function valueOfSample(sample: number): number {
    const value = valueAt(sample * cog.scale + cog.offset);
    return Number.isFinite(value) ? value : Number.NaN;
  }
}
