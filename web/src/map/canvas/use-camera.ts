import { type RefObject, useCallback, useRef } from 'react';
import type { MapHandle, MapInsets } from '../map-canvas-props.ts';

/** The insets of a map that nothing covers. */
export const uncovered: MapInsets = { top: 0, right: 0, bottom: 0, left: 0 };

/** A panel of more than this share of the screen's width is a sheet beside the map, not above it. */
const widestPanelShare = 0.6;

/** Moves a map so that places are beside its panel. */
export function useCamera(dock: RefObject<HTMLDivElement | null>) {
  const map = useRef<MapHandle | null>(null);
  const pending = useRef<((map: MapHandle) => void) | null>(null);
  const insets = useCallback((): MapInsets => {
    const panel = dock.current;
    if (panel === null || panel.offsetWidth > window.innerWidth * widestPanelShare) {
      return uncovered;
    }
    return { ...uncovered, left: panel.offsetLeft + panel.offsetWidth };
  }, [dock]);
  const onReady = useCallback((handle: MapHandle) => {
    map.current = handle;
    pending.current?.(handle);
    pending.current = null;
  }, []);
  /** A movement that is requested before the map has loaded is made afterwards. */
  const move = useCallback(
    (makeMove: (map: MapHandle, insets: MapInsets) => void) => {
      const moveNow = (handle: MapHandle) => makeMove(handle, insets());
      if (map.current === null) pending.current = moveNow;
      else moveNow(map.current);
    },
    [insets],
  );
  /** The position of the map's uncovered part, or null while there is no map. */
  const position = useCallback(() => map.current?.position(insets()) ?? null, [insets]);
  /** The bounds of the map's uncovered part, or null while there is no map. */
  const visibleBounds = useCallback(() => map.current?.visibleBounds(insets()) ?? null, [insets]);
  return { map, onReady, insets, move, position, visibleBounds };
}
