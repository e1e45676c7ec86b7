import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { listenToMap } from '../map-events.ts';
import type { LngLat } from '../places.ts';
import { type PathEvent, type PathRules, type PathTool, stepPathTool } from './path-tool.ts';

interface PathToolOptions {
  map: MapLibreMap | undefined;
  isActive: boolean;
  rules: PathRules;
  /** Snaps a position to something near. Default none. */
  snap?: ((position: LngLat) => LngLat) | undefined;
  /**
   * Whether the places to snap to are still loading. Presses meanwhile wait until they are known.
   */
  isSnapPending?: boolean | undefined;
  /** Whether corners may be finished. The path stays as it is otherwise. Default always. */
  mayFinish?: ((corners: readonly LngLat[]) => boolean) | undefined;
  onFinish: (corners: readonly LngLat[]) => void;
  onCancel: () => void;
}

const idle: PathTool = { phase: 'idle' };

/** A press within this distance of a corner counts as on that corner. */
const nearPixels = 12;

/**
 * While active, lets people set places on the map one after the other, by pointer or by keyboard.
 * With the focus on the map, the space bar sets a place in the middle of the map. The map can be
 * moved meanwhile.
 */
export function usePathTool(options: PathToolOptions): {
  tool: PathTool;
  step: (event: PathEvent) => void;
} {
  const { map, isActive, isSnapPending = false } = options;
  const [tool, setTool] = useState<PathTool>(idle);
  const current = useRef<PathTool>(idle);
  const become = useCallback((next: PathTool) => {
    current.current = next;
    setTool(next);
  }, []);
  const stepOfButton = (event: PathEvent) => {
    const { tool: next, finished } = stepPathTool(current.current, event, options.rules);
    if (finished && options.mayFinish?.(finished) === false) return;
    become(next);
    if (finished) options.onFinish(finished);
  };
  const waiting = useRef<(() => void)[]>([]);
  const whenSnapKnows = useEffectEvent((act: () => void) => {
    if (isSnapPending) waiting.current.push(act);
    else act();
  });
  const stepOfMap = useEffectEvent(stepOfButton);
  const snap = useEffectEvent((position: LngLat) => options.snap?.(position) ?? position);
  const onCancel = useEffectEvent(options.onCancel);

  useEffect(() => {
    if (!map || !isActive) return;
    const step = (event: PathEvent) => {
      const isMove = event.type === 'move' && event.position !== null;
      stepOfMap(isMove ? { ...event, position: snap(event.position!) } : event);
    };
    step({ type: 'arm' });
    const press = (position: LngLat) =>
      whenSnapKnows(() => {
        const near = nearCorner(map, current.current, position);
        step({ type: 'press', position: near === null ? snap(position) : position, near });
      });
    const stepOfKey = (event: PathEvent) => whenSnapKnows(() => step(event));
    const stopPointer = listenToPointer(map, step, press);
    const stopKeys = listenToKeys(map, stepOfKey, press, () => onCancel());
    return () => {
      waiting.current = [];
      become(idle);
      stopPointer();
      stopKeys();
    };
  }, [map, isActive, become]);

  useEffect(() => {
    if (isSnapPending) return;
    for (const act of waiting.current.splice(0)) act();
  }, [isSnapPending]);

  return { tool, step: stepOfButton };
}

function nearCorner(map: MapLibreMap, tool: PathTool, position: LngLat): 'first' | 'last' | null {
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

/** Longer than the two clicks of a double-click are apart on any system. */
const doubleClickMilliseconds = 1_000;

/** Listens to the map's own click events, which do not occur at the end of a drag. */
function listenToPointer(
  map: MapLibreMap,
  step: (event: PathEvent) => void,
  press: (position: LngLat) => void,
): () => void {
  const canvas = map.getCanvas();
  const stop = listenToMap(map, {
    click: ({ lngLat }) => press([lngLat.lng, lngLat.lat]),
    mousemove: ({ lngLat }) => step({ type: 'move', position: [lngLat.lng, lngLat.lat] }),
    mouseout: () => step({ type: 'move', position: null }),
  });
  const stopNoZoom = listenToMap(map, { dblclick: (event) => event.preventDefault() });
  canvas.style.cursor = 'crosshair';
  return () => {
    stop();
    // The first click of a double-click, or its second, ends the tool before the map would zoom.
    setTimeout(stopNoZoom, doubleClickMilliseconds);
    canvas.style.cursor = '';
  };
}

function listenToKeys(
  map: MapLibreMap,
  step: (event: PathEvent) => void,
  press: (position: LngLat) => void,
  cancel: () => void,
): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (key === 'Escape') return cancel();
    // Keys that press a button or type text keep their meaning.
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

/**
 * Gives the map the focus when a tool was chosen by keyboard, because the map handles the keys that
 * draw.
 * @param tool null while nothing is drawn
 */
export function useMapFocus(map: MapLibreMap | undefined, tool: string | null): void {
  useEffect(() => {
    const isByKey = document.activeElement?.matches(':focus-visible') ?? false;
    if (isByKey && tool !== null) map?.getCanvas().focus();
  }, [map, tool]);
}
