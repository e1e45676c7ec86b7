import type { Batch, BatchList, NewBatch } from '@refugia/contract/habitat-patrol/batches.ts';
import { callApi } from '../../../lib/session.ts';

const path = '/api/changedetection/batches';

/** The address of the calls for a batch. */
export const batchPath = (id: string) => `${path}/${encodeURIComponent(id)}`;

/** The keys under which the browser keeps a person's batches, and one of them. */
export const batchesKey = ['changedetection', 'batches'] as const;
export const batchKey = (id: string) => [...batchesKey, id] as const;

/** Compares several areas between the same two dates, each by a run of its own. */
export const startBatch = (batch: NewBatch) =>
  callApi<Batch>(path, { method: 'POST', body: batch });

export const fetchBatches = (signal: AbortSignal) => callApi<BatchList>(path, { signal });

export const fetchBatch = (id: string, signal: AbortSignal) =>
  callApi<Batch>(batchPath(id), { signal });

/** Stops the runs of a batch that have not ended. */
export const stopBatch = (id: string) =>
  callApi<Batch>(`${batchPath(id)}/cancel`, { method: 'POST' });

/** Deletes a batch with its runs. */
export const deleteBatch = (id: string) => callApi<unknown>(batchPath(id), { method: 'DELETE' });
