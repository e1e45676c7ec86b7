import { useEffect } from 'react';
import { useTouch } from '../../../lib/use-touch.ts';
import { Crosshair } from '../../../map/drawing/crosshair.tsx';
import { useEngine, useMapEvents, usePageKeys } from '../../../map/map-events.ts';
import type { LngLat } from '../../../map/places.ts';
import styles from './map-screen.module.css';

/** Picks a place by a click, or by the space bar the middle of the map. Escape cancels. */
export function PlacePicker({ onPick }: { onPick: (place: LngLat | null) => void }) {
  const map = useEngine();
  const isByTouch = useTouch();
  useEffect(() => {
    if (!map) return;
    const canvas = map.getCanvas();
    // A person who asked by keyboard continues by keyboard, and only the map hears its keys.
    if (document.activeElement?.matches(':focus-visible')) canvas.focus();
    canvas.style.cursor = 'crosshair';
    return () => {
      canvas.style.cursor = '';
    };
  }, [map]);
  useMapEvents(map, { click: ({ lngLat }) => onPick([lngLat.lng, lngLat.lat]) });
  usePageKeys((event) => {
    if (!map) return;
    const { lng, lat } = map.getCenter();
    if (event.key === 'Escape') onPick(null);
    else if (event.key === ' ' && event.target === map.getCanvas()) onPick([lng, lat]);
    else return;
    event.preventDefault();
  });
  if (!map) return null;
  return (
    <>
      <p role="status" className={styles.picking}>
        {isByTouch
          ? 'Tap a place on the map.'
          : 'Click a place on the map, or press the space bar for its middle. Escape gives up.'}
      </p>
      <Crosshair map={map} keyText="Space picks this place" />
    </>
  );
}
