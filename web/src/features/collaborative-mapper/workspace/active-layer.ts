import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { useSyncExternalStore } from 'react';
import { type StoredText, storedText } from '../../../lib/stored-text.ts';
import { useShownLayers } from './lists.ts';
import { useOpenMap } from './open-map.ts';

const kept = new Map<number, StoredText>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The layer that was chosen on a map, which this browser remembers. */
function choiceOn(mapId: number): StoredText {
  const known = kept.get(mapId) ?? storedText('localStorage', `active-layer-${mapId}`);
  kept.set(mapId, known);
  return known;
}

/**
 * The layer into which this person draws: the one that was chosen last on this map, else the default
 * layer. It is undefined while the layers are loading, and on a map without a layer.
 */
export function useActiveLayer(): {
  readonly layer: VectorLayer | undefined;
  choose(id: string): void;
} {
  const { id: mapId } = useOpenMap().map;
  const layers = useShownLayers();
  const choice = choiceOn(mapId);
  const chosen = useSyncExternalStore(subscribe, choice.read);
  return {
    layer:
      layers.find(({ id }) => id === chosen) ??
      layers.find(({ is_default: isDefault }) => isDefault) ??
      layers.at(-1),
    choose(id) {
      choice.write(id);
      for (const listener of listeners) listener();
    },
  };
}
