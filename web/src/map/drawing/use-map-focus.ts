import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect } from 'react';

/**
 * Gives the map the focus when a tool was chosen by keyboard, because the map handles the keys that
 * draw.
 * @param tool null while nothing is drawn
 */
export function useMapFocus(map: MapLibreMap | undefined, tool: string | null): void {
  useEffect(() => {
    const isByKey = document.activeElement?.matches(':focus-visible') ?? false;
    if (isByKey && tool !== null) map?.getCanvas().focus();
  }, [map, tool]);
}
