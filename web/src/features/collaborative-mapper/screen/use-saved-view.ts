import { useEffect } from 'react';
import { toLeafletZoom } from '../../../map/leaflet-zoom.ts';
import type { MapPosition } from '../../../map/map-position.ts';
import type { MapClient } from '../map-client/map-client.ts';
import { isOwner, type MapState } from '../state/map-state.ts';

/**
 * The view is saved after the map has rested for this long, because a pan consists of many
 * movements.
 */
const restMilliseconds = 1_000;

/** Saves the middle and the zoom of the map after its owner has moved it. */
export function useSavedView(client: MapClient, state: MapState, moved: MapPosition | null): void {
  const mayProceed = isOwner(state) && moved !== null;
  useEffect(() => {
    if (!mayProceed) return;
    const save = async () => {
      const { latitude, longitude, zoom } = moved;
      try {
        await client.setAttribute('center', JSON.stringify([latitude, longitude]));
        await client.setAttribute('zoom', toLeafletZoom(zoom));
      } catch {
        // The next movement saves the view. A person has nothing to do about a failure.
      }
    };
    const timer = setTimeout(() => void save(), restMilliseconds);
    return () => clearTimeout(timer);
  }, [client, mayProceed, moved]);
}
