import { areaBounds } from '@refugia/contract/area-measures.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { BaseLayerName } from '../../map/base-layers.ts';
import { rectanglePolygon } from '../../map/drawing/rectangle-tool.ts';
import type { MapHandle, MapInsets } from '../../map/map-canvas.tsx';
import { MapView } from '../../map/map-view.tsx';
import styles from './map-screen.module.css';
import { fetchImagery } from './patrol-api.ts';
import { PatrolLayers } from './patrol-layers.tsx';
import { PatrolPanel } from './patrol-panel.tsx';
import type { PatrolState } from './patrol-state.ts';
import { SimulatedBadge } from './simulated-badge.tsx';
import { type CameraEffect, usePatrol } from './use-patrol.ts';

const { habitatPatrol: constants } = limits;

const initialView = { ...constants.defaultCenter, zoom: constants.defaultZoom };
const offeredBaseLayers: readonly BaseLayerName[] = ['satellite', 'outdoors', 'light', 'dark'];

/** Habitat Patrol's map: choose an area and two dates, run, and look at what changed. */
export function MapScreen() {
  const dock = useRef<HTMLDivElement>(null);
  const { onReady, onCamera, visibleBounds, insets } = useCamera(dock);
  const { state, controller } = usePatrol(onCamera);
  const [baseLayer, setBaseLayer] = useState<BaseLayerName>('satellite');
  const [isDrawing, setIsDrawing] = useState(false);
  const { data: imagery, isError } = useQuery({
    queryKey: ['changedetection', 'imagery'],
    queryFn: ({ signal }) => fetchImagery(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isSettled = useSettled(baseLayer);
  useAreaOfAddress(state, onCamera);

  return (
    <div className={styles.screen}>
      <h1 className={styles.hidden}>Habitat Patrol map</h1>
      <div className={styles.stage}>
        <MapView
          label="Map of the area of interest"
          initialView={initialView}
          baseLayer={baseLayer}
          offeredBaseLayers={offeredBaseLayers}
          onBaseLayerChange={setBaseLayer}
          onReady={onReady}
          insets={insets}
          drawing={{
            isDisabled: state.phase === 'running' || state.phase === 'opening',
            hasArea: 'area' in state,
            isActive: isDrawing,
            onActiveChange: setIsDrawing,
            onDraw: (rectangle) =>
              controller.dispatch({
                type: 'area-picked',
                area: rectanglePolygon(rectangle),
                origin: 'drawn',
              }),
            onDelete: () => controller.dispatch({ type: 'area-removed' }),
          }}
        >
          {isSettled && <PatrolLayers state={state} />}
        </MapView>
        {isSimulated(state, imagery?.mode) && <SimulatedBadge />}
      </div>
      <div className={styles.dock} ref={dock}>
        <PatrolPanel
          state={state}
          controller={controller}
          imagery={imagery}
          isImageryMissing={isError}
          onDrawPress={() => setIsDrawing(true)}
          visibleBounds={visibleBounds}
        />
      </div>
    </div>
  );
}

function isSimulated(state: PatrolState, mode: 'live' | 'demo' | undefined): boolean {
  return state.phase === 'shown' ? state.result.imagery.mode === 'demo' : mode === 'demo';
}

/** Flies the map around what the panel covers; what is asked before the map is there is done then. */
function useCamera(dock: React.RefObject<HTMLDivElement | null>) {
  const map = useRef<MapHandle | null>(null);
  const pending = useRef<CameraEffect | null>(null);

  const insets = useCallback((): MapInsets => {
    const none = { top: 0, right: 0, bottom: 0, left: 0 };
    const panel = dock.current;
    if (panel === null) return none;
    // On a narrow screen the panel is a sheet beside the map, not above it.
    const isSheet = panel.offsetWidth > window.innerWidth * 0.6;
    return isSheet ? none : { ...none, left: panel.offsetLeft + panel.offsetWidth };
  }, [dock]);

  const onCamera = useCallback(
    (effect: CameraEffect) => {
      if (map.current === null) pending.current = effect;
      else if (effect.kind === 'fit-bounds') map.current.fitBounds(effect.bounds, insets());
      else map.current.flyTo(effect.center, effect.zoom, insets());
    },
    [insets],
  );
  const onReady = useCallback(
    (handle: MapHandle) => {
      map.current = handle;
      if (pending.current !== null) onCamera(pending.current);
      pending.current = null;
    },
    [onCamera],
  );
  const visibleBounds = useCallback(() => map.current?.visibleBounds(insets()) ?? null, [insets]);
  return { onReady, onCamera, visibleBounds, insets };
}

/** An area that the address brought along is shown at once. */
function useAreaOfAddress(state: PatrolState, onCamera: (effect: CameraEffect) => void): void {
  const first = useRef(state);
  useEffect(() => {
    const { current } = first;
    if (current.phase === 'ready') {
      onCamera({ kind: 'fit-bounds', bounds: areaBounds(current.area) });
    }
  }, [onCamera]);
}

/** False for half a second after the base map has changed: the layers return when it has settled. */
function useSettled(baseLayer: BaseLayerName): boolean {
  const [settled, setSettled] = useState(baseLayer);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(baseLayer), constants.layerReturnMilliseconds);
    return () => clearTimeout(timer);
  }, [baseLayer]);
  return settled === baseLayer;
}
