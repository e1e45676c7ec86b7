import { isWithin } from '@refugia/engine/geo/bounds.ts';
import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { LatestSaver } from '../../../lib/latest-saver.ts';
import { useOnLeaving } from '../../../lib/use-on-leaving.ts';
import { useCamera } from '../../../map/canvas/use-camera.ts';
import type { MapCanvasProps } from '../../../map/map-canvas-props.ts';
import { type MapPosition, toLeafletZoom } from '../../../map/map-position.ts';
import type { LngLat } from '../../../map/places.ts';
import type { SavedView } from '../map-client/map-client.ts';
import type { ShownFeature } from '../state/features.ts';
import { boxOf } from '../state/tile-news.ts';
import { type MapTools, useOpenMap } from '../workspace/open-map.ts';

/** Moves the map so that places are beside the panel. */
export function useMapCamera(dock: RefObject<HTMLDivElement | null>) {
  const { map, onReady, insets, visibleBounds } = useCamera(dock);
  /** Is called with the place while a person is asked to pick one. */
  const [picking, setPicking] = useState<((place: LngLat | null) => void) | null>(null);
  const tools = useMemo(
    (): Omit<MapTools, 'select'> => ({
      flyTo: (center, zoom) => {
        const current = map.current?.position(insets()).zoom ?? 0;
        map.current?.flyTo(center, zoom ?? Math.max(current, 10), insets());
      },
      fitBounds: (bounds) => map.current?.fitBounds(bounds, insets()),
      visibleBounds,
      pickPlace: () =>
        new Promise((resolve) => {
          setPicking(() => (place: LngLat | null) => {
            setPicking(null);
            resolve(place);
          });
        }),
      takePicture: async () => {
        if (map.current === null) throw new Error('The map is not there yet.');
        return map.current.picture();
      },
    }),
    [map, insets, visibleBounds],
  );
  return { onReady, insets, tools, picking };
}

/** The time until the map has its new size beside a card that has come up. */
const resizeMilliseconds = 150;

/** Moves the map when the card of a shape that was just drawn hides a part of the shape. */
export function useDrawnInSight(
  drawn: ShownFeature | null,
  { visibleBounds, fitBounds }: Pick<MapTools, 'visibleBounds' | 'fitBounds'>,
): void {
  const bringIntoSight = useEffectEvent(() => {
    const box = drawn && boxOf(drawn.state.geometry);
    const view = visibleBounds();
    if (box && view && !isWithin(box, view)) fitBounds(box);
  });
  const id = drawn?.id;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(bringIntoSight, resizeMilliseconds);
    return () => clearTimeout(timer);
  }, [id]);
}

/** A pan consists of many movements. Who leaves earlier finds the view saved, too. */
const restMilliseconds = 1_000;

export function useSavedView(): Pick<MapCanvasProps, 'onMove' | 'onMoving'> {
  const { client, isOwner } = useOpenMap();
  const saver = useMemo(
    () => new LatestSaver<SavedView>((view) => client.saveView(view)),
    [client],
  );
  useOnLeaving(() => void saver.sendNow());
  if (!isOwner) return {};
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
