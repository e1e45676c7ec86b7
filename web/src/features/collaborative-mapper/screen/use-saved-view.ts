import { useMemo } from 'react';
import { LatestSaver } from '../../../lib/latest-saver.ts';
import { useOnLeaving } from '../../../lib/use-on-leaving.ts';
import { toLeafletZoom } from '../../../map/leaflet-zoom.ts';
import type { MapCanvasProps } from '../../../map/map-canvas-props.ts';
import type { MapPosition } from '../../../map/map-position.ts';
import type { MapClient, SavedView } from '../map-client/map-client.ts';
import { isOwner, type MapState } from '../state/map-state.ts';

/**
 * The view is saved after the map has rested for this long, because a pan consists of many
 * movements. A person who leaves earlier, even during a movement, finds it saved, too.
 */
const restMilliseconds = 1_000;

/** Saves the middle and the zoom of the map when its owner moves it. */
export function useSavedView(
  client: MapClient,
  state: MapState,
): Pick<MapCanvasProps, 'onMove' | 'onMoving'> {
  const saver = useMemo(
    () => new LatestSaver<SavedView>((view) => client.saveView(view)),
    [client],
  );
  useOnLeaving(() => void saver.sendNow());
  if (!isOwner(state)) return {};
  const onMoving = ({ latitude, longitude, zoom }: MapPosition) =>
    saver.keep({ center: JSON.stringify([latitude, longitude]), zoom: toLeafletZoom(zoom) });
  return {
    onMoving,
    onMove: (position) => {
      onMoving(position);
      saver.sendAfterRest(restMilliseconds);
    },
  };
}
