import type { Window } from '../raster/grid.ts';
import type { Samples } from '../raster/samples.ts';
import { pixelState } from './data-tile.ts';
import { type MapWindow, type PlacedPart, type PlacedRaster, placeWindow } from './positions.ts';

/** A raster that can be drawn on the map. */
export interface SampledRaster extends PlacedRaster {
  readonly kind: 'continuous' | 'categorical' | 'rgb';
  /** The full image, then its overviews from the finest to the coarsest. */
  readonly levels: readonly Level[];
  /** The number of bands that are drawn. */
  readonly bandCount: number;
  /** Whether samples are whole numbers. Interpolated ones are then rounded. */
  readonly isWhole: boolean;
  readonly nodata: number | undefined;
  /**
   * Where numbers end beside pixels without data: at the edges of those pixels, as for gdalwarp, or half-way
   * between the centres of pixels, so that slanting edges are drawn smoothly.
   */
  readonly dataEnds: 'at-edges' | 'half-way';
  /** Reads the drawn bands in a window of a level. */
  read(level: number, window: Window): Promise<SampleWindow>;
}

/** An image of a raster, and how many pixels of the full image each of its pixels covers. */
export interface Level {
  readonly width: number;
  readonly height: number;
  /** To the right and downwards. */
  readonly across: number;
  readonly down: number;
}

/** Samples of the bands that are drawn, and which of them are data. */
export interface SampleWindow extends Window {
  readonly bands: readonly Samples[];
  /** 1 where a pixel holds data. */
  readonly valid: Uint8Array;
}

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
/** Classes that prevail have codes of one byte. */
const codeCount = 256;

/**
 * Samples a raster as gdalwarp does with an exact transform. Classes are taken from the nearest
 * pixel. Numbers and colours are interpolated bilinearly between the four pixels around a position;
 * the weight of pixels without data goes to the others. A position in a pixel without data has no
 * data. Whole numbers are rounded. On small scales it samples the overview whose pixels are just
 * finer than the map's.
 *
 * @param prevailing codes of classes. If a pixel of the map covers several pixels of the raster, it
 *   has the most frequent of these among them, so that their small patches stay visible from afar
 * @returns undefined if the window shows nothing of the raster
 */
export async function sampleMap(
  raster: SampledRaster,
  window: MapWindow,
  prevailing: readonly number[] = [],
): Promise<MapSamples | undefined> {
  return await sampleParts(raster, placeWindow(window, raster), window, prevailing);
}

/**
 * Samples a raster as `sampleMap` does, at places that are known.
 * @param parts the places, each within a rectangle of this size
 */
export async function sampleParts(
  raster: SampledRaster,
  parts: readonly PlacedPart[],
  { width, height }: Pick<Window, 'width' | 'height'>,
  prevailing: readonly number[] = [],
): Promise<MapSamples | undefined> {
  if (parts.length === 0) return undefined;
  const samples: MapSamples = {
    width,
    height,
    bands: Array.from({ length: raster.bandCount }, () => new Float64Array(width * height)),
    states: new Uint8Array(width * height).fill(pixelState.outside),
  };
  let isMet = false;
  for (const part of parts) isMet = (await samplePart(raster, part, prevailing, samples)) || isMet;
  return isMet ? samples : undefined;
}

/** @returns whether any pixel of the part lies on the raster */
async function samplePart(
  raster: SampledRaster,
  placed: PlacedPart,
  prevailing: readonly number[],
  samples: MapSamples,
): Promise<boolean> {
  const scale = Math.max(1, placed.gridPixelsPerPixel * scaleTolerance);
  const index = Math.max(
    0,
    raster.levels.findLastIndex(({ across }) => across <= scale),
  );
  const level = raster.levels[index];
  const pixelsPerPixel = placed.gridPixelsPerPixel / level.across;
  const reach = prevailing.length > 0 && pixelsPerPixel > 1 ? pixelsPerPixel / 2 : 0;
  const onLevel = placeOnLevel(raster, placed, level, reach);
  const under = windowUnder(onLevel, level, 1 + Math.ceil(reach));
  if (!under) return false;
  const source = await raster.read(index, under);
  if (raster.kind === 'categorical') {
    sampleNearest(source, level, onLevel, samples);
    if (reach > 0) samplePrevailing(source, onLevel, { prevailing, reach }, samples);
  } else {
    sampleBilinear(source, level, { ...onLevel, ...raster }, samples);
  }
  return true;
}

/** Positions in pixels of a level; columns are NaN where nothing is to be sampled. */
interface LevelPositions {
  readonly part: Window;
  readonly columns: Float64Array;
  readonly rows: Float64Array;
}

/**
 * Turns positions on the full image into positions on a level, in place. Those that lie outside of the
 * full image by more than `reach` become NaN, also where an overview extends beyond it.
 */
function placeOnLevel(
  { levels: [{ width, height }] }: SampledRaster,
  { part, columns, rows }: PlacedPart,
  { across, down }: Level,
  reach: number,
): LevelPositions {
  const [beyondColumns, beyondRows] = [reach * across, reach * down];
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index];
    const row = rows[index];
    const isInside =
      column >= -beyondColumns &&
      row >= -beyondRows &&
      column <= width + beyondColumns &&
      row <= height + beyondRows;
    columns[index] = isInside ? column / across : Number.NaN;
    rows[index] = row / down;
  }
  return { part, columns, rows };
}

