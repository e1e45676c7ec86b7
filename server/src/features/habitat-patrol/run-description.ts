import { parseArea } from '@refugia/contract/area.ts';
import type { AnalysisResult, Run, RunProgress } from '@refugia/contract/habitat-patrol.ts';
import type { AnalysisResult as EngineResult } from '@refugia/engine/analysis/types.ts';
import type { Imagery } from './imagery.ts';
import type { RunRow } from './queries.ts';

/** What is told of a run; a waiting one's progress is its place in the queue. */
export function describeRun(run: RunRow, progress: RunProgress | null): Run {
  return {
    id: run.id,
    status: run.status,
    coords: run.coords,
    startDate: run.startDate,
    endDate: run.endDate,
    created_at: run.createdAt.toISOString(),
    progress,
    result: run.result,
    failure:
      run.status === 'failed'
        ? { reason: run.failureReason ?? '', permanent: run.failureIsPermanent ?? false }
        : null,
  };
}

/** A finished run in the contract's words, from the engine's. */
export function describeResult(
  run: RunRow,
  result: EngineResult,
  { mode, label }: Imagery,
): AnalysisResult {
  const template = (layer: string) => `/tiles/change/${run.id}/${layer}/{z}/{x}/{y}.png`;
  const { statistics } = result;
  return {
    id: run.id,
    poly: parseArea(run.coords),
    beforeImg: template('before'),
    afterImg: template('after'),
    changeImg: template('change'),
    change_occured: result.changeOccurred,
    before_date: result.beforeDate,
    after_date: result.afterDate,
    scenes: result.scenes.map(({ id, date, role, cloudCoverPercent, shareUsed }) => ({
      id,
      date,
      role,
      cloud_cover_percent: cloudCoverPercent,
      share_used: shareUsed,
    })),
    method: result.method,
    bands: [...result.bands],
    statistics: {
      area_hectares: statistics.areaHectares,
      clear_hectares: statistics.clearHectares,
      clear_share: statistics.clearShare,
      changed_hectares: statistics.changedHectares,
      changed_share: statistics.changedShare,
      patch_count: statistics.patchCount,
      largest_patch_hectares: statistics.largestPatchHectares,
      pixel_size_meters: statistics.pixelSizeMeters,
    },
    imagery: { mode, label },
    notes: [...result.notes],
  };
}
