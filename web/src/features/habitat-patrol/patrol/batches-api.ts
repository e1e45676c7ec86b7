import type { Batch, BatchList, NewBatch } from '@refugia/contract/habitat-patrol/batches.ts';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi } from '../../../lib/session.ts';

const path = '/api/changedetection/batches';

/** The address of the calls for a batch. */
export const batchPath = (id: string) => `${path}/${encodeURIComponent(id)}`;

/** The person's batches. Their key begins the key of each. */
export const batchesQuery = apiQuery<BatchList>(['changedetection', 'batches'], path);

export const batchQuery = (id: string) =>
  apiQuery<Batch>([...batchesQuery.queryKey, id], batchPath(id));

/** Compares several areas between the same two dates, each by a run of its own. */
export const startBatch = (batch: NewBatch) =>
  callApi<Batch>(path, { method: 'POST', body: batch });

/** Stops the runs of a batch that have not ended. */
export const stopBatch = (id: string) =>
  callApi<Batch>(`${batchPath(id)}/cancel`, { method: 'POST' });

/** Deletes a batch with its runs. */
export const deleteBatch = (id: string) => callApi(batchPath(id), { method: 'DELETE' });
