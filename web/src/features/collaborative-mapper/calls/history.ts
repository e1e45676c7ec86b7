import type { HistoryEntry } from '@refugia/contract/collaborative-mapper/history.ts';
import type { Applied, Resolution } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { CallApi } from '../../../lib/api-client.ts';

const path = '/api/rrm/history';

/** What happened on a map, the latest first. @param before only what came before this number */
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

/** Takes one change back; later ones are kept. Throws a refusal with the conflicts where they clash. */
export function revertChange(
  call: CallApi,
  { mapId, group, resolutions }: Reversion,
): Promise<Applied> {
  return call(path, { method: 'POST', body: { id: mapId, group, resolutions } });
}
