import type {
  LayerChange,
  OccurrenceSearch,
  UploadReply,
  VectorLayer,
} from '@refugia/contract/collaborative-mapper/layers.ts';
import type { CallApi } from '../../../lib/api-client.ts';

const path = '/api/rrm/vector_layers';

/** Fetches a map's vector layers, the lowest first. */
export function fetchVectorLayers(
  call: CallApi,
  mapId: number,
  signal?: AbortSignal,
): Promise<VectorLayer[]> {
  return call(path, { query: { id: mapId }, signal });
}

/**
 * Changes a vector layer.
 * @returns the layer after the change
 */
export function changeLayer(call: CallApi, change: LayerChange): Promise<VectorLayer> {
  return call(path, { method: 'PUT', body: change });
}

interface Renaming {
  mapId: number;
  from: string;
  to: string;
}

/**
 * Renames a vector layer.
 * @returns the layer after the change
 */
export function renameLayer(call: CallApi, { mapId, from, to }: Renaming): Promise<VectorLayer> {
  const body = { id: mapId, old_dataset: from, new_dataset: to };
  return call('/api/rrm/layers', { method: 'PUT', body });
}

/** Deletes a vector layer with all its features. */
export function deleteLayer(
  call: CallApi,
  mapId: number,
  dataset: string,
): Promise<{ deleted: number }> {
  return call('/api/rrm/features', { method: 'DELETE', query: { dataset, mapID: mapId } });
}

interface UploadTask {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Sends a vector file or a picture, which becomes a layer of the map. */
export function uploadLayer(
  call: CallApi,
  mapId: number,
  file: File,
  task: UploadTask,
): Promise<UploadReply> {
  const form = new FormData();
  // The server reads the map's id before the file arrives.
  form.append('id', String(mapId));
  form.append('file', file);
  return call('/api/rrm/upload', { method: 'POST', body: form, ...task });
}

/** What an imported vector file, or species range, became. */
export type ImportedLayer = Extract<UploadReply, { layer: VectorLayer }>;

/** Adds a species' range to the map as a layer. The map records which species it is. */
export function importSpeciesRange(
  call: CallApi,
  mapId: number,
  species: string,
): Promise<ImportedLayer> {
  return call('/api/rrm/species_range', { method: 'POST', body: { mapID: mapId, species } });
}

/** Finds the taxa that a name may mean, for their recorded occurrences. */
export function searchOccurrences(
  call: CallApi,
  name: string,
  signal?: AbortSignal,
): Promise<OccurrenceSearch> {
  return call('/api/rrm/gbif', { query: { q: name }, signal });
}
