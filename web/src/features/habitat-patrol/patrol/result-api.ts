import type { ConnectionKey, RunPage } from '@refugia/contract/habitat-patrol/my-runs.ts';
import type {
  PatchAt,
  PatchPage,
  RunDownload,
  RunPatch,
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

/** Fetches the patch of a rank, or null if there is none. */
export async function fetchPatch(
  id: string,
  rank: number,
  signal: AbortSignal,
): Promise<RunPatch | null> {
  const { patches } = await fetchPatches(id, { limit: 1, offset: rank - 1 }, signal);
  return patches[0] ?? null;
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

/** Renames a run. */
export async function renameRun(id: string, name: string): Promise<void> {
  await callApi(addressOf(id), { method: 'PATCH', body: { name } });
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
