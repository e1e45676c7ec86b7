import { writeArea } from '@refugia/contract/area.ts';
import type { AnalysisBody } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { type AreaOrigin, type Inputs, type Interest, initialState } from './patrol-state.ts';
import { isEveryScene } from './scene-choice.ts';

/** The request body of an analysis and of a search for its scenes. Defaults are left out. */
export function requestOf(state: Inputs & Interest): AnalysisBody {
  const { area, origin, startDate, endDate, method, landCover } = state;
  const scenes = scenesOf(state);
  const areaName = areaNameOf(origin)?.slice(0, limits.habitatPatrol.runNameMaxLength);
  return {
    coords: writeArea(area),
    startDate,
    endDate,
    ...(method !== initialState.method && { method }),
    ...(method === 'lda' && { landCover }),
    ...(scenes !== null && { scenes }),
    ...(areaName !== undefined && { areaName }),
  };
}

function scenesOf({ scenes: { before, after } }: Inputs): AnalysisBody['scenes'] | null {
  if (isEveryScene(before) && isEveryScene(after)) return null;
  return { ...(!isEveryScene(before) && { before }), ...(!isEveryScene(after) && { after }) };
}

/** The name that an area brings along: its file's or feature's, its species', its place's. */
export function areaNameOf(origin: AreaOrigin): string | undefined {
  if (origin.kind === 'species') return origin.info?.commonName || origin.pick.scientificName;
  if (origin.kind === 'upload') return origin.name ?? origin.fileName.replace(/\.\w+$/, '');
  return 'name' in origin ? origin.name : undefined;
}
