import { Marker } from '@vis.gl/react-maplibre';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { listenToMap, useEngine } from '../map-events.ts';
import type { LngLat } from '../places.ts';
import styles from './map-tip.module.css';
import { tipShift } from './tip-shift.ts';

interface MapTipProps {
  /** The tip appears above this place. */
  position: LngLat;
  children: ReactNode;
}

/** A short text at a place on the map. It lets pointer events through. */
export function MapTip({ position: [longitude, latitude], children }: MapTipProps) {
  const tip = useRef<HTMLDivElement>(null);
  useClearOfButtons(tip, `${longitude} ${latitude}`);
  return (
    <Marker longitude={longitude} latitude={latitude} anchor="bottom" className={styles.marker}>
      <div ref={tip} className={styles.tip} aria-hidden="true">
        {children}
      </div>
    </Marker>
  );
}

/** Keeps the tip clear of the buttons, which take half of the map on a phone. */
function useClearOfButtons(tip: { readonly current: HTMLDivElement | null }, place: string): void {
  const map = useEngine();
  // biome-ignore lint/correctness/useExhaustiveDependencies(place): a tip at another place lies otherwise
  useLayoutEffect(() => {
    if (!map) return;
    const arrange = () => {
      const element = tip.current;
      if (element === null) return;
      element.style.translate = '';
      const buttons = [...document.querySelectorAll('[data-map-controls] button')].map((button) =>
        button.getBoundingClientRect(),
      );
      const { left } = map.getContainer().getBoundingClientRect();
      const shift = tipShift(element.getBoundingClientRect(), buttons, left);
      if (shift > 0) element.style.translate = `${-shift}px`;
    };
    arrange();
    return listenToMap(map, { move: arrange, resize: arrange });
  }, [map, tip, place]);
}
