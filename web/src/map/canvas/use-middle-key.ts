import { useMap } from '@vis.gl/react-maplibre';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';

/**
 * Calls back with the middle of the map, as longitude and latitude, when Enter is pressed while the map
 * has the focus: what a click does for people who use no mouse.
 *
 * @returns the map around this component
 */
export function useMiddleKey(
  onPress: (place: readonly [number, number]) => void,
): MapLibreMap | undefined {
  const { current } = useMap();
  const map = current?.getMap();
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const canvas = map?.getCanvas();
    if (map === undefined || canvas === undefined) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      const { lng, lat } = map.getCenter();
      press([lng, lat]);
    };
    canvas.addEventListener('keydown', onKey);
    return () => canvas.removeEventListener('keydown', onKey);
  }, [map]);
  return map;
}
