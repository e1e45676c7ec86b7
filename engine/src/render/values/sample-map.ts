import type { Window } from '../../raster/grid.ts';
import { pixelState } from '../data-tile.ts';
import { readSamples, type SampleWindow } from './blocks.ts';
import type { MercatorWindow } from './mercator-window.ts';
import type { Cog } from './open-cog.ts';
import { type PlacedPart, placeWindow } from './positions.ts';

/** The samples of a raster at the centres of a map window's pixels. */
export interface MapSamples {
  readonly width: number;
  readonly height: number;
  /**
   * The samples of each drawn band, row by row. They are arbitrary unless a pixel's state is
   * `valid`.
   */
  readonly bands: readonly Float64Array[];
  /** The `pixelState` of each pixel. */
  readonly states: Uint8Array;
}

/** GDAL adds this to positions before it truncates them to a pixel. */
const cutTolerance = 1e-10;
/** Overviews may be coarser than the map by this factor. */
const scaleTolerance = 1.001;

/**
 * Samples a raster as gdalwarp does with an exact transform. Classes are taken from the nearest
 * pixel. Numbers and colours are interpolated bilinearly between the four pixels around a position;
 * the weight of pixels without data goes to the others. A position in a pixel without data has no
 * data. Whole numbers are rounded. On small scales it samples the overview whose pixels are just
 * finer than the map's.
 *
 * @returns undefined if the window shows nothing of the raster
 */
export async function sampleMap(
  cog: Cog,
  window: MercatorWindow,
  signal?: AbortSignal,
): Promise<MapSamples | undefined> {
  const parts = placeWindow(window, cog);
  if (parts.length === 0) return undefined;
  const count = window.width * window.height;
  const samples: MapSamples = {
    width: window.width,
    height: window.height,
    bands: cog.bands.map(() => new Float64Array(count)),
    states: new Uint8Array(count).fill(pixelState.outside),
  };
  let isMet = false;
  for (const part of parts) isMet = (await samplePart(cog, part, samples, signal)) || isMet;
  return isMet ? samples : undefined;
}

/** @returns whether any pixel of the part lies on the raster */
async function samplePart(
  cog: Cog,
  placed: PlacedPart,
  samples: MapSamples,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const level = levelFor(cog, placed.gridPixelsPerPixel);
  const onLevel = placeOnLevel(cog, placed, 2 ** level);
  const under = windowUnder(onLevel, cog.levels[level]);
  if (!under) return false;
  const source = await readSamples(cog, level, under, signal);
  const { width, height } = cog.levels[level];
  const extent = { width, height };
  if (cog.kind === 'categorical') sampleNearest(source, extent, onLevel, samples);
  else sampleBilinear(source, extent, { ...onLevel, ...numbersOf(cog) }, samples);
  return true;
}

function levelFor({ levels }: Cog, gridPixelsPerPixel: number): number {
  const level = Math.floor(Math.log2(Math.max(1, gridPixelsPerPixel * scaleTolerance)));
  return Math.min(levels.length - 1, level);
}

/** How numbers are interpolated. */
interface SampledNumbers {
  readonly isWhole: boolean;
  /**
   * Of a picture, the sample of a band that counts for nothing although the pixel's other bands count;
   * undefined where a pixel is valid as a whole.
   */
  readonly nodata: number | undefined;
}

function numbersOf({ isWhole, bands, nodata }: Cog): SampledNumbers {
  return { isWhole, nodata: bands.length > 1 ? nodata : undefined };
}

interface LevelPositions {
  readonly part: Window;
  readonly columns: Float64Array;
  readonly rows: Float64Array;
}

/**
 * Positions in pixels of a level. They are NaN outside of the full image, because an overview can
 * extend beyond it.
 */
function placeOnLevel(
  cog: Cog,
  { part, columns, rows }: PlacedPart,
  factor: number,
): LevelPositions {
  const { width, height } = cog.levels[0];
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index];
    const row = rows[index];
    const isInside = column >= 0 && row >= 0 && column <= width && row <= height;
    columns[index] = isInside ? column / factor : Number.NaN;
    rows[index] = row / factor;
  }
  return { part, columns, rows };
}

