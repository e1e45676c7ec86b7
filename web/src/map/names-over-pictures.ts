import { geographySourceId } from '@refugia/contract/basemap-sources.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useSyncExternalStore } from 'react';
import { storedText } from '../lib/stored-text.ts';
import { baseLayerLabels } from './base-layers.ts';
import { listenToMap } from './map-events.ts';

const stored = storedText('localStorage', 'names-over-satellite');
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows borders, rivers and names over Satellite, or hides them, now and on later visits. */
export function showNamesOverPictures(isShown: boolean): void {
  if (isShown) stored.remove();
  else stored.write('off');
  for (const listener of listeners) listener();
}

/** Whether names are shown over pictures: yes, until a person chooses otherwise. */
export function useShowsNamesOverPictures(): boolean {
  return useSyncExternalStore(subscribe, () => stored.read() !== 'off');
}

/** Makes the map follow the choice. Other base maps always have their names. */
export function useNamesOverPictures(map: MapLibreMap | undefined): void {
  const isShown = useShowsNamesOverPictures();
  useEffect(() => {
    if (!map) return;
    const apply = () => {
      const style = map.style?.stylesheet;
      if (style?.name !== baseLayerLabels.satellite) return;
      for (const layer of style.layers) {
        const isOverlay = layer.type === 'line' || layer.type === 'symbol';
        if (!isOverlay || layer.source !== geographySourceId || !map.getLayer(layer.id)) continue;
        map.setLayoutProperty(layer.id, 'visibility', isShown ? 'visible' : 'none');
      }
    };
    apply();
    return listenToMap(map, { 'style.load': apply });
  }, [map, isShown]);
}
