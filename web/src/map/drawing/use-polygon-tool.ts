import type { Polygon } from 'geojson';
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { type PolygonEvent, type PolygonTool, stepPolygonTool } from './polygon-tool.ts';
import type { LngLat } from './rectangle-tool.ts';

interface PolygonToolOptions {
  map: MapLibreMap | undefined;
  isActive: boolean;
  onFinish: (polygon: Polygon) => void;
  onCancel: () => void;
}

/** A press within this distance of a corner means that corner. */
const nearPixels = 12;

/**
 * Lets a polygon be drawn on the map while active: by pointer, or from the focused map by keys, with
 * the space bar for a corner in the middle of the map. The map can be moved meanwhile.
 */
export function usePolygonTool(options: PolygonToolOptions): {
  tool: PolygonTool;
  step: (event: PolygonEvent) => void;
} {
  const { map, isActive } = options;
  const [tool, setTool] = useReducer((_: PolygonTool, next: PolygonTool) => next, {
    phase: 'idle',
  });
  const current = useRef<PolygonTool>({ phase: 'idle' });
  const advance = useCallback((event: PolygonEvent) => {
    const { tool: next, finished } = stepPolygonTool(current.current, event);
    current.current = next;
    setTool(next);
    return finished;
  }, []);
  const stepOfButton = (event: PolygonEvent) => {
    const finished = advance(event);
    if (finished) options.onFinish(finished);
  };
  const stepOfMap = useEffectEvent(stepOfButton);
  const onCancel = useEffectEvent(options.onCancel);

  useEffect(() => {
    if (!map || !isActive) return;
    const step = (event: PolygonEvent) => stepOfMap(event);
    step({ type: 'arm' });
    const press = (position: LngLat) =>
      step({ type: 'press', position, near: nearCorner(map, current.current, position) });
    const stopPointer = listenToPointer(map, step, press);
    const stopKeys = listenToKeys(map, step, press, () => onCancel());
    return () => {
      advance({ type: 'cancel' });
      stopPointer();
      stopKeys();
    };
  }, [map, isActive, advance]);

  return { tool, step: stepOfButton };
}

function nearCorner(
  map: MapLibreMap,
  tool: PolygonTool,
  position: LngLat,
): 'first' | 'last' | null {
  if (tool.phase === 'idle') return null;
  const place = map.project([...position]);
  const isNear = (corner: LngLat | undefined) => {
    if (corner === undefined) return false;
    const { x, y } = map.project([...corner]);
    return Math.hypot(x - place.x, y - place.y) <= nearPixels;
  };
  if (isNear(tool.corners.at(-1))) return 'last';
  return isNear(tool.corners[0]) ? 'first' : null;
}

/** The map's own clicks: what ends a drag is none. */
function listenToPointer(
  map: MapLibreMap,
  step: (event: PolygonEvent) => void,
  press: (position: LngLat) => void,
): () => void {
  const canvas = map.getCanvas();
  const onClick = ({ lngLat }: MapMouseEvent) => press([lngLat.lng, lngLat.lat]);
  const onMove = ({ lngLat }: MapMouseEvent) =>
    step({ type: 'move', position: [lngLat.lng, lngLat.lat] });
  const onOut = () => step({ type: 'move', position: null });
  map.on('click', onClick);
  map.on('mousemove', onMove);
  map.on('mouseout', onOut);
  map.doubleClickZoom.disable();
  canvas.style.cursor = 'crosshair';
  return () => {
    map.off('click', onClick);
    map.off('mousemove', onMove);
    map.off('mouseout', onOut);
    map.doubleClickZoom.enable();
    canvas.style.cursor = '';
  };
}

function listenToKeys(
  map: MapLibreMap,
  step: (event: PolygonEvent) => void,
  press: (position: LngLat) => void,
  cancel: () => void,
): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (key === 'Escape') return cancel();
    // Keys that press a button, or write, mean that and nothing here.
    const isFree = target === map.getCanvas() || target === document.body;
    if (!isFree) return;
    const isUndo = key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
    if (key === 'Enter') step({ type: 'finish' });
    else if (key === 'Backspace' || key === 'Delete' || isUndo) step({ type: 'remove-last' });
    else if (key === ' ') {
      const { lng, lat } = map.getCenter();
      press([lng, lat]);
    } else return;
    event.preventDefault();
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}
