import type { LngLat, Map as MapLibreMap } from 'maplibre-gl';
import { useRef } from 'react';
import { isWriting } from '../is-writing.ts';
import { useMapEvents, usePageKeys } from '../map-events.ts';
import { useListedShortcuts } from '../shortcuts/shortcuts.ts';

const zoomKeys = {
  title: 'The map',
  shortcuts: [{ keys: 'Shift+Z', does: 'Zoom to the scale of a result, at the mouse' }],
};

/**
 * Shift+Z goes to the given zoom at the last place of the mouse over the map, or at the map's
 * centre.
 * @param zoom without it there is no shortcut
 */
export function useZoomShortcut(map: MapLibreMap | undefined, zoom: number | undefined): void {
  const last = useRef<LngLat | null>(null);
  const wanted = zoom === undefined ? undefined : map;
  useListedShortcuts(wanted ? zoomKeys : null);
  useMapEvents(wanted, {
    mousemove: ({ lngLat }) => {
      last.current = lngLat;
    },
  });
  usePageKeys((event) => {
    const isShortcut =
      event.key.toLowerCase() === 'z' &&
      event.shiftKey &&
      !(event.ctrlKey || event.metaKey || event.altKey);
    if (!isShortcut || isWriting(event)) return;
    wanted?.flyTo({ center: last.current ?? wanted.getCenter(), zoom });
  });
}
