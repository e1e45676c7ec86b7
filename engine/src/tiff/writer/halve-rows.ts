import { halveIntegers } from '../../loops/halve-integers.ts';
import {
  bytesPerSample,
  createSamples,
  type Samples,
  type SampleType,
} from '../../raster/samples.ts';

/**
 * How a pixel of an overview is made from four pixels. It can be their average (for continuous
 * values), the most frequent value (for classes), or the first. It can also be the most frequent of
 * some preferred classes if any of the four has one, and else the most frequent of all: small
 * patches of these classes then stay visible from afar.
 */
export type OverviewResampling =
  | 'average'
  | 'mode'
  | 'nearest'
  | { readonly prefer: readonly number[] };

export interface HalvingOptions {
  readonly sampleType: SampleType;
  readonly resampling: OverviewResampling;
  /** This value is left out of averages and of what is most frequent, as NaN and ±∞ always are. */
  readonly nodata: number | undefined;
  /**
   * Pixels with 0 are also left out, as long as there are others; all pixels count when the mask is
   * left out.
   */
  readonly mask?: Uint8Array | undefined;
}

/** Halves a band's rows in both directions. At an odd edge two pixels, or one, are combined. */
export function halveRows(
  band: Samples,
  width: number,
  rows: number,
  options: HalvingOptions,
): Samples {
  const halfWidth = Math.ceil(width / 2);
  const halfRows = Math.ceil(rows / 2);
  const half = createSamples(options.sampleType, halfWidth * halfRows);
  if (options.mask?.includes(0)) {
    averageMasked({ band, mask: options.mask, width, rows }, half, options);
    return half;
  }
  const combine = rowCombiner(options);
  for (let row = 0; row < halfRows; row++) {
    // A missing row is replaced by its neighbour, because twice the weight does not change the
    // result.
    const top = band.subarray(row * 2 * width, (row * 2 + 1) * width);
    const bottom = row * 2 + 1 < rows ? band.subarray((row * 2 + 1) * width) : top;
    combine(top, bottom, half.subarray(row * halfWidth, (row + 1) * halfWidth));
  }
  return half;
}

/** Halves a mask. A pixel is part of the image if any of its four pixels is. */
export function halveMask(mask: Uint8Array, width: number, rows: number): Uint8Array {
  const halfWidth = Math.ceil(width / 2);
  const half = new Uint8Array(halfWidth * Math.ceil(rows / 2));
  for (let index = 0; index < mask.length; index++) {
    if (mask[index] === 0) continue;
    const row = Math.floor(index / width);
    half[(row >> 1) * halfWidth + ((index - row * width) >> 1)] = 1;
  }
  return half;
}

/**
 * Averages the pixels that the mask includes, or takes the first for classes. If it includes none,
 * all pixels count.
 */
function averageMasked(
  { band, mask, width, rows }: { band: Samples; mask: Uint8Array; width: number; rows: number },
  half: Samples,
  { sampleType, resampling, nodata }: HalvingOptions,
): void {
  const halfWidth = Math.ceil(width / 2);
  const isFloat = sampleType.startsWith('float');
  for (let index = 0; index < half.length; index++) {
    const row = Math.floor(index / halfWidth) * 2;
    const column = (index % halfWidth) * 2;
    const four = [0, 1, width, width + 1]
      .filter(
        (step) => (step % width === 0 || column + 1 < width) && (step < width || row + 1 < rows),
      )
      .map((step) => row * width + column + step);
    const masked = four.filter((place) => mask[place] !== 0);
    const values = (masked.length > 0 ? masked : four).map((place) => band[place]);
    const numbers = values.filter((value) => value !== nodata && Number.isFinite(value));
    if (numbers.length === 0) half[index] = values[0];
    else if (resampling !== 'average') half[index] = commonestOf(numbers);
    else {
      const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
      half[index] = isFloat ? mean : Math.round(mean);
    }
  }
}

/** Makes a row of half the width from two rows of the full width. */
type RowCombiner = (top: Samples, bottom: Samples, half: Samples) => void;

