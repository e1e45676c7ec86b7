import type { Window } from '../raster/grid.ts';
import type { Samples } from '../raster/samples.ts';
import { pixelState } from './data-tile.ts';
import type {
  Level,
  LevelPositions,
  MapSamples,
  SampledRaster,
  SampleWindow,
} from './sampled-raster.ts';

/** GDAL adds this to positions before it truncates them to a pixel. */
const cutTolerance = 1e-10;
/** Classes that prevail have codes of one byte. */
const codeCount = 256;

/** Takes the samples of the pixels in which positions lie. */
export function sampleNearest(
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
export function samplePrevailing(
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
 * Interpolates between the four pixels around positions.
 * Of a picture, a band's sample that is nodata counts for nothing although the pixel's other bands
 * count. Other pixels are valid as a whole.
 */
export function sampleBilinear(
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
  const isRounded = raster.isWhole;
  const { states } = samples;
  // Within data that is whole, the weights of all four pixels count.
  const isWhole = nodata === undefined && !valid.includes(0);
  let target = part.row * samples.width + part.column;
  for (let index = 0, column = 0; index < columns.length; index++, column++, target++) {
    if (column === part.width) {
      column = 0;
      target += samples.width - part.width;
    }
    const x = columns[index] - source.column;
    const y = rows[index] - source.row;
    if (Number.isNaN(x)) continue;
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
      states[target] = pixelState.valid;
      for (let band = 0; band < bands.length; band++) {
        const from = bands[band];
        const upper = (1 - s) * from[corner] + s * from[corner + 1];
        const lower = (1 - s) * from[below] + s * from[below + 1];
        const sample = (1 - t) * upper + t * lower;
        samples.bands[band][target] = isRounded ? Math.round(sample) : sample;
      }
      continue;
    }
    states[target] = pixelState.noData;
    const hereColumn = Math.min(width - 1 - source.column, Math.floor(x));
    const hereRow = Math.min(height - 1 - source.row, Math.floor(y));
    if (!isHalfWay && valid[hereRow * source.width + hereColumn] === 0) continue;
    const a = hasLeft && hasTop && valid[corner] === 1 ? (1 - s) * (1 - t) : 0;
    const b = hasRight && hasTop && valid[corner + 1] === 1 ? s * (1 - t) : 0;
    const c = hasLeft && hasBottom && valid[below] === 1 ? (1 - s) * t : 0;
    const d = hasRight && hasBottom && valid[below + 1] === 1 ? s * t : 0;
    if (isHalfWay && a + b + c + d < 0.5) continue;
    states[target] = pixelState.valid;
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
      samples.bands[band][target] = isRounded ? Math.round(sample) : sample;
    }
  }
}

function targetOf(part: Window, index: number, width: number): number {
  const row = Math.floor(index / part.width);
  return (part.row + row) * width + part.column + index - row * part.width;
}
