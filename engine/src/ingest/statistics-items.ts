import type { MeasureState } from './measure/band-measure.ts';
import { statisticsOf } from './measure/summary.ts';

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