function rowCombiner({ sampleType, resampling, nodata }: HalvingOptions): RowCombiner {
  if (typeof resampling === 'object') {
    const isPreferred = preferredCodes(resampling.prefer);
    return (top, bottom, half) => takePreferred(top, bottom, half, isPreferred);
  }
  switch (resampling) {
    case 'nearest':
      return takeFirst;
    case 'mode':
      return commonestTaker(nodata);
    case 'average': {
      const isFloat = sampleType.startsWith('float');
      if (!isFloat && bytesPerSample(sampleType) <= 2) {
        return (top, bottom, half) => halveIntegers(top, bottom, half, nodata);
      }
      // NaN equals nothing, so it can also stand for "no nodata value".
      return averager(nodata ?? Number.NaN, isFloat);
    }
  }
}

function takeFirst(top: Samples, _bottom: Samples, half: Samples): void {
  for (let column = 0; column < half.length; column++) {
    half[column] = top[column * 2];
  }
}

/** Takes the most frequent of the values that are neither nodata nor infinite, if there is one. */
function commonestTaker(nodata: number | undefined): RowCombiner {
  return (top, bottom, half) => {
    const last = top.length - 1;
    for (let column = 0; column < half.length; column++) {
      const left = column * 2;
      const right = Math.min(left + 1, last);
      const a = top[left];
      const b = top[right];
      const c = bottom[left];
      const d = bottom[right];
      const hasAll = a !== nodata && b !== nodata && c !== nodata && d !== nodata;
      if (hasAll && Number.isFinite(a + b + c + d)) {
        half[column] = commonest(a, b, c, d);
        continue;
      }
      const numbers = [a, b, c, d].filter((value) => value !== nodata && Number.isFinite(value));
      half[column] = numbers.length > 0 ? commonestOf(numbers) : a;
    }
  };
}

const takeCommonest = commonestTaker(undefined);

/** 1 for each preferred class. Throws RangeError for a class that does not fit into a byte. */
function preferredCodes(prefer: readonly number[]): Uint8Array {
  const isPreferred = new Uint8Array(256);
  for (const code of prefer) {
    if (!(code in isPreferred)) throw new RangeError(`${code} is no class of 0 to 255.`);
    isPreferred[code] = 1;
  }
  return isPreferred;
}

function takePreferred(
  top: Samples,
  bottom: Samples,
  half: Samples,
  isPreferred: Uint8Array,
): void {
  takeCommonest(top, bottom, half);
  const last = top.length - 1;
  for (let column = 0; column < half.length; column++) {
    const left = column * 2;
    const right = Math.min(left + 1, last);
    const [a, b, c, d] = [top[left], top[right], bottom[left], bottom[right]];
    const any = isPreferred[a] || isPreferred[b] || isPreferred[c] || isPreferred[d];
    if (!any) continue;
    half[column] = commonestOf([a, b, c, d].filter((code) => isPreferred[code]));
  }
}

/** The most frequent value. If several are equally frequent, it is the first of them. */
function commonestOf(values: readonly number[]): number {
  const timesOf = (value: number) => values.filter((other) => other === value).length;
  return values.reduce((best, value) => (timesOf(value) > timesOf(best) ? value : best));
}

/**
 * The most frequent of four values, as in GDAL's overviews by mode. If two values occur twice, it
 * is the one whose second occurrence comes first. If all four differ, it is the first.
 */
function commonest(a: number, b: number, c: number, d: number): number {
  if (a === b || a === c) return a;
  if (b === c) return b;
  if (a === d) return a;
  if (b === d) return b;
  return c === d ? c : a;
}

/** Averages what is neither nodata nor infinite. Without `isFloat`, halves are rounded up. */
function averager(nodata: number, isFloat: boolean): RowCombiner {
  return (top, bottom, half) => {
    const last = top.length - 1;
    for (let column = 0; column < half.length; column++) {
      const left = column * 2;
      const right = Math.min(left + 1, last);
      const a = top[left];
      const b = top[right];
      const c = bottom[left];
      const d = bottom[right];
      let sum = a + b + c + d;
      let count = 4;
      if (a === nodata || b === nodata || c === nodata || d === nodata || !Number.isFinite(sum)) {
        sum = 0;
        count = 0;
        for (const value of [a, b, c, d]) {
          if (value !== nodata && Number.isFinite(value)) {
            sum += value;
            count++;
          }
        }
      }
      const mean = count === 0 ? nodata : sum / count;
      half[column] = isFloat ? mean : Math.round(mean);
    }
  };
}
