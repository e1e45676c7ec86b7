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
import type { Run } from '@refugia/contract/habitat-patrol/runs.ts';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { callApi } from '../../../lib/session.ts';

const runs = '/api/changedetection/runs';
const addressOf = (id: string) => `${runs}/${encodeURIComponent(id)}`;

/** The keys under which the browser keeps a person's list of runs, and a run. */
export const runsKey = ['changedetection', 'runs'] as const;
export const runKey = (id: string) => ['changedetection', 'run', id] as const;

/** Fetches a run. */
export function fetchRun(id: string, signal: AbortSignal): Promise<Run> {
  return callApi<Run>(addressOf(id), { signal });
}

/** Fetches a part of the list of patches, the largest first. */
export function fetchPatches(
  id: string,
  range: { limit: number; offset: number },
  signal: AbortSignal,
): Promise<PatchPage> {
  return callApi<PatchPage>(`${addressOf(id)}/patches`, { query: range, signal });
}

/** Fetches a patch with its outline, or null if the run has none with this number. */
export async function fetchPatchDetails(
  id: string,
  number: number,
  signal: AbortSignal,
): Promise<PatchDetails | null> {
  try {
    return await callApi<PatchDetails>(`${addressOf(id)}/patches/${number}`, { signal });
  } catch (error) {
    if (error instanceof RequestRefusedError && error.code === 'patch_not_found') return null;
    throw error;
  }
}

/** The key under which the browser keeps a patch with its outline. */
export const patchKey = (runId: string | null, number: number | null) =>
  ['changedetection', 'patch', runId, number] as const;

/** The key under which the browser keeps what people said of a run's patches. */
export const verdictsKey = (runId: string) => ['changedetection', 'verdicts', runId] as const;

/** Fetches what people said of a run's patches. */
export function fetchVerdicts(id: string, signal: AbortSignal): Promise<RunVerdicts> {
  return callApi<RunVerdicts>(`${addressOf(id)}/verdicts`, { signal });
}

/** The key under which the browser keeps when a run's patches changed. */
export const datesKey = (runId: string) => ['changedetection', 'dates', runId] as const;

/** Fetches when a run's patches changed, as far as that is known. */
export function fetchDates(id: string, signal: AbortSignal): Promise<RunDating> {
  return callApi<RunDating>(`${addressOf(id)}/dates`, { signal });
}

/** Says whether a patch is real. */
export function saveVerdict(
  id: string,
  patch: number,
  change: VerdictChange,
): Promise<RunVerdicts> {
  return callApi<RunVerdicts>(`${addressOf(id)}/patches/${patch}/verdict`, {
    method: 'PUT',
    body: change,
  });
}

/** Fetches the patch at a place, which is given in degrees. */
export function fetchPatchAt(
  id: string,
  place: { longitude: string; latitude: string },
  signal: AbortSignal,
): Promise<PatchAt> {
  return callApi<PatchAt>(`${addressOf(id)}/patches/at`, { query: place, signal });
}

/** The address of a run's file. Anyone who knows the run's id may have it. */
export function downloadAddress(id: string, file: RunDownload): string {
  return `${addressOf(id)}/downloads/${file}`;
}

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
export function createKey(id: string): Promise<ConnectionKey> {
  return callApi<ConnectionKey>(`${addressOf(id)}/key`, { method: 'POST' });
}

/** Revokes the key of a run. */
export async function revokeKey(id: string): Promise<void> {
  await callApi(`${addressOf(id)}/key`, { method: 'DELETE' });
}

/** Fetches the caller's own runs, the newest first. */
export function fetchRuns(
  range: { limit: number; offset: number },
  signal: AbortSignal,
): Promise<RunPage> {
  return callApi<RunPage>(runs, { query: range, signal });
}

/** Renames a run, or says who may judge its patches. */
export async function changeRun(id: string, changes: RunChanges): Promise<void> {
  await callApi(addressOf(id), { method: 'PATCH', body: changes });
}

/** Deletes a run. */
export async function deleteRun(id: string): Promise<void> {
  await callApi(addressOf(id), { method: 'DELETE' });
}

/** Moves runs that this browser made before the log-in into the account. */
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
export function addPatchesToMap(
  id: string,
  mapID: number,
  patches: readonly number[],
): Promise<PatchesOnMap> {
  return callApi<PatchesOnMap>(`${addressOf(id)}/patches/to-map`, {
    method: 'POST',
    body: { mapID, patches },
  });
}
