import type { ExportFormat } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { CallApi } from '../../../lib/api-client.ts';

interface ExportRequest {
  mapId: number;
  format: ExportFormat;
  /**
   * The id of one layer to export alone. `drawn` stands for the features that belong to no layer.
   */
  layerId?: string;
}

/**
 * Exports the map, or one layer of it.
 * @returns the file's bytes
 */
export function exportMap(
  call: CallApi,
  { mapId, format, layerId }: ExportRequest,
  signal?: AbortSignal,
): Promise<Blob> {
  const query = { id: mapId, format, layer_id: layerId };
  return call('/api/rrm/export', { query, asFile: true, signal });
}
