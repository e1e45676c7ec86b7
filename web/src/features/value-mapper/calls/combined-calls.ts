import { combinedPath } from '@refugia/contract/value-mapper/calls.ts';
import type { Combination, CombinedRaster } from '@refugia/contract/value-mapper/combined.ts';
import type { CallOptions } from '../../../lib/api-client.ts';
import { download } from './raster-calls.ts';
import { callValueMapper } from './shared-link.ts';

async function callCombined(path: string, options: CallOptions): Promise<CombinedRaster | null> {
  return (await callValueMapper<{ combined: CombinedRaster | null }>(path, options)).combined;
}

/** Fetches the combined values of a project's layers, or null without them. */
export const fetchCombined = (projectId: number, signal?: AbortSignal) =>
  callCombined(combinedPath(projectId), { signal });

/** Stores how a project's layers are combined, and begins to combine them. */
export const storeCombination = (projectId: number, body: Combination) =>
  callCombined(combinedPath(projectId), { method: 'PUT', body });

/** Waits until the combined values are built. */
export const completeCombined = (projectId: number, signal: AbortSignal) =>
  callCombined(`${combinedPath(projectId)}/completion`, { method: 'POST', signal });

/** Deletes the combined values of a project's layers. */
export const deleteCombined = (projectId: number) =>
  callValueMapper(combinedPath(projectId), { method: 'DELETE' });

/** Starts a download of the combined values in the browser. */
export const downloadCombined = (projectId: number) =>
  download(`${combinedPath(projectId)}/file/ticket`);
