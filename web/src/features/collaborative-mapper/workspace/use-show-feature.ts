import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { showFailure, showToast } from '../../../ui/overlays/toast.tsx';
import { fetchFeatures } from '../calls/features.ts';
import { readFeature } from '../state/features.ts';
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
    const { features } = await fetchFeatures(client.call, { mapId: client.mapId, feature: id });
    return features.length === 0 ? null : readFeature(features[0]).state.geometry;
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
