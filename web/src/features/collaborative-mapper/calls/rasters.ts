import type { RasterLayer } from '@refugia/contract/collaborative-mapper/rasters.ts';
import type { CallApi } from '../../../lib/api-client.ts';

/** Fetches the pictures that lie on a map. */
export function fetchRasters(
  call: CallApi,
  mapId: number,
  signal?: AbortSignal,
): Promise<RasterLayer[]> {
  return call('/api/rrm/layers', { query: { id: mapId }, signal });
}

/** Deletes a picture of a map. */
export function deleteRaster(call: CallApi, id: string): Promise<{ id: string }> {
  return call('/api/rrm/layers', { method: 'DELETE', query: { id } });
}

/**
 * Sets where a picture lies.
 * @param coordinates "west south east north" in degrees
 */
export function placeRaster(call: CallApi, id: string, coordinates: string): Promise<RasterLayer> {
  return call('/api/rrm/raster_place', { method: 'PUT', body: { id, coordinates } });
}
