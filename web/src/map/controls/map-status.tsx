import { FlaskConical } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { Link } from 'react-aria-components';
import { Icon } from '../../ui/media/icon.tsx';
import utilities from '../../ui/style/utilities.module.css';
import type { MapCanvasProps } from '../map-canvas-props.ts';
import styles from './map-status.module.css';

interface MapStatusProps {
  /** What is simulated of the map, in a word that includes everything else that is, or null. */
  simulated: 'imagery' | 'base map' | null;
}

/** Shows what a person must know about the visible base map. */
export function MapStatus({ simulated }: MapStatusProps) {
  return (
    <div className={styles.status}>
      {simulated !== null && (
        <p className={styles.badge}>
          <Icon of={FlaskConical} size="sm" />
          Simulated {simulated}
        </p>
      )}
    </div>
  );
}

/**
 * Explains how to move the map by keyboard. Screen readers read it when the map receives the focus,
 * and it is shown to people who focused the map by keyboard.
 */
export function KeyboardHint({ id, map }: { id: string; map: MapLibreMap | undefined }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const canvas = map?.getCanvas();
    if (!canvas) return;
    canvas.setAttribute('aria-describedby', id);
    const show = () => setIsShown(canvas.matches(':focus-visible'));
    const hide = () => setIsShown(false);
    const listening = new AbortController();
    const { signal } = listening;
    canvas.addEventListener('focus', show, { signal });
    canvas.addEventListener('blur', hide, { signal });
    canvas.addEventListener('pointerdown', hide, { signal });
    return () => listening.abort();
  }, [map, id]);
  return (
    <p id={id} className={isShown ? styles.hint : utilities.announced}>
      Arrow keys move the map, plus and minus zoom, Shift with left or right turns it.
    </p>
  );
}

/** The first stop of the Tab key after the map, which leads past the map's buttons. */
export function SkipLink({ label, to }: NonNullable<MapCanvasProps['skip']>) {
  return (
    <Link className={styles.skip} onPress={() => to()?.focus()}>
      {label}
    </Link>
  );
}
