import { type RefObject, useCallback, useRef } from 'react';
import type { MapHandle, MapInsets } from '../../../map/map-canvas-props.ts';
import type { MapPosition } from '../../../map/map-position.ts';
import { type Box, findZoom } from '../state/map-view.ts';

const uncovered: MapInsets = { top: 0, right: 0, bottom: 0, left: 0 };

/**
 * Moves the map so that places are beside the panel. Movements that are requested before the map
 * has loaded are made afterwards.
 */
export function useProjectCamera(dock: RefObject<HTMLDivElement | null>) {
  const map = useRef<MapHandle | null>(null);
  const pending = useRef<((handle: MapHandle) => void) | null>(null);
  const insets = useCallback((): MapInsets => {
    const panel = dock.current;
    // On a narrow screen the panel is a sheet beside the map, not above it.
    if (panel === null || panel.offsetWidth > window.innerWidth * 0.6) return uncovered;
    return { ...uncovered, left: panel.offsetLeft + panel.offsetWidth };
  }, [dock]);
  const ask = useCallback((move: (handle: MapHandle) => void) => {
    if (map.current === null) pending.current = move;
    else move(map.current);
  }, []);
  const onReady = useCallback((handle: MapHandle) => {
    map.current = handle;
    pending.current?.(handle);
    pending.current = null;
  }, []);
  const find = useCallback(
    (box: Box) =>
      ask((handle) => {
        const zoom = findZoom(box);
        const [west, south, east, north] = box;
        if (zoom === undefined) handle.fitBounds([west, south, east, north], insets());
        else handle.flyTo([(west + east) / 2, (south + north) / 2], zoom, insets());
      }),
    [ask, insets],
  );
  const goTo = useCallback(
    (position: MapPosition) => ask((handle) => handle.goTo(position, insets())),
    [ask, insets],
  );
  const position = useCallback(() => map.current?.position(insets()) ?? null, [insets]);
  return { onReady, insets, find, goTo, position };
}