/** The pixels of a level that are needed for some positions; undefined if all lie outside of it. */
function windowUnder(
  { columns, rows }: LevelPositions,
  { width, height }: Level,
  marginPixels: number,
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
  const column = Math.max(0, Math.floor(left) - marginPixels);
  const row = Math.max(0, Math.floor(top) - marginPixels);
  const endColumn = Math.min(width, Math.ceil(right) + marginPixels);
  const endRow = Math.min(height, Math.ceil(bottom) + marginPixels);
  if (!(endColumn > column && endRow > row)) return undefined;
  return { column, row, width: endColumn - column, height: endRow - row };
}

function sampleNearest(
  source: SampleWindow,
  { width, height }: Level,
  { part, columns, rows }: LevelPositions,
  samples: MapSamples,
): void {
  const [from] = source.bands;
  const [to] = samples.bands;
  for (let index = 0; index < columns.length; index++) {
    const column = Math.floor(columns[index] + cutTolerance);
    const row = Math.floor(rows[index] + cutTolerance);
    if (!(column >= 0 && row >= 0 && column < width && row < height)) continue;
    const place = (row - source.row) * source.width + column - source.column;
    const target = targetOf(part, index, samples.width);
    if (source.valid[place] === 0) {
      samples.states[target] = pixelState.noData;
      continue;
    }
    to[target] = from[place];
    samples.states[target] = pixelState.valid;
  }
}

/**
 * Replaces classes by the most frequent prevailing one among the pixels whose centres lie within
 * `reach` of a position. If several are equally frequent, it is the one with the lowest code.
 */
function samplePrevailing(
  { column: firstColumn, row: firstRow, width, height, bands: [layer] }: SampleWindow,
  { part, columns, rows }: LevelPositions,
  { prevailing, reach }: { prevailing: readonly number[]; reach: number },
  samples: MapSamples,
): void {
  const prevails = new Uint8Array(codeCount);
  for (const code of prevailing) prevails[code] = 1;
  for (let index = 0; index < columns.length; index++) {
    const x = columns[index] - firstColumn;
    const y = rows[index] - firstRow;
    const left = Math.max(0, Math.ceil(x - reach - 0.5));
    const right = Math.min(width - 1, Math.floor(x + reach - 0.5));
    const top = Math.max(0, Math.ceil(y - reach - 0.5));
    const bottom = Math.min(height - 1, Math.floor(y + reach - 0.5));
    let found: number | undefined;
    let isMixed = false;
    for (let row = top; row <= bottom && !isMixed; row++) {
      for (let column = left; column <= right; column++) {
        const code = layer[row * width + column];
        if (prevails[code] !== 1 || code === found) continue;
        isMixed = found !== undefined;
        found ??= code;
      }
    }
    if (found === undefined) continue;
    const target = targetOf(part, index, samples.width);
    samples.bands[0][target] = isMixed
      ? mostFrequent(layer, width, [left, top, right, bottom], prevails)
      : found;
    samples.states[target] = pixelState.valid;
  }
}

function mostFrequent(
  layer: Samples,
  width: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
  prevails: Uint8Array,
): number {
  const counts = new Uint32Array(codeCount);
  let best = 0;
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const code = layer[row * width + column];
      if (prevails[code] === 1) counts[code]++;
    }
  }
  for (let code = 1; code < codeCount; code++) if (counts[code] > counts[best]) best = code;
  return best;
}

/**
 * Of a picture, a band's sample that is nodata counts for nothing although the pixel's other bands
 * count. Other pixels are valid as a whole.
 */
function sampleBilinear(
  source: SampleWindow,
  { width, height }: Level,
  {
    part,
    columns,
    rows,
    ...raster
  }: LevelPositions & Pick<SampledRaster, 'isWhole' | 'nodata' | 'dataEnds'>,
  samples: MapSamples,
): void {
  const { valid, bands } = source;
  const nodata = bands.length > 1 ? raster.nodata : undefined;
  const isHalfWay = raster.dataEnds === 'half-way';
  // Within data that is whole, the weights of all four pixels count.
  const isWhole = nodata === undefined && !valid.includes(0);
  for (let index = 0; index < columns.length; index++) {
    const x = columns[index] - source.column;
    const y = rows[index] - source.row;
    if (Number.isNaN(x)) continue;
    const target = targetOf(part, index, samples.width);
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
    if (isWhole && hasLeft && hasRight && hasTop && hasBottom) {
      samples.states[target] = pixelState.valid;
      for (let band = 0; band < bands.length; band++) {
        const from = bands[band];
        const upper = (1 - s) * from[corner] + s * from[corner + 1];
        const lower = (1 - s) * from[below] + s * from[below + 1];
        const sample = (1 - t) * upper + t * lower;
        samples.bands[band][target] = raster.isWhole ? Math.round(sample) : sample;
      }
      continue;
    }
    samples.states[target] = pixelState.noData;
    const hereColumn = Math.min(width - 1 - source.column, Math.floor(x));
    const hereRow = Math.min(height - 1 - source.row, Math.floor(y));
    if (!isHalfWay && valid[hereRow * source.width + hereColumn] === 0) continue;
    const a = hasLeft && hasTop && valid[corner] === 1 ? (1 - s) * (1 - t) : 0;
    const b = hasRight && hasTop && valid[corner + 1] === 1 ? s * (1 - t) : 0;
    const c = hasLeft && hasBottom && valid[below] === 1 ? (1 - s) * t : 0;
    const d = hasRight && hasBottom && valid[below + 1] === 1 ? s * t : 0;
    if (isHalfWay && a + b + c + d < 0.5) continue;
    samples.states[target] = pixelState.valid;
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
      samples.bands[band][target] = raster.isWhole ? Math.round(sample) : sample;
    }
  }
}

function targetOf(part: Window, index: number, width: number): number {
  const row = Math.floor(index / part.width);
  return (part.row + row) * width + part.column + index - row * part.width;
}
