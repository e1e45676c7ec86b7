import type { HistoryEntry } from '@refugia/contract/collaborative-mapper/history.ts';
import type { Applied, Resolution } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { CallApi } from '../../../lib/api-client.ts';

const path = '/api/rrm/history';

/**
 * Fetches what happened on a map, the latest first.
 * @param before the number before which entries are wanted
 */
export function fetchHistory(
  call: CallApi,
  mapId: number,
  before: number | undefined,
  signal?: AbortSignal,
): Promise<HistoryEntry[]> {
  return call(path, { query: { id: mapId, before }, signal });
}

interface Reversion {
  mapId: number;
  group: string;
  resolutions?: Resolution[];
}

/**
 * Reverts one change and keeps later ones.
 * @throws RequestRefusedError with the conflicts, where later changes clash
 */
export function revertChange(
  call: CallApi,
  { mapId, group, resolutions }: Reversion,
): Promise<Applied> {
  return call(path, { method: 'POST', body: { id: mapId, group, resolutions } });
}