/** The pixels of a level that are needed for some positions; undefined if all lie outside of it. */
function windowUnder(
  { columns, rows }: LevelPositions,
  { width, height }: { width: number; height: number },
): Window | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index];
    if (Number.isNaN(column)) continue;
    const row = rows[index];
    if (column < left) left = column;
    if (column > right) right = column;
    if (row < top) top = row;
    if (row > bottom) bottom = row;
  }
  if (left > right) return undefined;
  const column = Math.max(0, Math.floor(left) - 1);
  const row = Math.max(0, Math.floor(top) - 1);
  const endColumn = Math.min(width, Math.ceil(right) + 1);
  const endRow = Math.min(height, Math.ceil(bottom) + 1);
  return { column, row, width: endColumn - column, height: endRow - row };
}

function sampleNearest(
  source: SampleWindow,
  { width, height }: { width: number; height: number },
  { part, columns, rows }: LevelPositions,
  samples: MapSamples,
): void {
  const [from] = source.bands;
  const [to] = samples.bands;
  for (let index = 0; index < columns.length; index++) {
    const column = Math.floor(columns[index] + cutTolerance);
    const row = Math.floor(rows[index] + cutTolerance);
    if (!(column < width && row < height)) continue;
    const place = (row - source.row) * source.width + column - source.column;
    const target = targetOf(part, index, samples.width);
    if (source.valid[place] === 0) {
      samples.states[target] = pixelState.noData;
      continue;
    }
    to![target] = from![place];
    samples.states[target] = pixelState.valid;
  }
}

function sampleBilinear(
  source: SampleWindow,
  { width, height }: { width: number; height: number },
  { part, columns, rows, isWhole, nodata }: LevelPositions & SampledNumbers,
  samples: MapSamples,
): void {
  const { valid, bands } = source;
  for (let index = 0; index < columns.length; index++) {
    const x = columns[index] - source.column;
    const y = rows[index] - source.row;
    if (Number.isNaN(x)) continue;
    const target = targetOf(part, index, samples.width);
    const hereColumn = Math.min(width - 1 - source.column, Math.floor(x));
    const hereRow = Math.min(height - 1 - source.row, Math.floor(y));
    if (valid[hereRow * source.width + hereColumn] === 0) {
      samples.states[target] = pixelState.noData;
      continue;
    }
    samples.states[target] = pixelState.valid;
    const left = Math.floor(x - 0.5);
    const top = Math.floor(y - 0.5);
    const s = x - 0.5 - left;
    const t = y - 0.5 - top;
    const hasLeft = left >= 0;
    const hasRight = left + 1 < source.width;
    const hasTop = top >= 0;
    const hasBottom = top + 1 < source.height;
    const corner = top * source.width + left;
    const below = corner + source.width;
    const a = hasLeft && hasTop && valid[corner] === 1 ? (1 - s) * (1 - t) : 0;
    const b = hasRight && hasTop && valid[corner + 1] === 1 ? s * (1 - t) : 0;
    const c = hasLeft && hasBottom && valid[below] === 1 ? (1 - s) * t : 0;
    const d = hasRight && hasBottom && valid[below + 1] === 1 ? s * t : 0;
    for (let band = 0; band < bands.length; band++) {
      const from = bands[band];
      let sum = 0;
      let total = 0;
      if (a > 0 && from[corner] !== nodata) {
        sum += a * from[corner];
        total += a;
      }
      if (b > 0 && from[corner + 1] !== nodata) {
        sum += b * from[corner + 1];
        total += b;
      }
      if (c > 0 && from[below] !== nodata) {
        sum += c * from[below];
        total += c;
      }
      if (d > 0 && from[below + 1] !== nodata) {
        sum += d * from[below + 1];
        total += d;
      }
      const sample = total > 0 ? sum / total : (nodata ?? 0);
      samples.bands[band][target] = isWhole ? Math.round(sample) : sample;
    }
  }
}

function targetOf(part: Window, index: number, width: number): number {
  const row = Math.floor(index / part.width);
  return (part.row + row) * width + part.column + index - row * part.width;
}
