import type { ExportFormat } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { CallApi } from '../../../lib/api-client.ts';

interface ExportRequest {
  mapId: number;
  format: ExportFormat;
  /** One layer alone; `drawn` is what belongs to none. */
  layerId?: string;
}

/** The map, or one layer of it, as the bytes of a file. */
export function exportMap(
  call: CallApi,
  { mapId, format, layerId }: ExportRequest,
  signal?: AbortSignal,
): Promise<Blob> {
  const query = { id: mapId, format, layer_id: layerId };
  return call('/api/rrm/export', { query, asFile: true, signal });
}
