import { limits } from '@refugia/contract/limits.ts';
import { useMemo } from 'react';
import { Store, useStore } from '../../../lib/store.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import type { ConfirmedFeature } from '../state/map-state.ts';
import { useOpenMap } from './open-map.ts';

const { maxChangesAtOnce } = limits.collaborativeMapper;

/** Tells a person that too many features are chosen to be changed together. */
export function refuseSoMany(): void {
  showToast(
    'warning',
    `At most ${maxChangesAtOnce.toLocaleString('en-US')} features can be changed at once. Choose fewer, for example with a filter.`,
  );
}

/**
 * The features that are chosen to be changed together, as they were when they were chosen: a large
 * map does not keep them otherwise.
 */
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
