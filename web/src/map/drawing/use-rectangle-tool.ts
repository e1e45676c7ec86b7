import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { listenToMap, usePageKeys } from '../map-events.ts';
import type { Rectangle } from '../places.ts';
import {
  type PointerPlace,
  type RectangleEvent,
  type RectangleTool,
  rectangleBetween,
  stepRectangleTool,
} from './rectangle-tool.ts';

interface RectangleToolOptions {
  map: MapLibreMap | undefined;
  isActive: boolean;
  onFinish: (rectangle: Rectangle) => void;
  onCancel: () => void;
}

/** A rectangle while it is being stretched. */
export interface StretchedRectangle {
  readonly rectangle: Rectangle;
  /** Whether its second corner was refused, because there is no area between the two. */
  readonly isFlat: boolean;
}

/**
 * While active, lets people draw a rectangle on the map. The map can't be moved by pointer
 * meanwhile.
 * @returns the current rectangle while it is being stretched
 */
export function useRectangleTool({
  map,
  isActive,
  ...callbacks
}: RectangleToolOptions): StretchedRectangle | null {
  const [tool, setTool] = useState<RectangleTool>({ phase: 'idle' });
  const current = useRef<RectangleTool>({ phase: 'idle' });
  const onFinish = useEffectEvent(callbacks.onFinish);
  usePageKeys(
    (event) => {
      if (event.key === 'Escape') callbacks.onCancel();
    },
    map !== undefined && isActive,
  );

  useEffect(() => {
    if (!map || !isActive) return;
    const step = (event: RectangleEvent) => {
      const { tool: next, finished } = stepRectangleTool(current.current, event);
      current.current = next;
      setTool(next);
      if (finished) onFinish(finished);
    };
    const stopPointer = listenToPointer(map, step);
    const stopKeys = listenToKeys(map, () => current.current, step);
    const resume = holdGestures(map);
    step({ type: 'arm' });
    return () => {
      step({ type: 'cancel' });
      stopPointer();
      stopKeys();
      resume();
    };
  }, [map, isActive]);

  if (tool.phase !== 'stretching') return null;
  return { rectangle: rectangleBetween(tool.from.position, tool.to), isFlat: tool.isFlat };
}

/** Pointer events cover mouse, pen and touch, and a captured pointer may leave the map. */
function listenToPointer(map: MapLibreMap, step: (event: RectangleEvent) => void): () => void {
  const element = map.getCanvasContainer();
  const placeOf = (event: PointerEvent): PointerPlace => {
    const { left, top } = element.getBoundingClientRect();
    const [xPixels, yPixels] = [event.clientX - left, event.clientY - top];
    const { lng, lat } = map.unproject([xPixels, yPixels]);
    return { position: [lng, lat], xPixels, yPixels };
  };
  const listening = new AbortController();
  const { signal } = listening;
  const listen = (
    name: 'pointerdown' | 'pointermove' | 'pointerup',
    type: RectangleEvent['type'],
  ) =>
    element.addEventListener(
      name,
      (event) => {
        if (!event.isPrimary || event.button > 0) return;
        if (name === 'pointerdown') element.setPointerCapture(event.pointerId);
        step({ type, place: placeOf(event) });
      },
      { signal },
    );
  listen('pointerdown', 'press');
  listen('pointermove', 'move');
  listen('pointerup', 'release');
  // The gesture was cancelled by a second finger or a phone call. The next press sets a first
  // corner again.
  element.addEventListener('pointercancel', () => step({ type: 'arm' }), { signal });
  return () => listening.abort();
}

/**
 * The space bar sets a corner in the middle of the map, which the arrow keys move. Enter finishes, as
 * the space bar does at the second corner.
 */
function listenToKeys(
  map: MapLibreMap,
  read: () => RectangleTool,
  step: (event: RectangleEvent) => void,
): () => void {
  const canvas = map.getCanvas();
  let isByKey = false;
  const middle = (): PointerPlace => {
    const { lng, lat } = map.getCenter();
    const { x, y } = map.project([lng, lat]);
    return { position: [lng, lat], xPixels: x, yPixels: y };
  };
  const onKey = (event: KeyboardEvent) => {
    if ((event.key !== ' ' && event.key !== 'Enter') || event.target !== canvas) return;
    event.preventDefault();
    isByKey = true;
    const tool = read();
    if (tool.phase !== 'stretching') {
      if (event.key === 'Enter') return;
      step({ type: 'press', place: middle() });
      return step({ type: 'release', place: middle() });
    }
    // The first corner has moved on the screen with the map, so its distance is measured from where
    // it is now.
    const start = map.project([...tool.from.position]);
    const end = middle();
    const xPixels = tool.from.xPixels + end.xPixels - start.x;
    const yPixels = tool.from.yPixels + end.yPixels - start.y;
    step({ type: 'release', place: { ...end, xPixels, yPixels } });
  };
  const stop = listenToMap(map, {
    move: () => {
      if (isByKey) step({ type: 'move', place: middle() });
    },
  });
  canvas.addEventListener('keydown', onKey);
  return () => {
    canvas.removeEventListener('keydown', onKey);
    stop();
  };
}

/** Disables the map's gestures that drawing would trigger. @returns a function that enables them */
function holdGestures(map: MapLibreMap): () => void {
  const gestures = [map.dragPan, map.doubleClickZoom, map.touchZoomRotate, map.boxZoom];
  const canvas = map.getCanvas();
  for (const gesture of gestures) gesture.disable();
  canvas.style.cursor = 'crosshair';
  // Without its gestures the map would leave touches to the browser, which would scroll.
  canvas.style.touchAction = 'none';
  return () => {
    for (const gesture of gestures) gesture.enable();
    canvas.style.cursor = '';
    canvas.style.touchAction = '';
  };
}
