import { geographySourceId } from '@refugia/contract/basemap-sources.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { useStore } from '../lib/store.ts';
import { baseLayerLabels } from './base-layers.ts';
import { listenToMap } from './map-events.ts';
import { StoredSwitch } from './stored-switch.ts';

/** Whether borders, rivers and names are shown over Satellite. */
export const namesOverPictures = new StoredSwitch('names-over-satellite');

/** Makes the map follow the choice. Other base maps always have their names. */
export function useNamesOverPictures(map: MapLibreMap | undefined): void {
  const isShown = useStore(namesOverPictures);
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
