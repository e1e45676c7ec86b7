import type { AnalysisResult } from '@refugia/contract/habitat-patrol/runs.ts';
import type { LegendClass } from './kind-swatch.tsx';

type Told = Pick<AnalysisResult, 'kinds_on_map' | 'statistics'>;

/** Whether the change image has a colour for each class of change, so that a legend can name them. */
export function tellsClasses({ kinds_on_map, statistics }: Told): boolean {
  return kinds_on_map === true || statistics.severities !== undefined;
}

/**
 * The classes of change that the change image shows: severities, the most severe first; or kinds,
 * the largest first; or one class where it tells none apart.
 */
export function changeClasses({ kinds_on_map, statistics }: Told): readonly LegendClass[] {
  if (statistics.severities) return statistics.severities.map(({ severity }) => severity);
  return kinds_on_map ? statistics.kinds.map(({ kind }) => kind) : ['changed'];
}
