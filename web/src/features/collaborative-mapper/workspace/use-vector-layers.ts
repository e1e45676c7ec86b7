import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLayersHiddenHere } from './layers-hidden-here.ts';
import { useOpenMap } from './open-map.ts';

const none: readonly VectorLayer[] = [];

/**
 * The vector layers of the open map, kept up to date by its operations. Layers that this person
 * hides here count as hidden.
 */
export function useVectorLayers(): readonly VectorLayer[] {
  const { client } = useOpenMap();
  const { data } = useQuery({
    queryKey: ['rrm', client.mapId, 'layers'],
    queryFn: ({ signal }) =>
      client.call<VectorLayer[]>('/api/rrm/vector_layers', { query: { id: client.mapId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const hiddenHere = useLayersHiddenHere();
  return useMemo(
    () =>
      data?.map((each) => (hiddenHere.has(each.id) ? { ...each, is_hidden: true } : each)) ?? none,
    [data, hiddenHere],
  );
}
