import { useEffect, useMemo } from 'react';
import { LatestSaver } from '../../../lib/latest-saver.ts';
import { useOnLeaving } from '../../../lib/use-on-leaving.ts';
import { toLeafletZoom } from '../../../map/leaflet-zoom.ts';
import type { MapPosition } from '../../../map/map-position.ts';
import type { MapClient, SavedView } from '../map-client/map-client.ts';
import { isOwner, type MapState } from '../state/map-state.ts';

/**
 * The view is saved after the map has rested for this long, because a pan consists of many
 * movements. A person who leaves earlier finds it saved, too.
 */
const restMilliseconds = 1_000;

/** Saves the middle and the zoom of the map after its owner has moved it. */
export function useSavedView(client: MapClient, state: MapState, moved: MapPosition | null): void {
  const mayProceed = isOwner(state) && moved !== null;
  const saver = useMemo(
    () => new LatestSaver<SavedView>((view) => client.saveView(view)),
    [client],
  );
  useEffect(() => {
    if (!mayProceed) return;
    const { latitude, longitude, zoom } = moved;
    saver.keep({ center: JSON.stringify([latitude, longitude]), zoom: toLeafletZoom(zoom) });
    const timer = setTimeout(() => void saver.send(), restMilliseconds);
    return () => clearTimeout(timer);
  }, [saver, mayProceed, moved]);
  useOnLeaving(() => void saver.sendNow());
}
