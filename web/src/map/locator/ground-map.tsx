import { worldPosition } from '@refugia/engine/geo/web-mercator.ts';
import { lazy, Suspense } from 'react';
import utilities from '../../ui/style/utilities.module.css';
import { supportsWebGl } from '../canvas/map-view.tsx';
import type { Rectangle } from '../places.ts';
import styles from './locator-map.module.css';
import type { LocatorPicture } from './locator-map.tsx';

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
