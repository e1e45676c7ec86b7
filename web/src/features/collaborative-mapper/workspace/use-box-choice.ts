import { meetsFilter, writeFilter } from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import type { MapFeatureList } from '@refugia/contract/collaborative-mapper/features.ts';
import { limits } from '@refugia/contract/limits.ts';
import { isWithin } from '@refugia/engine/geo/bounds.ts';
import type { FlatGeometry } from '@refugia/engine/merge/index.ts';
import { failureText } from '../../../lib/api-errors.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { layerIdOf, readFeature } from '../state/features.ts';
import { boxOf } from '../state/tile-news.ts';
import { chosenFeatures } from './chosen-features.ts';
import { useShownLayers } from './lists.ts';
import { useMapFilter } from './map-filter.ts';
import { useOpenMap } from './open-map.ts';

/** Chooses the features that are shown on the map and lie whole inside a rectangle. */
export function useBoxChoice(): (rectangle: FlatGeometry) => Promise<void> {
  const { call, map, state } = useOpenMap();
  const { filter } = useMapFilter();
  const layers = useShownLayers();

  async function featuresAt(box: readonly number[]) {
    if (state.tileNews === null) return [...state.features.values()];
    // One more than can be chosen shows that there are too many.
    const limit = limits.collaborativeMapper.maxChangesAtOnce + 1;
    const query = {
      id: map.id,
      box: box.join(','),
      limit,
      filter: writeFilter(filter) || undefined,
    };
    const { features } = await call<MapFeatureList>('/api/rrm/features', { query });
    return features.map(readFeature);
  }

  return async (rectangle) => {
    const box = boxOf(rectangle);
    const hidden = new Set(layers.filter((each) => each.is_hidden).map(({ id }) => id));
    try {
      const found = (await featuresAt(box)).filter((feature) => {
        const { geometry, properties } = feature.state;
        const layer = layerIdOf(feature);
        const isInside = geometry !== null && isWithin(boxOf(geometry), box);
        return isInside && !hidden.has(layer) && meetsFilter(filter, layer, properties);
      });
      if (found.length === 0) showToast('message', 'No feature lies whole inside the box.');
      chosenFeatures.choose(found);
    } catch (error) {
      showToast('error', failureText(error, 'The features could not be read. Please try again.'));
    }
  };
}
