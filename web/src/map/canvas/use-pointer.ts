import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import { listenToMap, useEngine, useMapEvents } from '../map-events.ts';
import type { LngLat } from '../places.ts';

interface PointerListener {
  /** Is called when the pointer rests. `isCurrent` becomes false with the next movement. */
  onRest(place: LngLat, isCurrent: () => boolean): void;
  /** Is called when the pointer moves on, leaves the map, or the map moves under it. */
  onMove(): void;
  onClick(place: LngLat, isCurrent: () => boolean): void;
}

/** A pointer that has not moved for this long counts as resting. */
const restMilliseconds = 140;

/** Listens to the pointer over the map around this component. */
export function usePointer(listener: PointerListener): void {
  const engine = useEngine();
  const onRest = useEffectEvent(listener.onRest);
  const onMove = useEffectEvent(listener.onMove);
  const onPress = useEffectEvent(listener.onClick);

  useEffect(() => {
    if (!engine) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let turn = 0;
    const moved = () => {
      turn++;
      clearTimeout(timer);
      onMove();
    };
    const isTurn = (mine: number) => () => mine === turn;
    const onPointerMove = ({ lngLat: { lng, lat } }: MapMouseEvent) => {
      moved();
      const mine = turn;
      timer = setTimeout(() => onRest([lng, lat], isTurn(mine)), restMilliseconds);
    };
    let click = 0;
    const onClick = ({ lngLat: { lng, lat } }: MapMouseEvent) => {
      click++;
      const mine = click;
      clearTimeout(timer);
      onPress([lng, lat], () => mine === click);
    };
    const stop = listenToMap(engine, {
      mousemove: onPointerMove,
      mouseout: moved,
      movestart: moved,
      click: onClick,
    });
    return () => {
      turn++;
      click++;
      clearTimeout(timer);
      stop();
    };
  }, [engine]);
}

/**
 * Calls back with the place of a click on the map, and with its middle when Enter is pressed while
 * the map has the focus, for people who use no mouse.
 * @returns the map around this component
 */
export function useMapPress(onPress: (place: LngLat) => void): MapLibreMap | undefined {
  const map = useEngine();
  const pressMiddle = useEffectEvent(({ lng, lat }: { lng: number; lat: number }) =>
    onPress([lng, lat]),
  );
  useMapEvents(map, { click: ({ lngLat: { lng, lat } }) => onPress([lng, lat]) });
  useEffect(() => {
    const canvas = map?.getCanvas();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !map) return;
      event.preventDefault();
      pressMiddle(map.getCenter());
    };
    canvas?.addEventListener('keydown', onKey);
    return () => canvas?.removeEventListener('keydown', onKey);
  }, [map]);
  return map;
}
