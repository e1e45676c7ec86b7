import type { MapEventType, Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import type { MapInsets } from '../map-canvas-props.ts';
import type { MapPosition } from '../map-position.ts';

/** Event data of movements by the screen itself. */
export const ownMove = { isOwnMove: true } as const;

/** Reports where a person has moved the map. Movements by the screen itself are not reported. */
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
      // A resized map also fires a move event, without moving.
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

/** The position at which a map is now. */
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
