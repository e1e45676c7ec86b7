import { useMap } from '@vis.gl/react-maplibre';
import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import { useTouch } from '../../../lib/use-touch.ts';
import { Crosshair } from '../../../map/drawing/crosshair.tsx';
import styles from './map-screen.module.css';

interface PlacePickerProps {
  onPick: (place: readonly [longitude: number, latitude: number] | null) => void;
}

/**
 * Lets a person pick a place by a click, or by the space bar for the middle of the map. Escape
 * cancels.
 */
export function PlacePicker({ onPick }: PlacePickerProps) {
  const { current: mapRef } = useMap();
  const map = mapRef?.getMap();
  const pick = useEffectEvent(onPick);
  const isByTouch = useTouch();
  useEffect(() => {
    if (!map) return;
    const canvas = map.getCanvas();
    // A person who asked by keyboard continues by keyboard, and only the map hears its keys.
    if (document.activeElement?.matches(':focus-visible')) canvas.focus();
    const onClick = ({ lngLat }: MapMouseEvent) => pick([lngLat.lng, lngLat.lat]);
    const onKey = (event: KeyboardEvent) => {
      const { lng, lat } = map.getCenter();
      if (event.key === 'Escape') pick(null);
      else if (event.key === ' ' && event.target === canvas) pick([lng, lat]);
      else return;
      event.preventDefault();
    };
    map.on('click', onClick);
    window.addEventListener('keydown', onKey);
    canvas.style.cursor = 'crosshair';
    return () => {
      map.off('click', onClick);
      window.removeEventListener('keydown', onKey);
      canvas.style.cursor = '';
    };
  }, [map]);
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
