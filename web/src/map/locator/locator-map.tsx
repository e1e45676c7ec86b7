import { worldPosition } from '@refugia/engine/geo/web-mercator.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import utilities from '../../ui/style/utilities.module.css';
import { supportsWebGl } from '../canvas/map-view.tsx';
import type { Rectangle } from '../places.ts';
import type { LocatorCanvasProps } from './locator-canvas.tsx';
import styles from './locator-map.module.css';

const LocatorCanvas = lazy(() => import('./locator-canvas.tsx'));

/** A still picture of a map, with whom it credits. */
export interface LocatorPicture {
  readonly blob: Blob;
  readonly credits: string;
}

interface LocatorMapProps extends Pick<LocatorCanvasProps, 'area' | 'bounds' | 'marked'> {
  /** The description of the picture for screen readers. */
  label: string;
  /** Is called once: with the picture, or with null when this browser can't make one. */
  onComplete: (picture: LocatorPicture | null) => void;
}

/** Shows where an area lies, as a still picture that prints well, if the browser can draw maps. */
export function LocatorMap({ label, area, bounds, marked, onComplete }: LocatorMapProps) {
  const [canDraw, setCanDraw] = useState(supportsWebGl);
  const [picture, setPicture] = useState<(LocatorPicture & { address: string }) | null>(null);
  useEffect(() => {
    if (!canDraw) onComplete(null);
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
                marked={marked}
                onPicture={(blob, credits) =>
                  setPicture({ blob, address: URL.createObjectURL(blob), credits })
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
            onLoad={() => onComplete(picture)}
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

const StillMap = lazy(() => import('./still-map.tsx'));

/** A picture of the base map, and where it lies. */
export interface GroundPicture extends LocatorPicture {
  readonly bounds: Rectangle;
}

interface GroundMapProps {
  bounds: Rectangle;
  /** Is called once, but never in a browser that can't draw maps. */
  onComplete: (picture: GroundPicture) => void;
}

/** Draws the base map of an area and a little around it, out of sight, for what paper shows upon it. */
export function GroundMap({ bounds, onComplete }: GroundMapProps) {
  if (!supportsWebGl()) return null;
  return (
    <div className={utilities.announced} aria-hidden="true">
      <div className={styles.ground} style={{ aspectRatio: aspectOf(bounds) }}>
        <Suspense>
          <StillMap
            bounds={bounds}
            padding={24}
            pixelRatio={2}
            onPicture={(blob, credits, shown) => onComplete({ blob, credits, bounds: shown })}
            onFailure={() => {}}
          />
        </Suspense>
      </div>
    </div>
  );
}

/** The width of a map of an area by its height, within what a page has room for. */
function aspectOf([west, south, east, north]: Rectangle): number {
  const [left, top] = worldPosition(west, north);
  const [right, bottom] = worldPosition(east, south);
  return Math.min(2, Math.max(1, (right - left) / (bottom - top)));
}
