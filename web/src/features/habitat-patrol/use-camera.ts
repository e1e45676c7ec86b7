import { type RefObject, useCallback, useRef } from 'react';
import type { MapHandle, MapInsets } from '../../map/map-canvas.tsx';
import type { CameraEffect } from './look-at-area.ts';

/** Flies the map around what the panel covers; what is asked before the map is there is done then. */
export function useCamera(dock: RefObject<HTMLDivElement | null>) {
  const map = useRef<MapHandle | null>(null);
  const pending = useRef<CameraEffect | null>(null);

  const insets = useCallback((): MapInsets => {
    const none = { top: 0, right: 0, bottom: 0, left: 0 };
    const panel = dock.current;
    if (panel === null) return none;
    // On a narrow screen the panel is a sheet beside the map, not above it.
    const isSheet = panel.offsetWidth > window.innerWidth * 0.6;
    return isSheet ? none : { ...none, left: panel.offsetLeft + panel.offsetWidth };
  }, [dock]);

  const onCamera = useCallback(
    (effect: CameraEffect) => {
      if (map.current === null) pending.current = effect;
      else if (effect.kind === 'fit-bounds') map.current.fitBounds(effect.bounds, insets());
      else map.current.flyTo(effect.center, effect.zoom, insets());
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
  return { onReady, onCamera, visibleBounds, insets };
}
