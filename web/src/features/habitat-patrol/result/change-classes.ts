import type { AnalysisResult } from '@refugia/contract/habitat-patrol/runs.ts';
import type { LegendClass } from './kind-swatch.tsx';

type Told = Pick<AnalysisResult, 'kinds_on_map' | 'statistics'>;

/**
 * Whether the change image has a colour for each class of change, so that a legend can name the
 * classes.
 */
export function tellsClasses({ kinds_on_map, statistics }: Told): boolean {
  return kinds_on_map === true || statistics.severities !== undefined;
}

/**
 * The classes of change on the change image. They are severities with the most severe first, or
 * kinds with the largest first, or a single class where the image does not distinguish any.
 */
export function changeClasses({ kinds_on_map, statistics }: Told): readonly LegendClass[] {
  if (statistics.severities) return statistics.severities.map(({ severity }) => severity);
  return kinds_on_map ? statistics.kinds.map(({ kind }) => kind) : ['changed'];
}
