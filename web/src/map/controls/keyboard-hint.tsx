import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import utilities from '../../ui/style/utilities.module.css';
import styles from './map-status.module.css';

interface KeyboardHintProps {
  id: string;
  map: MapLibreMap | undefined;
}

/**
 * Explains how to move the map by keyboard. Screen readers read it when the map receives the focus,
 * and it is shown to people who focused the map by keyboard.
 */
export function KeyboardHint({ id, map }: KeyboardHintProps) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const canvas = map?.getCanvas();
    if (!canvas) return;
    canvas.setAttribute('aria-describedby', id);
    const show = () => setIsShown(canvas.matches(':focus-visible'));
    const hide = () => setIsShown(false);
    canvas.addEventListener('focus', show);
    canvas.addEventListener('blur', hide);
    canvas.addEventListener('pointerdown', hide);
    return () => {
      canvas.removeEventListener('focus', show);
      canvas.removeEventListener('blur', hide);
      canvas.removeEventListener('pointerdown', hide);
    };
  }, [map, id]);
  return (
    <p id={id} className={isShown ? styles.hint : utilities.announced}>
      Arrow keys move the map, plus and minus zoom, Shift with left or right turns it.
    </p>
  );
}
