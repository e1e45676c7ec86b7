import type { LayerValues } from '@refugia/contract/collaborative-mapper/layer-values.ts';
import { useQuery } from '@tanstack/react-query';
import { listKey } from '../calls/query-keys.ts';
import { useOpenMap } from '../workspace/open-map.ts';

/** The present values of an attribute of a layer. */
export function useLayerValues(layerId: string, attribute: string) {
  const { call, map } = useOpenMap();
  return useQuery({
    queryKey: [...listKey(map.id, 'features'), layerId, 'values', attribute],
    queryFn: ({ signal }) =>
      call<LayerValues>('/api/rrm/layer_values', { query: { id: layerId, attribute }, signal }),
  });
}
