import { lazy, Suspense, useEffect, useState } from 'react';
import { supportsWebGl } from '../canvas/map-view.tsx';
import type { LocatorCanvasProps } from './locator-canvas.tsx';
import styles from './locator-map.module.css';

const LocatorCanvas = lazy(() => import('./locator-canvas.tsx'));

interface LocatorMapProps extends Pick<LocatorCanvasProps, 'area' | 'bounds'> {
  /** The description of the picture for screen readers. */
  label: string;
  /** Is called once when the picture is there, or when this browser can't make one. */
  onComplete: () => void;
}

/**
 * Shows where an area lies, as a still picture that prints well. Nothing is shown in a browser that
 * can't draw maps.
 */
export function LocatorMap({ label, area, bounds, onComplete }: LocatorMapProps) {
  const [canDraw, setCanDraw] = useState(supportsWebGl);
  const [picture, setPicture] = useState<{ address: string; credits: string } | null>(null);
  useEffect(() => {
    if (!canDraw) onComplete();
  }, [canDraw, onComplete]);
  useEffect(() => () => URL.revokeObjectURL(picture?.address ?? ''), [picture]);
  if (!canDraw) return null;
  return (
    <figure className={styles.locator}>
      <div className={styles.frame}>
        {picture === null ? (
          <div className={styles.canvas} aria-hidden="true">
            <Suspense>
              <LocatorCanvas
                area={area}
                bounds={bounds}
                onPicture={(blob, credits) =>
                  setPicture({ address: URL.createObjectURL(blob), credits })
                }
                onFailure={() => setCanDraw(false)}
              />
            </Suspense>
          </div>
        ) : (
          <img
            className={styles.picture}
            src={picture.address}
            alt={label}
            onLoad={onComplete}
            onError={() => setCanDraw(false)}
          />
        )}
      </div>
      {picture !== null && (
        <figcaption className={styles.credits}>Base map: {picture.credits}</figcaption>
      )}
    </figure>
  );
}
