import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CameraEffect } from '../state/look-at-area.ts';
import type { PatrolState } from '../state/patrol-state.ts';

/** On screens up to this width the panel is a sheet below the map. */
const narrowScreen = '(max-width: 40em)';
/** The time until the map has its new size. */
const resizeMilliseconds = 150;

/**
 * Keeps the drawn area visible on a narrow screen, where the sheet shrinks while a tool is active
 * and would cover the area when it grows again.
 */
export function useAreaKeptInView(
  state: PatrolState,
  isDrawing: boolean,
  onCamera: (effect: CameraEffect) => void,
): void {
  const showArea = useEffectEvent(() => {
    if ('area' in state) onCamera({ kind: 'fit-bounds', bounds: areaBounds(state.area) });
  });
  const wasDrawing = useRef(false);
  useEffect(() => {
    const hasEnded = wasDrawing.current && !isDrawing;
    wasDrawing.current = isDrawing;
    if (!hasEnded || !window.matchMedia(narrowScreen).matches) return;
    const timer = setTimeout(() => showArea(), resizeMilliseconds);
    return () => clearTimeout(timer);
  }, [isDrawing]);
}
