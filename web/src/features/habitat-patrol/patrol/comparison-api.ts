import type { RunComparison } from '@refugia/contract/habitat-patrol/run-comparison.ts';
import { limits } from '@refugia/contract/limits.ts';
import { apiQuery } from '../../../lib/api-query.ts';

/** Two runs that are compared, in any order. */
export interface ComparedIds {
  readonly run: string;
  readonly other: string;
}

const addressOf = ({ run, other }: ComparedIds, file: string) =>
  `/api/changedetection/runs/${encodeURIComponent(run)}/${file}?with=${encodeURIComponent(other)}`;

/** What is new, gone and the same in two runs. */
export const comparisonQuery = (ids: ComparedIds) => {
  const queryKey = ['changedetection', 'comparison', ids.run, ids.other];
  return apiQuery<RunComparison>(queryKey, addressOf(ids, 'comparison'));
};

/** The address of all compared patches as GeoJSON. */
export const comparisonFileAddress = (ids: ComparedIds) => addressOf(ids, 'comparison.geojson');

/** The address of the patches that the lists show. */
export const shownPatchesAddress = (ids: ComparedIds) =>
  `${comparisonFileAddress(ids)}&limit=${limits.habitatPatrol.maxComparedPatches}`;
