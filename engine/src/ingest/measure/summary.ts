import type { BandFacts, ClassFacts, Histogram, Statistics } from '../facts.ts';
import { type BandMeasures, joinMeasures, type MeasureState } from './band-measure.ts';
import type { HistogramState } from './lattice-histogram.ts';

/** Number of bins in the histogram that is shown. */
const shownBins = 256;
/** With more distinct numbers, a raster is not one of classes. */
export const mostClasses = 256;

type Colour = readonly [red: number, green: number, blue: number];

/** How a band's samples are read. */
export interface BandReading {
  readonly scale: number;
  readonly offset: number;
  readonly isWhole: boolean;
  readonly isClasses: boolean;
  /** Colours of the samples from 0 on, if the file has a colour map. */
  readonly palette: readonly Colour[] | undefined;
}

/** The facts about a measured band. */
export function bandFacts({ visible, hidden }: BandMeasures, reading: BandReading): BandFacts {
  const { scale, offset } = reading;
  const shown = statisticsOf(visible);
  return {
    scale,
    offset,
    statistics: hidden ? statisticsOf(joinMeasures(visible, hidden)) : shown,
    values: shown && scaled(shown, scale, offset),
    histogram: shown && histogramOf(visible.histogram, shown, reading),
    classes: reading.isClasses ? classesOf(visible.histogram, reading.palette) : null,
    validCount: visible.moments.count,
    nodataCount: visible.nodataCount,
    infiniteCount: visible.infiniteCount,
  };
}

/** Null if no pixel has data. */
export function statisticsOf({ minimum, maximum, moments }: MeasureState): Statistics | null {
  const { count, mean, squares } = moments;
  if (count === 0) return null;
  return { minimum, maximum, mean, standardDeviation: Math.sqrt(squares / count) };
}

/** A band's statistics as GDAL's programs keep them in a file: of the samples that are seen. */
export function statisticsItems(measure: MeasureState): Record<string, string> {
  const statistics = statisticsOf(measure);
  if (!statistics) return {};
  const { moments, nodataCount, infiniteCount } = measure;
  const pixels = moments.count + nodataCount + infiniteCount;
  return {
    STATISTICS_MINIMUM: String(statistics.minimum),
    STATISTICS_MAXIMUM: String(statistics.maximum),
    STATISTICS_MEAN: String(statistics.mean),
    STATISTICS_STDDEV: String(statistics.standardDeviation),
    STATISTICS_VALID_PERCENT: String(Math.round((1e4 * moments.count) / pixels) / 100),
  };
}

/** Statistics of the values for which samples stand. */
export function scaled(statistics: Statistics, scale: number, offset: number): Statistics {
  return {
    ...scaledRange(statistics, scale, offset),
    mean: statistics.mean * scale + offset,
    standardDeviation: statistics.standardDeviation * Math.abs(scale),
  };
}

type Range = Pick<Statistics, 'minimum' | 'maximum'>;

function scaledRange({ minimum, maximum }: Range, scale: number, offset: number): Range {
  const ends = [minimum, maximum].map((sample) => sample * scale + offset);
  return { minimum: Math.min(...ends), maximum: Math.max(...ends) };
}

/**
 * Distributes the fine bins among those that are shown. A whole number belongs to the middle of its
 * bin.
 */
function histogramOf(
  { width, first, counts }: HistogramState,
  { minimum, maximum }: Statistics,
  { scale, offset, isWhole }: BandReading,
): Histogram {
  const span = maximum - minimum;
  const half = isWhole ? 0.5 : 0;
  const bins = isWhole ? Math.min(shownBins, span + 1) : span > 0 ? shownBins : 1;
  const start = minimum - half;
  const binWidth = (span + 2 * half) / bins || 1;
  const shown = new Float64Array(bins);
  counts.forEach((count, index) => {
    const from = Math.max(start, (first + index) * width - half);
    const to = Math.min(maximum + half, (first + index + 1) * width - half);
    const firstBin = Math.min(bins - 1, Math.max(0, Math.floor((from - start) / binWidth)));
    const lastBin = Math.min(bins - 1, Math.max(0, Math.ceil((to - start) / binWidth) - 1));
    for (let bin = firstBin; bin <= lastBin; bin++) {
      const overlap =
        Math.min(to, start + (bin + 1) * binWidth) - Math.max(from, start + bin * binWidth);
      const share = firstBin === lastBin ? 1 : Math.max(0, overlap) / (to - from);
      shown[bin] += count * share;
    }
  });
  const whole = Array.from(shown, Math.round);
  return {
    ...scaledRange({ minimum, maximum }, scale, offset),
    counts: scale < 0 ? whole.reverse() : whole,
  };
}

/** Null if there are too many numbers for classes, or if they are not whole. */
function classesOf(
  { width, first, counts }: HistogramState,
  palette: readonly Colour[] | undefined,
): ClassFacts[] | null {
  const classes: ClassFacts[] = [];
  counts.forEach((count, index) => {
    if (count === 0) return;
    const value = (first + index) * width;
    classes.push({ value, count, colour: palette?.[value] ?? null });
  });
  const areClasses = width <= 1 && classes.every(({ value }) => Number.isInteger(value));
  return areClasses && classes.length <= mostClasses ? classes : null;
}
