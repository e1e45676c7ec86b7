import {
  bytesPerSample,
  createSamples,
  type Samples,
  type SampleType,
} from '../../raster/samples.ts';

/**
 * What a pixel of an overview is made of its four: their average (continuous values), the commonest
 * (classes), the first, or the commonest of some classes wherever any of the four has one of them
 * (and else the commonest of all), so that small patches of these stay visible from afar.
 */
export type OverviewResampling =
  | 'average'
  | 'mode'
  | 'nearest'
  | { readonly prefer: readonly number[] };

export interface HalvingOptions {
  readonly sampleType: SampleType;
  readonly resampling: OverviewResampling;
  /** Takes no part in averages; NaN never does. */
  readonly nodata: number | undefined;
}

/** Halves a band's rows in both directions; at an odd edge there are two pixels, or one, to take. */
export function halveRows(
  band: Samples,
  width: number,
  rows: number,
  options: HalvingOptions,
): Samples {
  const halfWidth = Math.ceil(width / 2);
  const halfRows = Math.ceil(rows / 2);
  const half = createSamples(options.sampleType, halfWidth * halfRows);
  const combine = rowCombiner(options);
  for (let row = 0; row < halfRows; row++) {
    // A row that is not there is given as its neighbour: twice the weight changes no result.
    const top = band.subarray(row * 2 * width, (row * 2 + 1) * width);
    const bottom = row * 2 + 1 < rows ? band.subarray((row * 2 + 1) * width) : top;
    combine(top, bottom, half.subarray(row * halfWidth, (row + 1) * halfWidth));
  }
  return half;
}

/** Makes a row of half the width from two rows; `top` has the full width. */
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
      return takeCommonest;
    case 'average': {
      if (isShort(sampleType)) {
        const hole = nodata ?? noSample;
        return (top, bottom, half) => averageShort(top, bottom, half, hole);
      }
      const isFloat = sampleType.startsWith('float');
      // NaN equals nothing, so that it stands for "no nodata value" too.
      return (top, bottom, half) => average(top, bottom, half, nodata ?? Number.NaN, isFloat);
    }
  }
}

function takeFirst(top: Samples, _bottom: Samples, half: Samples): void {
  for (let column = 0; column < half.length; column++) {
    half[column] = top[column * 2];
  }
}

function takeCommonest(top: Samples, bottom: Samples, half: Samples): void {
  const last = top.length - 1;
  for (let column = 0; column < half.length; column++) {
    const left = column * 2;
    const right = Math.min(left + 1, last);
    half[column] = commonest(top[left], top[right], bottom[left], bottom[right]);
  }
}

/** 1 for each preferred class. Throws RangeError for a class that a byte can't hold. */
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

/** The value that comes most often; of several, the one that comes first. */
function commonestOf(values: readonly number[]): number {
  const timesOf = (value: number) => values.filter((other) => other === value).length;
  return values.reduce((best, value) => (timesOf(value) > timesOf(best) ? value : best));
}

function commonest(a: number, b: number, c: number, d: number): number {
  if (a === b || a === c || a === d) {
    return a;
  }
  if (b === c || b === d) {
    return b;
  }
  return c === d ? c : a;
}

/** No sample of two bytes or one is this. */
const noSample = 65_536;

function isShort(sampleType: SampleType): boolean {
  return bytesPerSample(sampleType) <= 2;
}

/** As `average`, in whole numbers alone: a third of the time. Halves are rounded up. */
function averageShort(top: Samples, bottom: Samples, half: Samples, nodata: number): void {
  const whole = top.length >> 1;
  for (let column = 0; column < whole; column++) {
    const left = column * 2;
    const a = top[left];
    const b = top[left + 1];
    const c = bottom[left];
    const d = bottom[left + 1];
    const isWhole = a !== nodata && b !== nodata && c !== nodata && d !== nodata;
    half[column] = isWhole ? (a + b + c + d + 2) >> 2 : averageOf(a, b, c, d, nodata);
  }
  if (whole < half.length) {
    const a = top[2 * whole];
    const c = bottom[2 * whole];
    half[whole] = averageOf(a, a, c, c, nodata);
  }
}

/** The rounded average of those that aren't nodata; nodata where all are. */
function averageOf(a: number, b: number, c: number, d: number, nodata: number): number {
  if (a === nodata && b === nodata && c === nodata && d === nodata) return nodata;
  let sum = 0;
  let count = 0;
  for (const value of [a, b, c, d]) {
    if (value === nodata) continue;
    sum += value;
    count++;
  }
  return Math.round(sum / count);
}

function average(
  top: Samples,
  bottom: Samples,
  half: Samples,
  nodata: number,
  isFloat: boolean,
): void {
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
    if (a === nodata || b === nodata || c === nodata || d === nodata || Number.isNaN(sum)) {
      sum = 0;
      count = 0;
      for (const value of [a, b, c, d]) {
        if (value !== nodata && !Number.isNaN(value)) {
          sum += value;
          count++;
        }
      }
    }
    const mean = count === 0 ? nodata : sum / count;
    half[column] = isFloat ? mean : Math.round(mean);
  }
}
