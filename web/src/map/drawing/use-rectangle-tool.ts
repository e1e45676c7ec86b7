import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useReducer, useRef } from 'react';
import {
  type PointerPlace,
  type Rectangle,
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

/**
 * Lets a rectangle be drawn on the map while active; moving the map by pointer rests meanwhile.
 * @returns the rectangle as it stands while it is stretched
 */
export function useRectangleTool(options: RectangleToolOptions): Rectangle | null {
  const { map, isActive } = options;
  const [tool, setTool] = useReducer((_: RectangleTool, next: RectangleTool) => next, {
    phase: 'idle',
  });
  const current = useRef<RectangleTool>({ phase: 'idle' });
  const callbacks = useRef(options);
  callbacks.current = options;

  useEffect(() => {
    if (!map || !isActive) return;
    const step = (event: RectangleEvent) => {
      const { tool: next, finished } = stepRectangleTool(current.current, event);
      current.current = next;
      setTool(next);
      if (finished) callbacks.current.onFinish(finished);
    };
    const stopListening = listenToPointer(map, step);
    const resume = holdGestures(map);
    const cancelOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') callbacks.current.onCancel();
    };
    window.addEventListener('keydown', cancelOnEscape);
    step({ type: 'arm' });
    return () => {
      step({ type: 'cancel' });
      stopListening();
      resume();
      window.removeEventListener('keydown', cancelOnEscape);
    };
  }, [map, isActive]);

  return tool.phase === 'stretching' ? rectangleBetween(tool.from.position, tool.to) : null;
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
        step({ type, place: placeOf(event) } as RectangleEvent);
      },
      { signal },
    );
  listen('pointerdown', 'press');
  listen('pointermove', 'move');
  listen('pointerup', 'release');
  return () => listening.abort();
}

/** Stops the gestures that a drawing hand would set off. @returns what brings them back */
function holdGestures(map: MapLibreMap): () => void {
  const gestures = [map.dragPan, map.doubleClickZoom, map.touchZoomRotate, map.boxZoom];
  const canvas = map.getCanvas();
  for (const gesture of gestures) gesture.disable();
  canvas.style.cursor = 'crosshair';
  return () => {
    for (const gesture of gestures) gesture.enable();
    canvas.style.cursor = '';
  };
}
