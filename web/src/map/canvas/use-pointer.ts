import { useMap } from '@vis.gl/react-maplibre';
import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';

/** Longitude and latitude. */
type Place = readonly [number, number];

interface PointerListener {
  /** Is called when the pointer rests. `isCurrent` becomes false with the next movement. */
  onRest(place: Place, isCurrent: () => boolean): void;
  /** Is called when the pointer moves on, leaves the map, or the map moves under it. */
  onMove(): void;
  onClick(place: Place, isCurrent: () => boolean): void;
}

/** A pointer that has not moved for this long counts as resting. */
const restMilliseconds = 140;

/** Listens to the pointer over the map around this component. */
export function usePointer(listener: PointerListener): void {
  const { current: map } = useMap();
  const onRest = useEffectEvent(listener.onRest);
  const onMove = useEffectEvent(listener.onMove);
  const onPress = useEffectEvent(listener.onClick);

  useEffect(() => {
    const engine = map?.getMap();
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
    engine.on('mousemove', onPointerMove);
    engine.on('mouseout', moved);
    engine.on('movestart', moved);
    engine.on('click', onClick);
    return () => {
      turn++;
      click++;
      clearTimeout(timer);
      engine.off('mousemove', onPointerMove);
      engine.off('mouseout', moved);
      engine.off('movestart', moved);
      engine.off('click', onClick);
    };
  }, [map]);
}
