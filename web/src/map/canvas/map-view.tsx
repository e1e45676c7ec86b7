import { MapPinOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Spinner } from '../../ui/media/spinner.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { MapCanvasProps } from '../map-canvas-props.ts';
import styles from './map-view.module.css';

const MapCanvas = lazy(() => import('./map-canvas.tsx'));

/**
 * The product's only map component. It loads the map engine when the first map is shown. If the
 * browser can't draw maps, the screen says so, and everything beside the map still works.
 */
export function MapView(props: MapCanvasProps) {
  const [canDraw] = useState(supportsWebGl);
  return (
    <div className={styles.frame}>
      {canDraw ? (
        <Suspense
          fallback={
            <div className={styles.waiting}>
              <Spinner size="lg" label="Loading the map" />
            </div>
          }
        >
          <MapCanvas {...props} />
        </Suspense>
      ) : (
        <div className={styles.waiting}>
          <EmptyState icon={MapPinOff} title="This browser cannot draw the map">
            The map needs WebGL 2. Switch on hardware acceleration in the browser's settings, or
            open this page in a current Chrome, Edge, Firefox or Safari.
          </EmptyState>
        </div>
      )}
    </div>
  );
}

/** Whether this browser can draw maps at all: WebGL 2, with or without a graphics card. */
export function supportsWebGl(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    // The context is released, because a browser allows few of them and the map needs one.
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
