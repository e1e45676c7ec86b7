import { Marker, useMap } from '@vis.gl/react-maplibre';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './map-tip.module.css';
import { tipShift } from './tip-shift.ts';

interface MapTipProps {
  /** Longitude and latitude; the tip stands above. */
  position: readonly [number, number];
  children: ReactNode;
}

/** A few words at a place of the map. Nothing in it can be pressed: the pointer goes through it. */
export function MapTip({ position: [longitude, latitude], children }: MapTipProps) {
  const tip = useRef<HTMLDivElement>(null);
  useClearOfButtons(tip, `${longitude} ${latitude}`);
  return (
    <Marker longitude={longitude} latitude={latitude} anchor="bottom" className={styles.marker!}>
      <div ref={tip} className={styles.tip} aria-hidden="true">
        {children}
      </div>
    </Marker>
  );
}

/** On a phone the buttons take half of the map: words that lie under them move aside. */
function useClearOfButtons(tip: { readonly current: HTMLDivElement | null }, place: string): void {
  const { current: map } = useMap();
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
    map.on('move', arrange);
    map.on('resize', arrange);
    return () => {
      map.off('move', arrange);
      map.off('resize', arrange);
    };
  }, [map, tip, place]);
}
