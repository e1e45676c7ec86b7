import { type RefObject, useCallback, useRef } from 'react';
import type { MapHandle, MapInsets } from '../../../map/map-canvas-props.ts';
import type { MapPosition } from '../../../map/map-position.ts';
import type { Rectangle } from '../../../map/places.ts';
import type { CameraEffect } from '../state/camera.ts';

/** A movement of the map: one that a transition requests, or one at once: to a place, or to see the whole country. */
export type CameraMove =
  | CameraEffect
  | { readonly kind: 'go-to'; readonly position: MapPosition }
  | { readonly kind: 'show-all' };

/** West, south, east and north of the continental United States. */
const continentalUnitedStates: Rectangle = [-124.77, 24.52, -66.95, 49.39];

/**
 * Moves the map so that places are beside the panel. Movements that are requested before the map
 * has loaded are made afterwards.
 */
export function useCamera(dock: RefObject<HTMLDivElement | null>) {
  const map = useRef<MapHandle | null>(null);
  const pending = useRef<CameraMove | null>(null);

  const insets = useCallback((): MapInsets => {
    const none = { top: 0, right: 0, bottom: 0, left: 0 };
    const panel = dock.current;
    if (panel === null) return none;
    // On a narrow screen the panel is a sheet beside the map and does not cover it.
    const isSheet = panel.offsetWidth > window.innerWidth * 0.6;
    return isSheet ? none : { ...none, left: panel.offsetLeft + panel.offsetWidth };
  }, [dock]);

  const onCamera = useCallback(
    (move: CameraMove) => {
      if (map.current === null) {
        pending.current = move;
        return;
      }
      switch (move.kind) {
        case 'fit-bounds':
          map.current.fitBounds(move.bounds, insets());
          break;
        case 'fly-to':
          if (
            move.fillsHalf &&
            map.current.filledShare(move.fillsHalf, move.zoom, insets()) < 0.5
          ) {
            map.current.fitBounds(move.fillsHalf, insets());
          } else {
            map.current.flyTo(move.center, move.zoom, insets());
          }
          break;
        case 'go-to':
          map.current.goTo(move.position, insets());
          break;
        case 'show-all':
          map.current.fitBounds(continentalUnitedStates, insets(), true);
      }
    },
    [insets],
  );
  const onReady = useCallback(
    (handle: MapHandle) => {
      map.current = handle;
      if (pending.current !== null) onCamera(pending.current);
      pending.current = null;
    },
    [onCamera],
  );
  const visibleBounds = useCallback(() => map.current?.visibleBounds(insets()) ?? null, [insets]);
  const position = useCallback(() => map.current?.position(insets()) ?? null, [insets]);
  /** The middle of the part that the panel leaves free, as a share of the map's width. */
  const middleShare = useCallback(() => (insets().left / window.innerWidth + 1) / 2, [insets]);
  return { onReady, onCamera, visibleBounds, insets, position, middleShare };
}
