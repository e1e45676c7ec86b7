import { pixelToCrs, type Window } from '../raster/grid.ts';
import { type Cog, kindItem, openCog } from '../render/cog.ts';
import { pixelState } from '../render/data-tile.ts';
import { placeGrid } from '../render/positions.ts';
import { type MapSamples, sampleParts } from '../render/sample.ts';
import { FileSource } from '../source/file-source.ts';
import {
  type CombinedPart,
  combinedValue,
  type MissingValueRule,
  type Valuation,
  valuationFunction,
} from '../valuation/index.ts';
import { statisticsItems } from './measure/summary.ts';
import { valuedEncoding } from './pyramid/valuing.ts';
import { writePyramid } from './pyramid/write-pyramid.ts';
import type { ImageRows } from './rows/image-rows.ts';
import {
  factsOfValued,
  type ValuedRasterFacts,
  type ValuedRasterOptions,
  valuedDescription,
} from './valued-raster.ts';

/** A layer of a combination: the numbers of an ingested raster, and what they are worth. */
export interface CombinedLayer extends CombinedPart {
  readonly cogPath: string;
  readonly valuation: Valuation;
}

export interface CombinationOrder {
  readonly layers: readonly CombinedLayer[];
  readonly missing: MissingValueRule;
  /** The place in `layers` of the layer whose grid the result has; null for the finest grid. */
  readonly gridOf: number | null;
  /** What the file tells about itself, as items of GDAL's metadata. */
  readonly items: Readonly<Record<string, string>>;
}

/** So many pixels are computed at a time. */
const pixelsAtOnce = 2 ** 21;

interface OpenLayer {
  readonly part: CombinedLayer;
  readonly cog: Cog;
  readonly valueAt: (number: number) => number;
}

/**
 * Writes the weighted mean of the values of several rasters as a Cloud Optimized GeoTIFF on the grid of one
 * of them, encoded like a valued raster. The numbers of the others are sampled at the centres of its pixels as
 * they are for the map: bilinearly, classes from the nearest pixel; then they are valued. What lies beyond a
 * raster has no value in it. The target is written completely or not at all. Rejects with RasterError if a
 * raster cannot be read, or with the signal's reason when aborted.
 */
export async function buildCombinedRaster(
  { layers: parts, missing, gridOf, items }: CombinationOrder,
  targetPath: string,
  { onProgress, signal }: Omit<ValuedRasterOptions, 'items'> = {},
): Promise<ValuedRasterFacts> {
  await using files = new AsyncDisposableStack();
  const layers: OpenLayer[] = [];
  for (const part of parts) {
    const cog = await openCog(files.use(await FileSource.open(part.cogPath)), signal);
    layers.push({ part, cog, valueAt: valuationFunction(part.valuation) });
  }
  const { cog } = gridOf === null ? finestOf(layers) : layers[gridOf];
  const { image } = cog;
  const { sampleType, nodata, scale } = valuedEncoding;
  const description = valuedDescription(cog);
  const { measured, bytes } = await writePyramid(
    {
      image: { ...image, sampleType, bandCount: 1, mask: undefined },
      bands: [0],
      rows: combinedRows(layers, cog, missing),
      description,
      overviews: 'average',
      nodata,
      alphaBand: undefined,
      measure: { band: 0, hasHidden: false },
      valuing: undefined,
      targetPath,
      onShare: onProgress,
      signal,
    },
    ({ visible }) => {
      const told = { [kindItem]: 'continuous', ...items, ...statisticsItems(visible) };
      return { ...description, bands: [{ description: 'combined value', scale, items: told }] };
    },
  );
  return await factsOfValued({ targetPath, bytes, measured }, signal);
}

/** The layer whose pixels cover the least ground, in the middle of each. */
function finestOf(layers: readonly OpenLayer[]): OpenLayer {
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
  return layers[areas.indexOf(Math.min(...areas))];
}

/** The rows of the result from the top, as whole numbers. */
async function* combinedRows(
  layers: readonly OpenLayer[],
  grid: Cog,
  missing: MissingValueRule,
): AsyncGenerator<ImageRows> {
  const { width, height } = grid.image;
  const rowsAtOnce = Math.max(1, Math.min(height, Math.floor(pixelsAtOnce / width)));
  const parts = layers.map(({ part }) => part);
  for (let row = 0; row < height; row += rowsAtOnce) {
    const window = { column: 0, row, width, height: Math.min(rowsAtOnce, height - row) };
    const values: Float64Array[] = [];
    for (const layer of layers) values.push(await valuesIn(layer, grid, window));
    const codes = new Int16Array(window.width * window.height);
    const atPlace = new Float64Array(layers.length);
    for (let index = 0; index < codes.length; index++) {
      for (let layer = 0; layer < values.length; layer++) atPlace[layer] = values[layer][index];
      const value = combinedValue(parts, atPlace, missing);
      codes[index] = Number.isNaN(value)
        ? valuedEncoding.nodata
        : Math.round(value / valuedEncoding.scale);
    }
    yield { rowCount: window.height, bands: [codes], mask: undefined };
  }
}

/** The values of a layer at the pixels of another one's grid; NaN where it has none. */
async function valuesIn(
  { cog, valueAt }: OpenLayer,
  grid: Cog,
  window: Window,
): Promise<Float64Array> {
  const placed = placeGrid(window, grid, cog);
  const samples: MapSamples | undefined = await sampleParts(cog, placed, window);
  const values = new Float64Array(window.width * window.height).fill(Number.NaN);
  if (!samples) return values;
  const [band] = samples.bands;
  for (let index = 0; index < values.length; index++) {
    if (samples.states[index] !== pixelState.valid) continue;
    const value = valueAt(band[index] * cog.scale + cog.offset);
    if (Number.isFinite(value)) values[index] = value;
  }
  return values;
}
