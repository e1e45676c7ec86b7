import { countBytes } from '../../loops/count-bytes.ts';
import type { Samples, SampleType } from '../../raster/samples.ts';
import { type HistogramState, LatticeHistogram } from './lattice-histogram.ts';
import { joinMoments, type Moments, momentsOf, momentsOfSums, noMoments } from './moments.ts';

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
 * Creates the measure for a type of samples. Samples of one or two bytes are counted value by value.
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
  /** Tables that are added up in the end. */
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
    this.#counts = Array.from({ length: 4 }, () => new Uint32Array(codes));
  }

  add(samples: Samples, mask?: Uint8Array): void {
    if (mask) {
      const [counts] = this.#counts;
      const bias = this.#bias;
      let masked = 0;
      for (let index = 0; index < samples.length; index++) {
        if (mask[index] === 0) masked++;
        else counts[samples[index] + bias]++;
      }
      this.#maskedCount += masked;
    } else if (samples instanceof Uint8Array) {
      countBytes(samples, this.#counts);
    } else {
      this.#addAll(samples);
    }
  }

  #addAll(samples: Samples): void {
    const bias = this.#bias;
    // Two tables in alternation, so that equal neighbours do not wait for each other's count.
    const [even, odd] = this.#counts;
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
    const counts = new Float64Array(this.#codes);
    for (const table of this.#counts) {
      for (let code = 0; code < counts.length; code++) counts[code] += table[code];
    }
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
  /** Memory for what `add` sets aside. */
  #setAside = new Float64Array(0);

  constructor(nodata: number | undefined) {
    this.#nodata = nodata ?? Number.NaN;
  }

  add(samples: Samples, mask?: Uint8Array): void {
    const visible = mask ? visibleSamples(samples, mask) : samples;
    this.#nodataCount += samples.length - visible.length;
    if (this.#setAside.length < visible.length) this.#setAside = new Float64Array(visible.length);
    const others = this.#addCovered(visible);
    if (others > 0) this.#addOthers(this.#setAside.subarray(0, others));
  }

  /**
   * Adds the numbers that the histogram has room for, which are nearly all, in one pass. Sets the
   * others aside, with NaN and ±∞, and returns how many they are.
   */
  #addCovered(samples: Samples): number {
    const nodata = this.#nodata;
    const setAside = this.#setAside;
    const { counts, perUnit, first } = this.#histogram.bins;
    const binCount = counts.length;
    // Distances from about the mean keep the sums exact.
    const origin = this.#moments.mean;
    let others = 0;
    let nodataCount = 0;
    let sum = 0;
    let squares = 0;
    let minimum = Infinity;
    let maximum = -Infinity;
    for (let index = 0; index < samples.length; index++) {
      const sample = samples[index];
      if (sample === nodata) {
        nodataCount++;
        continue;
      }
      const bin = sample * perUnit - first;
      // This is false of NaN, too.
      if (!(bin >= 0 && bin < binCount)) {
        setAside[others++] = sample;
        continue;
      }
      counts[bin | 0]++;
      const distance = sample - origin;
      sum += distance;
      squares += distance * distance;
      if (sample < minimum) minimum = sample;
      if (sample > maximum) maximum = sample;
    }
    this.#nodataCount += nodataCount;
    const count = samples.length - nodataCount - others;
    if (count > 0) {
      this.#histogram.hasCounted(minimum, maximum);
      const moments = Number.isFinite(sum)
        ? momentsOfSums({ count, sum, squares }, origin)
        : momentsOf(coveredSamples(samples, nodata, this.#histogram.bins), count);
      this.#join(moments, minimum, maximum);
    }
    return others;
  }

  /** Adds numbers for which the histogram may need more room. Overwrites them. */
  #addOthers(numbers: Float64Array): void {
    let count = 0;
    let minimum = Infinity;
    let maximum = -Infinity;
    for (const number of numbers) {
      if (Number.isNaN(number)) this.#nodataCount++;
      else if (!Number.isFinite(number)) this.#infiniteCount++;
      else {
        numbers[count++] = number;
        if (number < minimum) minimum = number;
        if (number > maximum) maximum = number;
      }
    }
    if (count === 0) return;
    this.#join(momentsOf(numbers, count), minimum, maximum);
    this.#histogram.add(numbers, count, minimum, maximum);
  }

  #join(moments: Moments, minimum: number, maximum: number): void {
    this.#minimum = Math.min(this.#minimum, minimum);
    this.#maximum = Math.max(this.#maximum, maximum);
    this.#moments = joinMoments(this.#moments, moments);
  }

  addRepeated(sample: number, count: number): void {
    if (sample === this.#nodata || Number.isNaN(sample)) this.#nodataCount += count;
    else if (!Number.isFinite(sample)) this.#infiniteCount += count;
    else {
      this.#join({ count, mean: sample, squares: 0 }, sample, sample);
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

/** The samples that have a bin, as numbers. */
function coveredSamples(
  samples: Samples,
  nodata: number,
  { counts, perUnit, first }: LatticeHistogram['bins'],
): Float64Array {
  const isCovered = (sample: number) => {
    const bin = sample * perUnit - first;
    return sample !== nodata && bin >= 0 && bin < counts.length;
  };
  return Float64Array.from(samples).filter(isCovered);
}

/** The samples that a mask includes, in memory of their own. */
function visibleSamples(samples: Samples, mask: Uint8Array): Samples {
  const visible = samples.slice();
  let count = 0;
  for (let index = 0; index < samples.length; index++) {
    if (mask[index] !== 0) visible[count++] = samples[index];
  }
  return visible.subarray(0, count);
}
