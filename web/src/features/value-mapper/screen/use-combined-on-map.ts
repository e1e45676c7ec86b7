import { useEffect, useSyncExternalStore } from 'react';
import type { CombinedAppearance } from '../../../map/value-layer/appearance.ts';
import { combinedAppearance } from '../state/combination.ts';
import { valuedByScenario } from '../state/scenarios.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';

/**
 * Draws the combination of the layers in place of them while it is chosen or shown, without rendering React.
 * @returns the ids of the layers that the map needs for it, as a text that changes with them
 */
export function useCombinedOnMap(): string {
  const { combined, store, mapLayers } = useWorkspace();
  const idsNow = () => {
    const parts = [combined.shown(), combined.second()?.combination].flatMap(
      (each) => each?.layers ?? [],
    );
    return [...new Set(parts.map(({ data_layer }) => data_layer))].join();
  };
  const ids = useSyncExternalStore(combined.subscribe, idsNow);
  useEffect(() => {
    const show = () => {
      const combination = combined.shown();
      const layers = [...store.getState().layers, ...combined.getState().borrowed];
      const drawn: CombinedAppearance | null =
        combination && combinedAppearance(combination, combined.valued(layers));
      const second = combined.second();
      mapLayers.current?.combine(
        drawn,
        second && {
          appearance: combinedAppearance(second.combination, valuedByScenario(second, layers)),
          fromShare: combined.atRight() ? combined.getState().swipeShare : null,
        },
      );
    };
    show();
    const ends = [combined.subscribe(show), store.subscribe(show)];
    return () => {
      for (const end of ends) end();
    };
  }, [combined, store, mapLayers]);
  return ids;
}
