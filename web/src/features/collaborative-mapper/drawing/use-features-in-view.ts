import type { MapFeatureList } from '@refugia/contract/collaborative-mapper/features.ts';
import { useQuery } from '@tanstack/react-query';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { listenToMap } from '../../../map/map-events.ts';
import { listKey } from '../calls/map-lists.ts';
import { readFeature, type ShownFeature } from '../state/features.ts';
import { useOpenMap } from '../workspace/open-map.ts';

/** Loading more takes longer than zooming in. */
const mostFeatures = 500;

const none = { features: new Map<string, ShownFeature>(), isTooMany: false, isPending: false };

/** The whole features in view of a map that comes as tiles, which are too coarse to snap to. */
export function useFeaturesInView(map: MapLibreMap | undefined) {
  const { client, state } = useOpenMap();
  const isTiled = state.tileNews !== null;
  const box = useBox(isTiled ? map : undefined);
  const { data, fetchStatus } = useQuery({
    queryKey: [...listKey(client.mapId, 'features'), 'in view', box, state.seq],
    queryFn: async ({ signal }) => {
      const query = { id: client.mapId, box: box!, limit: mostFeatures };
      const { features, total } = await client.call<MapFeatureList>('/api/rrm/features', {
        query,
        signal,
      });
      const whole = features.map((feature) => ({ ...readFeature(feature), isPending: false }));
      return {
        box: box!,
        features: new Map<string, ShownFeature>(whole.map((feature) => [feature.id, feature])),
        /** Whether more are in view than are loaded. */
        isTooMany: total > features.length,
      };
    },
    enabled: box !== null,
    placeholderData: (before) => before,
  });
  if (!isTiled || !map) return none;
  // Changes by others are fetched as well, but nobody waits for those. Without a connection nothing
  // is loading.
  const isPending = box === null || (data?.box !== box && fetchStatus === 'fetching');
  const { features, isTooMany } = data ?? none;
  return { features, isTooMany, isPending };
}

/** West, south, east and north, as the server reads them. */
function useBox(map: MapLibreMap | undefined): string | null {
  const [box, setBox] = useState<string | null>(null);
  useEffect(() => {
    if (!map) return;
    const read = () => {
      const bounds = map.getBounds();
      const within = (degrees: number, most: number) => Math.max(-most, Math.min(most, degrees));
      setBox(
        [
          within(bounds.getWest(), 180),
          within(bounds.getSouth(), 90),
          within(bounds.getEast(), 180),
          within(bounds.getNorth(), 90),
        ]
          .map((degrees) => degrees.toFixed(5))
          .join(','),
      );
    };
    read();
    return listenToMap(map, { moveend: read });
  }, [map]);
  return box;
}
