import { Plus } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { classNames } from '../../ui/style/class-names.ts';
import styles from './drawing.module.css';

/** What the keys do at the second corner of a rectangle. */
export const finishKeyText = 'Enter finishes here';

interface CrosshairProps {
  map: MapLibreMap;
  /** The key that acts there, with its effect. Default Space, which the tool's bar names, too. */
  keyText?: string | undefined;
}

/** Marks the middle of the map, where keys act, for keyboard users. */
export function Crosshair({ map, keyText }: CrosshairProps) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const canvas = map.getCanvas();
    const read = () => setIsShown(canvas.matches(':focus-visible'));
    read();
    const listening = new AbortController();
    const { signal } = listening;
    for (const name of ['focus', 'blur', 'keydown'])
      canvas.addEventListener(name, read, { signal });
    return () => listening.abort();
  }, [map]);
  if (!isShown) return null;
  return (
    <span className={styles.crosshair} data-crosshair>
      <Plus aria-hidden="true" />
      <span className={classNames(styles.keyText, keyText === undefined && styles.inBar)}>
        {keyText ?? 'Space sets a corner here'}
      </span>
    </span>
  );
}
