import { average } from '../../math/average.ts';
import { chiSquareTable } from '../../math/special-functions.ts';
import { bandNames } from '../../source/scene.ts';
import type { Band, BandStack, LandCover } from '../options.ts';
import { normalisedDifference, requiredBands } from '../pair/named-bands.ts';
import type { ScoredPair } from '../pair/standardise.ts';
import type { SharedBuffers } from '../rows/shared-buffers.ts';

const rounds = 10;
const smallestWeight = 0.001;
/** Width of the bins from which a mode is taken, in standard deviations. The authors give none. */
const modeBinDeviations = 0.05;

/**
 * The mode of a metric's unchanged pixels in one round, and the standard deviation of its pixels.
 */
interface Place {
  readonly mode: number;
  readonly deviation: number;
}

/** The standard deviation of a band's difference between two dates. */
interface Spread {
  readonly mean: number;
  readonly inverseDeviation: number;
}

/** What the discriminants learn from the sample. */
export interface LearnedMetrics {
  /** One for each band. */
  readonly spreads: readonly Spread[];
  /** For each metric except cv, one place for each round and one for the result. */
  readonly places: Readonly<Record<Exclude<ChangeMetric, 'cv'>, readonly Place[]>>;
}

interface SampledPair {
  readonly before: BandStack;
  readonly after: BandStack;
  /** The pixels from which statistics are learned. */
  readonly sample: Int32Array;
}

/**
 * The published linear discriminants (Evans & Malcom 2021). Six metrics of before minus after are
 * each reweighted ten times by the probability that a pixel has not changed. Their z-scores are
 * multiplied by the land cover's coefficients and added. cv and rcvmax are Σz² and Σz over the six
 * bands, as the authors' code computes them. Modes and deviations come from the sample unless they
 * are `known`. Throws MissingBandsError unless all six bands are named.
 */
export function scoreByLda(
  landCover: LandCover,
  { before, after, sample }: SampledPair,
  buffers: SharedBuffers,
  known?: LearnedMetrics,
): ScoredPair & { readonly learned: LearnedMetrics } {
  const x = requiredBands(before, bandNames, 'lda');
  const y = requiredBands(after, bandNames, 'lda');
  const spreads = known?.spreads ?? learnSpreads(x, y, sample);
  const metrics = changeMetricsOf(x, y, spreads);
  const places = known?.places ?? {
    rcvmax: learnPlaces(metrics.rcvmax, sample),
    ndvi: learnPlaces(metrics.ndvi, sample),
    ndsi: learnPlaces(metrics.ndsi, sample),
    ndwi: learnPlaces(metrics.ndwi, sample),
    nbr: learnPlaces(metrics.nbr, sample),
  };
  const score = buffers.take(before.width * before.height).fill(0);
  for (const metric of changeMetrics) {
    const values = metrics[metric];
    if (metric === 'cv') reweighChiSquare(values);
    else reweigh(values, places[metric]);
    const coefficient = ldaCoefficients[landCover][metric];
    for (let i = 0; i < score.length; i++) score[i] += coefficient * values[i];
  }
  return { score, threshold: ldaThresholds[landCover], learned: { spreads, places } };
}

function learnSpreads(
  before: readonly Band[],
  after: readonly Band[],
  sample: Int32Array,
): Spread[] {
  return before.map((x, band) => {
    const y = after[band];
    const difference = Float64Array.from(sample, (i) => x[i] - y[i]);
    const mean = average(difference);
    return { mean, inverseDeviation: 1 / (deviationOf(difference, mean) || 1) };
  });
}

function changeMetricsOf(
  before: readonly Band[],
  after: readonly Band[],
  spreads: readonly Spread[],
): Record<ChangeMetric, Float32Array> {
  const pixels = before[0].length;
  const [, green, red, nir, swir1, swir2] = bandNames.keys();
  const metrics = {
    cv: new Float32Array(pixels),
    rcvmax: new Float32Array(pixels),
    ndvi: new Float32Array(pixels),
    ndsi: new Float32Array(pixels),
    ndwi: new Float32Array(pixels),
    nbr: new Float32Array(pixels),
  };
  for (const [band, x] of before.entries()) {
    const y = after[band];
    const { mean, inverseDeviation } = spreads[band];
    for (let i = 0; i < pixels; i++) {
      const z = (x[i] - y[i] - mean) * inverseDeviation;
      metrics.cv[i] += z * z;
      metrics.rcvmax[i] += z;
    }
  }
  for (let i = 0; i < pixels; i++) {
    const shift = (first: number, second: number) =>
      normalisedDifference(before[first], before[second], i) -
      normalisedDifference(after[first], after[second], i);
    const snow = (date: readonly Band[]) =>
      normalisedDifference(date[green], date[swir1], i) / Math.max(1e-6, date[nir][i]);
    metrics.ndvi[i] = shift(nir, red);
    metrics.nbr[i] = shift(nir, swir2);
    metrics.ndwi[i] = shift(green, nir);
    metrics.ndsi[i] = snow(before) - snow(after);
  }
  return metrics;
}

