import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect } from 'react';

/**
 * Folds the credits of a narrow map to their button from the start; the map engine would keep them
 * open, over several lines, until the map is dragged.
 */
export function useQuietAttribution(map: MapLibreMap | undefined): void {
  useEffect(() => {
    if (!map) return;
    const control = map.getContainer().querySelector('.maplibregl-ctrl-attrib');
    if (!control) return;
    const fold = () => {
      const isNew = control.classList.contains('maplibregl-compact');
      if (isNew) control.classList.remove('maplibregl-compact-show');
      if (isNew) watcher.disconnect();
    };
    // The engine makes it compact when the first credits come, which is after the style.
    const watcher = new MutationObserver(fold);
    watcher.observe(control, { attributes: true, attributeFilter: ['class'] });
    fold();
    return () => watcher.disconnect();
  }, [map]);
}
