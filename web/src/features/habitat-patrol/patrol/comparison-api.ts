import type { RunComparison } from '@refugia/contract/habitat-patrol/run-comparison.ts';
import { limits } from '@refugia/contract/limits.ts';
import { callApi } from '../../../lib/session.ts';

/** Two runs that are compared, in any order. */
export interface ComparedIds {
  readonly run: string;
  readonly other: string;
}

const addressOf = ({ run, other }: ComparedIds, file: string) =>
  `/api/changedetection/runs/${encodeURIComponent(run)}/${file}?with=${encodeURIComponent(other)}`;

/** The key under which the browser keeps a comparison. */
export const comparisonKey = ({ run, other }: ComparedIds) =>
  ['changedetection', 'comparison', run, other] as const;

/** Fetches what is new, gone and the same in two runs. */
export function fetchComparison(ids: ComparedIds, signal: AbortSignal): Promise<RunComparison> {
  return callApi<RunComparison>(addressOf(ids, 'comparison'), { signal });
}

/** The address of all compared patches as GeoJSON. */
export const comparisonFileAddress = (ids: ComparedIds) => addressOf(ids, 'comparison.geojson');

/** The address of the patches that the lists show. */
export const shownPatchesAddress = (ids: ComparedIds) =>
  `${comparisonFileAddress(ids)}&limit=${limits.habitatPatrol.maxComparedPatches}`;
