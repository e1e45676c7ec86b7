import { writeArea } from '@refugia/contract/area.ts';
import type { RunSummary } from '@refugia/contract/habitat-patrol/my-runs.ts';
import { runSentence, type StoredFact } from '@refugia/contract/habitat-patrol/run-facts.ts';
import type { Run, RunProgress, RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { AnalysisResult } from '@refugia/engine/analysis/types.ts';
import type { StoredResult } from '../../../platform/database/schema/index.ts';
import type { Imagery } from '../engine/imagery.ts';
import type { ListedRun } from './owner-queries.ts';
import type { RunRow } from './queries.ts';
import type { RunState } from './run-watch.ts';

const dayMilliseconds = 24 * 3_600_000;

/** Describes a run for the API. The progress of a waiting run is its place in the queue. */
export function describeRun(
  run: RunRow,
  context: { progress: RunProgress | null; isOwner: boolean; retentionDays: number },
): Run {
  const { progress, isOwner, retentionDays } = context;
  return {
    id: run.id,
    name: nameOf(run),
    is_owner: isOwner,
    status: run.status,
    coords: writeArea(run.area.geometry),
    startDate: run.startDate,
    endDate: run.endDate,
    created_at: run.createdAt.toISOString(),
    expires_at: expiryOf(run, retentionDays),
    progress,
    result: run.result && tellResult(run.result),
    failure:
      run.status === 'failed'
        ? { reason: failureText(run), permanent: run.failureIsPermanent ?? false }
        : null,
  };
}

/** A result as people read it. */
export function tellResult(result: StoredResult): RunResult {
  return { ...result, notes: result.notes.map(runSentence) };
}

/** Why a run failed, in a sentence; empty where it did not fail. */
export function failureText({ failureReason }: Pick<RunRow, 'failureReason'>): string {
  return failureReason === null ? '' : runSentence(failureReason);
}

/** A run as a list of runs shows it. */
export function summariseRun(run: ListedRun, retentionDays: number): RunSummary {
  const { statistics } = run;
  return {
    id: run.id,
    name: nameOf(run),
    status: run.status,
    startDate: run.startDate,
    endDate: run.endDate,
    method: run.method,
    imagery_mode: run.imageryMode,
    created_at: run.createdAt.toISOString(),
    expires_at: expiryOf(run, retentionDays),
    change_occured: run.changeOccurred,
    area_hectares: statistics?.area_hectares ?? null,
    clear_share: statistics?.clear_share ?? null,
    changed_hectares: statistics?.changed_hectares ?? null,
    thumbnail: statistics && `/api/changedetection/runs/${run.id}/thumbnail.png`,
  };
}

/** The name of a run: its owner's name for it, or else its area's name, or else its place. */
export function nameOf({
  name,
  areaName,
  placeName,
}: Pick<ListedRun, 'name' | 'areaName' | 'placeName'>): string {
  return name ?? areaName ?? placeName ?? '';
}

function expiryOf(
  { accountId, createdAt }: Pick<RunRow, 'accountId' | 'createdAt'>,
  retentionDays: number,
): string | null {
  if (accountId !== null) return null;
  return new Date(createdAt.getTime() + retentionDays * dayMilliseconds).toISOString();
}

/** Converts the engine's result into the form of the contract, with its notes as facts. */
export function describeResult(
  run: RunRow,
  result: AnalysisResult,
  { mode, label }: Imagery,
): StoredResult {
  const template = (layer: string) => `/tiles/change/${run.id}/${layer}/{z}/{x}/{y}.png`;
  const { statistics, parameters, provenance } = result;
  return {
    id: run.id,
    poly: run.area.geometry,
    bbox: run.area.bounds,
    beforeImg: template('before'),
    afterImg: template('after'),
    changeImg: template('change'),
    kinds_on_map: statistics.severities === undefined,
    change_occured: result.changeOccurred,
    before_date: result.beforeDate,
    after_date: result.afterDate,
    scenes: listedScenes(result.scenes).map(
      ({ id, date, role, platform, cloudCoverPercent, cloudShare, shareUsed }) => ({
        id,
        date,
        role,
        platform,
        cloud_cover_percent: cloudCoverPercent,
        cloud_share: cloudShare,
        share_used: shareUsed,
      }),
    ),
    method: result.method,
    parameters: {
      land_cover: parameters.landCover,
      blank_mask_margins: parameters.blankMaskMargins,
      window_days: parameters.windowDays,
      smallest_patch_pixels: parameters.smallestPatchPixels,
      smallest_change_hectares: parameters.smallestChangeHectares,
      scenes: run.options.scenes ?? {},
    },
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
      kinds: statistics.kinds.map(({ kind, hectares, share, patchCount }) => ({
        kind,
        hectares,
        share,
        patch_count: patchCount,
      })),
      ...(statistics.severities && { severities: [...statistics.severities] }),
      listed_patch_count: result.listedPatchCount,
    },
    imagery: { mode, label },
    provenance: {
      software: provenance.software,
      version: provenance.version,
      catalogue_url: provenance.catalogueUrl,
      collections: [...provenance.collections],
      computed_at: provenance.computedAt,
    },
    notes: [...result.notes, ...unlistedNotes(result.scenes)],
  };
}

/**
 * The scenes that a result lists. Of a very large area's thousands, these are the ones with the
 * largest shares.
 */
function listedScenes(scenes: AnalysisResult['scenes']): AnalysisResult['scenes'] {
  const { maxListedScenes } = limits.habitatPatrol;
  if (scenes.length <= maxListedScenes) return scenes;
  const kept = scenes.toSorted((a, b) => b.shareUsed - a.shareUsed).slice(0, maxListedScenes);
  return kept.sort((a, b) => b.role.localeCompare(a.role) || b.shareUsed - a.shareUsed);
}

function unlistedNotes({ length }: AnalysisResult['scenes']): StoredFact[] {
  const { maxListedScenes } = limits.habitatPatrol;
  if (length <= maxListedScenes) return [];
  return [{ code: 'scenes-not-all-listed', params: { scenes: length, listed: maxListedScenes } }];
}

/** The progress of a run for the API, or null once the run has ended. */
export function progressOf(
  run: Pick<RunState, 'status' | 'progress' | 'createdAt' | 'queuePosition'>,
): RunProgress | null {
  switch (run.status) {
    case 'queued':
      return {
        step: 'waiting',
        elapsed_seconds: secondsSince(run.createdAt),
        ...(run.queuePosition !== undefined && { queue_position: run.queuePosition }),
      };
    case 'running':
      return run.progress ?? { step: 'searching', elapsed_seconds: 0 };
    case 'done':
    case 'failed':
    case 'cancelled':
      return null;
  }
}

function secondsSince(instant: Date): number {
  return Math.max(0, (Date.now() - instant.getTime()) / 1000);
}
