import type { ListedMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import type {
  ConnectionKey,
  RunChanges,
  RunPage,
} from '@refugia/contract/habitat-patrol/my-runs.ts';
import type {
  RunVerdicts,
  VerdictChange,
} from '@refugia/contract/habitat-patrol/patch-verdicts.ts';
import type { RunDating } from '@refugia/contract/habitat-patrol/run-dating.ts';
import type {
  PatchAt,
  PatchDetails,
  PatchesOnMap,
  PatchPage,
  RunDownload,
} from '@refugia/contract/habitat-patrol/run-patches.ts';
import { hasEnded, type RunStatus } from '@refugia/contract/habitat-patrol/run-status.ts';
import type { Run } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi } from '../../../lib/session.ts';

const runs = '/api/changedetection/runs';
const addressOf = (id: string) => `${runs}/${encodeURIComponent(id)}`;

/** The key under which the browser keeps the pages of a person's list of runs. */
export const runsKey = ['changedetection', 'runs'] as const;

/** Fetches the caller's own runs, the newest first. */
export const fetchRuns = (range: { limit: number; offset: number }, signal: AbortSignal) =>
  callApi<RunPage>(runs, { query: range, signal });

/** How often a list of runs is read again: until all of them have ended. */
export const refetchUntilEnded = (listed: readonly { status: RunStatus }[] | undefined) =>
  listed?.every(hasEnded) === false && limits.habitatPatrol.runListMilliseconds;

export const runQuery = (id: string) =>
  apiQuery<Run>(['changedetection', 'run', id], addressOf(id));

/** Fetches a part of the list of patches, the largest first. */
export const fetchPatches = (
  id: string,
  range: { limit: number; offset: number },
  signal: AbortSignal,
) => callApi<PatchPage>(`${addressOf(id)}/patches`, { query: range, signal });

/** A patch with its outline, or null if the run has none with this number. */
export const patchQuery = (runId: string, number: number) =>
  queryOptions({
    queryKey: ['changedetection', 'patch', runId, number],
    queryFn: ({ signal }) =>
      callApi<PatchDetails>(`${addressOf(runId)}/patches/${number}`, { signal }).catch(
        (error: unknown) => {
          if (error instanceof RequestRefusedError && error.code === 'patch_not_found') return null;
          throw error;
        },
      ),
  });

/** Fetches the patch at a place, which is given in degrees. */
export const fetchPatchAt = (
  id: string,
  place: { longitude: string; latitude: string },
  signal: AbortSignal,
) => callApi<PatchAt>(`${addressOf(id)}/patches/at`, { query: place, signal });

/** The key under which the browser keeps the verdicts on a run's patches, whoever reads them. */
export const verdictsKey = (runId: string) => ['changedetection', 'verdicts', runId];

/** The verdicts on a run's patches, which name those of the reader as their own. */
export const verdictsQuery = (runId: string, person: string) =>
  apiQuery<RunVerdicts>([...verdictsKey(runId), person], `${addressOf(runId)}/verdicts`);

/** Says whether a patch is real. */
export const saveVerdict = (id: string, patch: number, change: VerdictChange) =>
  callApi<RunVerdicts>(`${addressOf(id)}/patches/${patch}/verdict`, {
    method: 'PUT',
    body: change,
  });

/** When a run's patches changed, as far as that is known. */
export const datesQuery = (runId: string) =>
  apiQuery<RunDating>(['changedetection', 'dates', runId], `${addressOf(runId)}/dates`);

/** The address of a run's file. Anyone who knows the run's id may have it. */
export const downloadAddress = (id: string, file: RunDownload) =>
  `${addressOf(id)}/downloads/${file}`;

/**
 * Fetches the key of a run.
 * @returns null while the run has no key, 'not yours' for somebody else's run
 */
export async function fetchKey(
  id: string,
  signal: AbortSignal,
): Promise<ConnectionKey | 'not yours' | null> {
  try {
    return await callApi<ConnectionKey>(`${addressOf(id)}/key`, { signal });
  } catch (error) {
    if (!(error instanceof RequestRefusedError)) throw error;
    if (error.code === 'no_key') return null;
    if (error.code === 'not_your_run' || error.code === 'not_authenticated') return 'not yours';
    throw error;
  }
}

/** Makes a new key; an earlier one stops working. */
export const createKey = (id: string) =>
  callApi<ConnectionKey>(`${addressOf(id)}/key`, { method: 'POST' });

export const revokeKey = (id: string) => callApi(`${addressOf(id)}/key`, { method: 'DELETE' });

/** Renames a run, or says who may judge its patches. */
export const changeRun = (id: string, changes: RunChanges) =>
  callApi(addressOf(id), { method: 'PATCH', body: changes });

export const deleteRun = (id: string) => callApi(addressOf(id), { method: 'DELETE' });

/** Moves runs that this browser made before the log-in into the account, and counts them. */
export async function claimRuns(): Promise<number> {
  const { claimed } = await callApi<{ claimed: number }>(`${runs}/claim`, { method: 'POST' });
  return claimed;
}

/** Fetches the maps of the Collaborative Mapper that the person may add to, the newest first. */
export async function fetchOwnMaps(signal: AbortSignal): Promise<ListedMap[]> {
  const maps = await callApi<ListedMap[]>('/api/rrm/maps_requests', {
    query: { type: 'my_maps' },
    signal,
  });
  return maps.filter(({ status }) => status !== 'viewer');
}

/** Adds patches to a map of one's own, or proposes them to a map that one edits. */
export const addPatchesToMap = (id: string, mapID: number, patches: readonly number[]) =>
  callApi<PatchesOnMap>(`${addressOf(id)}/patches/to-map`, {
    method: 'POST',
    body: { mapID, patches },
  });