/**
 * The places of a metric in ten rounds of x = max(p, .001) · metric, and the place after the last
 * one.
 */
function learnPlaces(metric: Float32Array, sample: Int32Array): Place[] {
  const start = Float64Array.from(sample, (i) => metric[i]);
  const current = start.slice();
  const places: Place[] = [];
  for (let round = 0; round <= rounds; round++) {
    const place = placeOf(current);
    places.push(place);
    for (let i = 0; i < current.length; i++) current[i] = start[i] * weight(current[i], place);
  }
  return places;
}

/** Applies these ten rounds to a metric and turns it into z-scores, in place. */
function reweigh(metric: Float32Array, places: readonly Place[]): void {
  const last = places[rounds];
  for (let i = 0; i < metric.length; i++) {
    let x = metric[i];
    for (let round = 0; round < rounds; round++) x = metric[i] * weight(x, places[round]);
    metric[i] = (x - last.mode) / last.deviation;
  }
}

/** 2·(1 − Φ(|z|)), with the logistic curve by which the authors approximate Φ. */
function weight(x: number, { mode, deviation }: Place): number {
  const z = Math.abs((x - mode) / deviation);
  return Math.max(smallestWeight, 2 * (1 - 1 / (1 + Math.exp(-1.65451 * z))));
}

/**
 * Applies the ten rounds to a sum of six squares. Its weight is the tail of χ², and it keeps its
 * scale.
 */
function reweighChiSquare(metric: Float32Array): void {
  const survival = chiSquareTable(bandNames.length);
  for (let i = 0; i < metric.length; i++) {
    let x = metric[i];
    for (let round = 0; round < rounds; round++) {
      x = metric[i] * Math.max(smallestWeight, survival(x));
    }
    metric[i] = x;
  }
}

/**
 * The standard deviation and the mode: the fullest bin of a twentieth of the deviation, with one
 * bin centred on 0.
 */
function placeOf(values: Float64Array): Place {
  const deviation = deviationOf(values, average(values)) || 1;
  const binWidth = modeBinDeviations * deviation;
  const counts = new Map<number, number>();
  let fullest = 0;
  for (const value of values) {
    const bin = Math.round(value / binWidth);
    const count = (counts.get(bin) ?? 0) + 1;
    counts.set(bin, count);
    if (count > (counts.get(fullest) ?? 0)) fullest = bin;
  }
  return { mode: fullest * binWidth, deviation };
}

function deviationOf(values: Float64Array, mean: number): number {
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / values.length);
}

const changeMetrics = ['cv', 'rcvmax', 'ndvi', 'ndsi', 'ndwi', 'nbr'] as const;
type ChangeMetric = (typeof changeMetrics)[number];

/** Evans & Malcom, Conservation Biology 35(4), 2021, doi 10.1111/cobi.13680. */
const ldaCoefficients: Readonly<Record<LandCover, Readonly<Record<ChangeMetric, number>>>> = {
  forest: {
    cv: 0.01968614,
    rcvmax: -0.010055,
    ndvi: 0.23793789,
    ndsi: 0.09507422,
    ndwi: 0.0990206,
    nbr: 0.10534742,
  },
  scrub: {
    cv: 0.001523492,
    rcvmax: -0.228383542,
    ndvi: 0.37419452,
    ndsi: -0.17704074,
    ndwi: -0.135408066,
    nbr: -0.241886898,
  },
  desert: {
    cv: 0.05781507,
    rcvmax: -0.07196164,
    ndvi: 0.22448341,
    ndsi: -0.04054897,
    ndwi: -0.0873294,
    nbr: -0.10015228,
  },
  wetland: {
    cv: 0.02608609,
    rcvmax: -0.11168147,
    ndvi: 0.09873193,
    ndsi: 0.09082271,
    ndwi: -0.12424875,
    nbr: 0.15379691,
  },
  grassland: {
    cv: 0.01501676,
    rcvmax: -0.203513,
    ndvi: -0.14835658,
    ndsi: -0.08688555,
    ndwi: -0.1904428,
    nbr: 0.09690559,
  },
};

/** Score from which a pixel has changed. */
const ldaThresholds: Readonly<Record<LandCover, number>> = {
  forest: 1.5,
  scrub: 1.5,
  desert: 1.5,
  wetland: 1,
  grassland: 1.5,
};
