import type { MapEventType, Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import type { MapCanvasProps, MapInsets } from '../map-canvas-props.ts';
import type { MapPosition } from '../map-position.ts';

/** Event data of movements by the screen itself. */
export const ownMove = { isOwnMove: true } as const;

type MoveEvent = MapEventType['moveend'] & Partial<typeof ownMove>;

/** Reports where a person moves the map. Movements by the screen itself are not reported. */
export function useMoves(
  map: MapLibreMap | undefined,
  insets: () => MapInsets,
  { onMove, onMoving }: Pick<MapCanvasProps, 'onMove' | 'onMoving'>,
): void {
  const tellEnd = useEffectEvent((moved: MapLibreMap) => onMove?.(positionOf(moved, insets())));
  const tellFrame = useEffectEvent((moving: MapLibreMap) =>
    onMoving?.(positionOf(moving, insets())),
  );
  useEffect(() => (map ? watchMoves(map, { tellEnd, tellFrame }) : undefined), [map]);
}

/**
 * Calls one function for each frame of a person's movements, and the other one at their end.
 * @returns a function that ends this
 */
export function watchMoves<
  Map extends Pick<MapLibreMap, 'on' | 'off' | 'getCenter' | 'getZoom' | 'getBearing'>,
>(
  map: Map,
  { tellEnd, tellFrame }: { tellEnd: (map: Map) => void; tellFrame: (map: Map) => void },
): () => void {
  let rested = cameraOf(map);
  // A resized map also fires these events, without moving.
  const isMoved = (event: MoveEvent) => cameraOf(map) !== rested && !event.isOwnMove;
  const onFrame = (event: MoveEvent) => {
    if (isMoved(event)) tellFrame(map);
  };
  const onEnd = (event: MoveEvent) => {
    const hasMoved = isMoved(event);
    rested = cameraOf(map);
    if (hasMoved) tellEnd(map);
  };
  map.on('move', onFrame);
  map.on('moveend', onEnd);
  return () => {
    map.off('move', onFrame);
    map.off('moveend', onEnd);
  };
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

function cameraOf(map: Pick<MapLibreMap, 'getCenter' | 'getZoom' | 'getBearing'>): string {
  const { lng, lat } = map.getCenter();
  return [lng, lat, map.getZoom(), map.getBearing()].join();
}
