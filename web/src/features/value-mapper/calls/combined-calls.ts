import { combinedPath } from '@refugia/contract/value-mapper/calls.ts';
import type { Combination, CombinedRaster } from '@refugia/contract/value-mapper/combined.ts';
import { download } from './raster-calls.ts';
import { callValueMapper } from './shared-link.ts';

interface ProjectCombined {
  readonly combined: CombinedRaster | null;
}

/** Fetches the combined values of a project's layers, or null without them. */
export async function fetchCombined(
  projectId: number,
  signal?: AbortSignal,
): Promise<CombinedRaster | null> {
  return (await callValueMapper<ProjectCombined>(combinedPath(projectId), { signal })).combined;
}

/** Stores how a project's layers are combined, and begins to combine them. */
export async function storeCombination(
  projectId: number,
  body: Combination,
): Promise<CombinedRaster | null> {
  const path = combinedPath(projectId);
  return (await callValueMapper<ProjectCombined>(path, { method: 'PUT', body })).combined;
}

/** Waits until the combined values are built. */
export async function completeCombined(
  projectId: number,
  signal: AbortSignal,
): Promise<CombinedRaster | null> {
  const path = `${combinedPath(projectId)}/completion`;
  return (await callValueMapper<ProjectCombined>(path, { method: 'POST', signal })).combined;
}

/** Deletes the combined values of a project's layers. */
export function deleteCombined(projectId: number): Promise<unknown> {
  return callValueMapper(combinedPath(projectId), { method: 'DELETE' });
}

/** Starts a download of the combined values in the browser. */
export function downloadCombined(projectId: number): Promise<void> {
  return download(`${combinedPath(projectId)}/file/ticket`);
}
