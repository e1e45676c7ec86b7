import type { Samples, SampleType } from '../../raster/samples.ts';
import { type HistogramState, LatticeHistogram } from './lattice-histogram.ts';
import { joinMoments, type Moments, momentsOf, noMoments } from './moments.ts';

/** The measures of a band's samples, unconverted as in the file. They can be sent from a thread. */
export interface MeasureState {
  readonly minimum: number;
  readonly maximum: number;
  readonly moments: Moments;
  readonly nodataCount: number;
  readonly infiniteCount: number;
  readonly histogram: HistogramState;
}

/**
 * Separate measures of the pixels that are part of the image and of those that its mask or opacity
 * hides.
 */
export interface BandMeasures {
  readonly visible: MeasureState;
  /** Undefined if nothing can be hidden. */
  readonly hidden: MeasureState | undefined;
}

/** Measures a band in one pass, so that its samples are read only once. */
export interface BandMeasure {
  /** Adds samples; those where `mask` is 0 count as nodata. */
  add(samples: Samples, mask?: Uint8Array): void;
  /** Adds one sample many times. */
  addRepeated(sample: number, count: number): void;
  state(): MeasureState;
}

/**
 * Returns what measures samples of a type. Samples of at most two bytes are counted by their value.
 */
export function createBandMeasure(sampleType: SampleType, nodata: number | undefined): BandMeasure {
  switch (sampleType) {
    case 'uint8':
      return new CountingMeasure(2 ** 8, 0, nodata);
    case 'int8':
      return new CountingMeasure(2 ** 8, 2 ** 7, nodata);
    case 'uint16':
      return new CountingMeasure(2 ** 16, 0, nodata);
    case 'int16':
      return new CountingMeasure(2 ** 16, 2 ** 15, nodata);
    default:
      return new NumberMeasure(nodata);
  }
}

/** Joins as `joinMeasures` does, separately for visible and hidden pixels. */
export function joinBandMeasures(one: BandMeasures, other: BandMeasures): BandMeasures {
  return {
    visible: joinMeasures(one.visible, other.visible),
    hidden: one.hidden && other.hidden && joinMeasures(one.hidden, other.hidden),
  };
}

/** Joins the measures of two parts of a band. */
export function joinMeasures(one: MeasureState, other: MeasureState): MeasureState {
  const histogram = new LatticeHistogram();
  histogram.join(one.histogram);
  histogram.join(other.histogram);
  return {
    minimum: Math.min(one.minimum, other.minimum),
    maximum: Math.max(one.maximum, other.maximum),
    moments: joinMoments(one.moments, other.moments),
    nodataCount: one.nodataCount + other.nodataCount,
    infiniteCount: one.infiniteCount + other.infiniteCount,
    histogram: histogram.state(),
  };
}

class CountingMeasure implements BandMeasure {
  readonly #counts: Uint32Array[];
  readonly #codes: number;
  /** The number that is added to a sample to make it an index. */
  readonly #bias: number;
  readonly #nodata: number | undefined;
  #maskedCount = 0;

  constructor(codes: number, bias: number, nodata: number | undefined) {
    this.#codes = codes;
    this.#bias = bias;
    this.#nodata = nodata;
    this.#counts = [new Uint32Array(codes), new Uint32Array(codes)];
  }

  add(samples: Samples, mask?: Uint8Array): void {
    const bias = this.#bias;
    // Two tables in alternation, so that equal neighbours do not wait for each other's count.
    const [even, odd] = this.#counts as [Uint32Array, Uint32Array];
    if (mask) {
      let masked = 0;
      for (let index = 0; index < samples.length; index++) {
        if (mask[index] === 0) masked++;
        else even[samples[index] + bias]++;
      }
      this.#maskedCount += masked;
      return;
    }
    const pairs = samples.length & ~1;
    for (let index = 0; index < pairs; index += 2) {
      even[samples[index] + bias]++;
      odd[samples[index + 1] + bias]++;
    }
    if (pairs < samples.length) even[samples[pairs] + bias]++;
  }

