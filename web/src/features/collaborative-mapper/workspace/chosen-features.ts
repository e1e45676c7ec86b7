import { meetsFilter, writeFilter } from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import { limits } from '@refugia/contract/limits.ts';
import { isWithin } from '@refugia/engine/geo/bounds.ts';
import type { FlatGeometry } from '@refugia/engine/merge/index.ts';
import { useMemo } from 'react';
import { Store, useStore } from '../../../lib/store.ts';
import { showFailure, showToast } from '../../../ui/overlays/toast.tsx';
import { fetchFeatures } from '../calls/features.ts';
import { layerIdOf, readFeature } from '../state/features.ts';
import type { ConfirmedFeature } from '../state/map-state.ts';
import { boxOf } from '../state/tile-news.ts';
import { useShownLayers } from './lists.ts';
import { useMapFilter } from './map-filter.ts';
import { useOpenMap } from './open-map.ts';

const { maxChangesAtOnce } = limits.collaborativeMapper;

/** Tells a person that too many features are chosen to be changed together. */
export function refuseSoMany(): void {
  showToast(
    'warning',
    `At most ${maxChangesAtOnce.toLocaleString('en-US')} features can be changed at once. Choose fewer, for example with a filter.`,
  );
}

/** As they were when they were chosen: a large map does not keep features otherwise. */
class ChosenFeatures extends Store<ReadonlyMap<string, ConfirmedFeature>> {
  /** Chooses these instead of those before, unless there are too many. */
  choose(features: readonly ConfirmedFeature[]): void {
    if (features.length > maxChangesAtOnce) refuseSoMany();
    else this.setState(new Map(features.map((feature) => [feature.id, feature])));
  }

  toggle(feature: ConfirmedFeature): void {
    const others = [...this.getState().values()].filter(({ id }) => id !== feature.id);
    this.choose(this.getState().has(feature.id) ? others : [...others, feature]);
  }

  clear(): void {
    if (this.getState().size > 0) this.setState(new Map());
  }
}

export const chosenFeatures = new ChosenFeatures(new Map());

/** The chosen features as they are now. Those that were deleted meanwhile are left out. */
export function useChosenFeatures(): readonly ConfirmedFeature[] {
  const { features, tileNews } = useOpenMap().state;
  const chosen = useStore(chosenFeatures);
  return useMemo(
    () =>
      [...chosen.values()].flatMap(
        (feature) => features.get(feature.id) ?? (tileNews === null ? [] : feature),
      ),
    [chosen, features, tileNews],
  );
}

/** Chooses the features that are shown on the map and lie whole inside a rectangle. */
export function useBoxChoice(): (rectangle: FlatGeometry) => Promise<void> {
  const { call, map, state } = useOpenMap();
  const { filter } = useMapFilter();
  const layers = useShownLayers();

  async function featuresAt(box: readonly number[]) {
    if (state.tileNews === null) return [...state.features.values()];
    // One more than can be chosen shows that there are too many.
    const limit = limits.collaborativeMapper.maxChangesAtOnce + 1;
    const page = { mapId: map.id, box: box.join(','), limit, filter: writeFilter(filter) };
    return (await fetchFeatures(call, page)).features.map(readFeature);
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
      showFailure(error, 'The features could not be read. Please try again.');
    }
  };
}
