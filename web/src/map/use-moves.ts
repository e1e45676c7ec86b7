import type { MapEventType, Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import type { MapInsets } from './map-canvas.tsx';
import type { MapPosition } from './map-position.ts';

/** Given to a movement that the screen made, not the person before it. */
export const ownMove = { isOwnMove: true } as const;

/** Tells where a person has moved the map. What the screen does by itself is not told. */
export function useMoves(
  map: MapLibreMap | undefined,
  insets: () => MapInsets,
  onMove: ((position: MapPosition) => void) | undefined,
): void {
  const tell = useEffectEvent((moved: MapLibreMap) => onMove?.(positionOf(moved, insets())));
  useEffect(() => {
    if (!map) return;
    let last = cameraOf(map);
    const read = (event: MapEventType['moveend'] & Partial<typeof ownMove>) => {
      const camera = cameraOf(map);
      // A map that takes another size moves as well, to where it was.
      const isSame = camera === last;
      last = camera;
      if (isSame || event.isOwnMove) return;
      tell(map);
    };
    map.on('moveend', read);
    return () => {
      map.off('moveend', read);
    };
  }, [map]);
}

export function positionOf(map: MapLibreMap, insets: MapInsets): MapPosition {
  const { clientWidth, clientHeight } = map.getContainer();
  const { lng, lat } = map
    .unproject([
      (insets.left + clientWidth - insets.right) / 2,
      (insets.top + clientHeight - insets.bottom) / 2,
    ])
    .wrap();
  return { longitude: lng, latitude: lat, zoom: map.getZoom(), bearingDegrees: map.getBearing() };
}

function cameraOf(map: MapLibreMap): string {
  const { lng, lat } = map.getCenter();
  return [lng, lat, map.getZoom(), map.getBearing()].join();
}