  addRepeated(sample: number, count: number): void {
    this.#counts[0][sample + this.#bias] += count;
  }

  state(): MeasureState {
    const [even, odd] = this.#counts as [Uint32Array, Uint32Array];
    const counts = Float64Array.from(even, (count, index) => count + odd[index]);
    const nodataIndex = this.#nodata === undefined ? -1 : this.#nodata + this.#bias;
    let nodataCount = this.#maskedCount;
    if (Number.isInteger(nodataIndex) && nodataIndex >= 0 && nodataIndex < this.#codes) {
      nodataCount += counts[nodataIndex];
      counts[nodataIndex] = 0;
    }
    const first = counts.findIndex((count) => count > 0);
    const last = counts.findLastIndex((count) => count > 0);
    const used = first < 0 ? new Float64Array(0) : counts.slice(first, last + 1);
    const firstSample = first - this.#bias;
    return {
      minimum: first < 0 ? Infinity : firstSample,
      maximum: first < 0 ? -Infinity : last - this.#bias,
      moments: momentsOfCounts(used, firstSample),
      nodataCount,
      infiniteCount: 0,
      histogram: { width: 1, first: firstSample, counts: used },
    };
  }
}

function momentsOfCounts(counts: Float64Array, first: number): Moments {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let index = 0; index < counts.length; index++) {
    count += counts[index];
    sum += counts[index] * index;
    squares += counts[index] * index * index;
  }
  if (count === 0) return noMoments;
  return { count, mean: first + sum / count, squares: Math.max(0, squares - (sum * sum) / count) };
}

class NumberMeasure implements BandMeasure {
  /** NaN, which equals nothing, if there is no nodata value. */
  readonly #nodata: number;
  readonly #histogram = new LatticeHistogram();
  #minimum = Infinity;
  #maximum = -Infinity;
  #moments = noMoments;
  #nodataCount = 0;
  #infiniteCount = 0;
  #numbers = new Float64Array(0);

  constructor(nodata: number | undefined) {
    this.#nodata = nodata ?? Number.NaN;
  }

  add(samples: Samples, mask?: Uint8Array): void {
    if (this.#numbers.length < samples.length) this.#numbers = new Float64Array(samples.length);
    const numbers = this.#numbers;
    const nodata = this.#nodata;
    let count = 0;
    let infiniteCount = 0;
    let minimum = Infinity;
    let maximum = -Infinity;
    for (let index = 0; index < samples.length; index++) {
      const sample = samples[index];
      if (sample === nodata || (mask && mask[index] === 0)) continue;
      // This is true of NaN and ±∞ only.
      if (sample - sample !== 0) {
        if (!Number.isNaN(sample)) infiniteCount++;
        continue;
      }
      numbers[count++] = sample;
      if (sample < minimum) minimum = sample;
      if (sample > maximum) maximum = sample;
    }
    this.#infiniteCount += infiniteCount;
    this.#nodataCount += samples.length - count - infiniteCount;
    if (count === 0) return;
    this.#minimum = Math.min(this.#minimum, minimum);
    this.#maximum = Math.max(this.#maximum, maximum);
    this.#moments = joinMoments(this.#moments, momentsOf(numbers, count));
    this.#histogram.add(numbers, count, minimum, maximum);
  }

  addRepeated(sample: number, count: number): void {
    if (sample === this.#nodata || Number.isNaN(sample)) this.#nodataCount += count;
    else if (!Number.isFinite(sample)) this.#infiniteCount += count;
    else {
      this.#minimum = Math.min(this.#minimum, sample);
      this.#maximum = Math.max(this.#maximum, sample);
      this.#moments = joinMoments(this.#moments, { count, mean: sample, squares: 0 });
      this.#histogram.addRepeated(sample, count);
    }
  }

  state(): MeasureState {
    return {
      minimum: this.#minimum,
      maximum: this.#maximum,
      moments: this.#moments,
      nodataCount: this.#nodataCount,
      infiniteCount: this.#infiniteCount,
      histogram: this.#histogram.state(),
    };
  }
}
