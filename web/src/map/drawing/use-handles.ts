import type { Map as MapLibreMap } from 'maplibre-gl';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Renders again whenever the map has moved, so that handles keep their places on the ground. */
export function useMapMoves(map: MapLibreMap): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    const onMove = () => setCount((count) => count + 1);
    map.on('move', onMove);
    map.on('resize', onMove);
    return () => {
      map.off('move', onMove);
      map.off('resize', onMove);
    };
  }, [map]);
}

/** Moves the focus to a handle that the next render adds. */
export function useFocusOf(layer: RefObject<HTMLDivElement | null>) {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const handle = layer.current?.querySelector<HTMLElement>(`[data-corner="${wanted.current}"]`);
    wanted.current = null;
    handle?.focus();
  });
  return {
    next(corner: string) {
      wanted.current = corner;
    },
  };
}
