import { areaBounds } from '@refugia/contract/area-measures.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CameraEffect } from '../state/look-at-area.ts';
import type { PatrolState } from '../state/patrol-state.ts';

/** Where the panel is a sheet below the map. */
const narrowScreen = '(max-width: 40em)';
/** Until the map has taken its new size. */
const resizeMilliseconds = 150;

/** On a narrow screen the sheet makes room while a tool is in hand, and would then hide what was drawn. */
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
