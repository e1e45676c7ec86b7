import { Marker } from '@vis.gl/react-maplibre';
import type { ReactNode } from 'react';
import styles from './map-tip.module.css';

interface MapTipProps {
  /** Longitude and latitude; the tip stands above. */
  position: readonly [number, number];
  children: ReactNode;
}

/** A few words at a place of the map. Nothing in it can be pressed: the pointer goes through it. */
export function MapTip({ position: [longitude, latitude], children }: MapTipProps) {
  return (
    <Marker longitude={longitude} latitude={latitude} anchor="bottom" className={styles.marker!}>
      <div className={styles.tip} aria-hidden="true">
        {children}
      </div>
    </Marker>
  );
}
