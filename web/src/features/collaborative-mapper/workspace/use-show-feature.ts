import type { MapFeatureList } from '@refugia/contract/collaborative-mapper/features.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { showFailure, showToast } from '../../../ui/overlays/toast.tsx';
import { boxOf } from '../state/tile-news.ts';
import { useMapTools, useOpenMap } from './open-map.ts';

/** In degrees. The map flies to smaller features, and larger ones fill the view. */
const pointDegrees = 0.0005;

/** Takes a feature in hand and brings it into view. A message says if the feature was deleted. */
export function useShowFeature(): (id: string) => Promise<void> {
  const { client, state } = useOpenMap();
  const { select, flyTo, fitBounds } = useMapTools();

  async function geometryOf(id: string): Promise<FeatureState['geometry']> {
    const known = state.features.get(id);
    if (known !== undefined) return known.state.geometry;
    const query = { id: client.mapId, feature: id };
    const { features } = await client.call<MapFeatureList>('/api/rrm/features', { query });
    return features[0] === undefined ? null : JSON.parse(features[0].layer);
  }

  return async (id) => {
    try {
      const bounds = boxOf(await geometryOf(id));
      const [west, south, east, north] = bounds;
      if (west > east) {
        showToast('message', 'This feature is no longer on the map.');
        return;
      }
      if (Math.max(east - west, north - south) > pointDegrees) fitBounds(bounds);
      else flyTo([(west + east) / 2, (south + north) / 2], 15);
      select(id);
    } catch (error) {
      showFailure(error, 'The feature could not be shown. Please try again.');
    }
  };
}
