import { limits } from '@refugia/contract/limits.ts';
import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DrawingTool, DrawingTools } from '../../../map/drawing/drawing-tools.ts';
import { drawingKeys, useListedShortcuts, useUndoKeys } from '../../../map/shortcuts/shortcuts.ts';
import type { PatrolController } from '../patrol/patrol-controller.ts';
import type { CameraEffect } from '../state/camera.ts';
import { interestOf, isBusy, type PatrolState } from '../state/patrol-state.ts';

/** Connects the drawing tools with the screen's state. Ctrl+Z and Ctrl+Shift+Z undo and redo. */
export function useAreaDrawing(state: PatrolState, controller: PatrolController): DrawingTools {
  const [tool, setTool] = useState<DrawingTool | null>(null);
  const isDisabled = isBusy(state);
  const area = interestOf(state)?.area ?? null;
  const isIdle = isDisabled || (tool === 'edit' && area === null);
  useEffect(() => {
    if (isIdle) setTool(null);
  }, [isIdle]);

  const { past, future } = state.history;
  const canStep = !isDisabled && state.phase !== 'shown';
  const tools: DrawingTools = {
    isDisabled,
    area,
    tool: isIdle ? null : tool,
    onToolChange: setTool,
    onDraw: (drawn) =>
      controller.dispatch({ type: 'area-picked', area: drawn, origin: { kind: 'drawn' } }),
    onEdit: (edited) => controller.dispatch({ type: 'area-edited', area: edited }),
    onDelete: () => controller.dispatch({ type: 'area-removed' }),
    onUndo: canStep && past.length > 0 ? () => controller.dispatch({ type: 'undone' }) : null,
    onRedo: canStep && future.length > 0 ? () => controller.dispatch({ type: 'redone' }) : null,
    maxPerimeterMeters: limits.habitatPatrol.maxPerimeterMeters,
  };
  useListedShortcuts(drawingKeys);
  // While a polygon is being drawn, undo removes its last corner instead.
  useUndoKeys(
    (step) => controller.dispatch({ type: step === 'redo' ? 'redone' : 'undone' }),
    tool !== 'polygon',
  );
  return tools;
}

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
