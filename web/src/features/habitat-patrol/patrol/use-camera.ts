import { type RefObject, useCallback, useRef } from 'react';
import type { MapHandle, MapInsets } from '../../../map/map-canvas.tsx';
import type { MapPosition } from '../../../map/map-position.ts';
import type { CameraEffect } from '../state/look-at-area.ts';

/** Where the map shall go: what a transition asks for, or a place at once. */
export type CameraMove = CameraEffect | { readonly kind: 'go-to'; readonly position: MapPosition };

/** Flies the map around what the panel covers; what is asked before the map is there is done then. */
export function useCamera(dock: RefObject<HTMLDivElement | null>) {
  const map = useRef<MapHandle | null>(null);
  const pending = useRef<CameraMove | null>(null);

  const insets = useCallback((): MapInsets => {
    const none = { top: 0, right: 0, bottom: 0, left: 0 };
    const panel = dock.current;
    if (panel === null) return none;
    // On a narrow screen the panel is a sheet beside the map, not above it.
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
          map.current.flyTo(move.center, move.zoom, insets());
          break;
        case 'go-to':
          map.current.goTo(move.position, insets());
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
  /** The middle of what the panel leaves free: share of the map's width. */
  const middleShare = useCallback(() => (insets().left / window.innerWidth + 1) / 2, [insets]);
  return { onReady, onCamera, visibleBounds, insets, position, middleShare };
}
