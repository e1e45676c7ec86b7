import { useMap } from '@vis.gl/react-maplibre';
import type { MapEventType, Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';

/** What to do at events of the map engine, by their names. */
type MapListeners = {
  readonly [Name in keyof MapEventType]?: (event: MapEventType[Name]) => void;
};

/** The engine of the map around this component, or undefined until it is there. */
export function useEngine(): MapLibreMap | undefined {
  return useMap().current?.getMap();
}

/** Listens to events of a map. @returns a function that ends this */
export function listenToMap(map: MapLibreMap, listeners: MapListeners): () => void {
  const names = Object.keys(listeners) as (keyof MapEventType)[];
  const subscriptions = names.map((name) => map.on(name, listeners[name] as () => void));
  return () => {
    for (const each of subscriptions) each.unsubscribe();
  };
}

/**
 * Listens to events of a map while this component is shown, with the listeners of its last
 * rendering.
 * @param map if undefined, nothing is listened to
 */
export function useMapEvents(map: MapLibreMap | undefined, listeners: MapListeners): void {
  const names = Object.keys(listeners).join(' ');
  const tell = useEffectEvent((event: { type: string }) => {
    const listener = listeners[event.type as keyof MapListeners] as (event: unknown) => void;
    listener(event);
  });
  useEffect(() => {
    if (!map) return;
    const listen = (event: { type: string }) => tell(event);
    return listenToMap(map, Object.fromEntries(names.split(' ').map((name) => [name, listen])));
  }, [map, names]);
}

/** Listens to all keys of the page while it is active, with the listener of the last rendering. */
export function usePageKeys(onKey: (event: KeyboardEvent) => void, isActive = true): void {
  const tell = useEffectEvent(onKey);
  useEffect(() => {
    if (!isActive) return;
    const listen = (event: KeyboardEvent) => tell(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isActive]);
}
