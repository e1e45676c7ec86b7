import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { useEffect } from 'react';
import { isWriting } from '../is-writing.ts';

/**
 * Shift+Z goes to the given zoom at the last place of the mouse over the map, or at the map's
 * centre.
 * @param zoom without it there is no shortcut
 */
export function useZoomShortcut(map: MapLibreMap | undefined, zoom: number | undefined): void {
  useEffect(() => {
    if (!map || zoom === undefined) return;
    let last: MapMouseEvent['lngLat'] | null = null;
    const remember = ({ lngLat }: MapMouseEvent) => {
      last = lngLat;
    };
    const onKey = (event: KeyboardEvent) => {
      const isShortcut =
        event.key.toLowerCase() === 'z' &&
        event.shiftKey &&
        !(event.ctrlKey || event.metaKey || event.altKey);
      if (!isShortcut || isWriting(event)) return;
      map.flyTo({ center: last ?? map.getCenter(), zoom });
    };
    map.on('mousemove', remember);
    window.addEventListener('keydown', onKey);
    return () => {
      map.off('mousemove', remember);
      window.removeEventListener('keydown', onKey);
    };
  }, [map, zoom]);
}
