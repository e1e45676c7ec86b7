import type {
  LayerChange,
  OccurrenceSearch,
  UploadReply,
  VectorLayer,
} from '@refugia/contract/collaborative-mapper/layers.ts';
import type { CallApi } from '../../../lib/api-client.ts';

/** What an imported vector file, or species range, became. */
export type ImportedLayer = Extract<UploadReply, { layer: VectorLayer }>;

export function changeLayer(call: CallApi, change: LayerChange): Promise<VectorLayer> {
  return call('/api/rrm/vector_layers', { method: 'PUT', body: change });
}

/** Finds the taxa that a name may mean, for their recorded occurrences. */
export function searchOccurrences(
  call: CallApi,
  name: string,
  signal?: AbortSignal,
): Promise<OccurrenceSearch> {
  return call('/api/rrm/gbif', { query: { q: name }, signal });
}
