import { Store, useStore } from '../../../lib/store.ts';
import { storedText } from '../../../lib/stored-text.ts';
import { useShownLayers } from './lists.ts';
import { useOpenMap } from './open-map.ts';

const keptOn = (mapId: number) => storedText('localStorage', `active-layer-${mapId}`);

/** The layer that was chosen on a map, by the map's id. This browser remembers it. */
class ActiveLayers extends Store<ReadonlyMap<number, string>> {
  choose(mapId: number, id: string): void {
    keptOn(mapId).write(id);
    this.setState(new Map(this.getState()).set(mapId, id));
  }
}
const activeLayers = new ActiveLayers(new Map());

/** The layer into which this person draws. Undefined while layers are loading or without any. */
export function useActiveLayer() {
  const { id: mapId } = useOpenMap().map;
  const layers = useShownLayers();
  const chosen = useStore(activeLayers).get(mapId) ?? keptOn(mapId).read();
  return {
    layer:
      layers.find(({ id }) => id === chosen) ??
      layers.find(({ is_default: isDefault }) => isDefault) ??
      layers.at(-1),
    choose: (id: string) => activeLayers.choose(mapId, id),
  };
}
