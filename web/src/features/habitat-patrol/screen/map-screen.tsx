import { readArea } from '@refugia/contract/area.ts';
import { utcDay } from '@refugia/contract/habitat-patrol/run-checks.ts';
import type { Imagery } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { storedText } from '../../../lib/stored-text.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { useLanding } from '../../../lib/use-landing.ts';
import { MapView } from '../../../map/canvas/map-view.tsx';
import frame from '../../../map/map-frame.module.css';
import { fromLeafletZoom } from '../../../map/map-position.ts';
import { useFileDrop } from '../../../ui/files/use-file-drop.ts';
import { lateOverlay } from '../../../ui/states/late-part.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import utilities from '../../../ui/style/utilities.module.css';
import { useAreaDrawing, useAreaKeptInView } from '../area/use-area-drawing.ts';
import { formatDate } from '../format.ts';
import { useImagery } from '../patrol/patrol-api.ts';
import type { PatrolController } from '../patrol/patrol-controller.ts';
import { ControllerProvider } from '../patrol/use-controller.ts';
import { usePatrol } from '../patrol/use-patrol.ts';
import { initialView, offeredBaseLayers, usePatrolCamera } from '../patrol/use-patrol-camera.ts';
import { useResultTools } from '../result/use-result-tools.ts';
import type { PatrolState } from '../state/patrol-state.ts';
import styles from './map-screen.module.css';
import { PatrolLayers } from './patrol-layers.tsx';
import { PatrolPanel } from './patrol-panel.tsx';

const { habitatPatrol: constants } = limits;

const Tutorial = lateOverlay(async () => (await import('../tutorial/tutorial.tsx')).Tutorial);
const CompareSwipe = lateOverlay(
  async () => (await import('../../../map/controls/compare-swipe.tsx')).CompareSwipe,
);
const AddAreaModal = lateOverlay(
  async () => (await import('../area/add-area-modal.tsx')).AddAreaModal,
);

/**
 * The screen on which a person chooses an area and two dates, runs the analysis and looks at what
 * changed.
 */
export function MapScreen() {
  const whole = useRef<HTMLDivElement>(null);
  const dock = useRef<HTMLDivElement>(null);
  useLanding(whole);
  const camera = usePatrolCamera(dock);
  const screen = usePatrol(camera.onCamera);
  const { state, controller, onCamera } = screen;
  const drawing = useAreaDrawing(state, controller);
  const tools = useResultTools(screen, camera);
  const tutorial = useTutorial(state.phase === 'opening');
  const sheet = useSheet(drawing.tool ?? tools.patch?.id ?? null);
  const [adding, setAdding] = useState<{ dropped: File | null } | null>(null);
  useFileDrop({
    isDisabled: drawing.isDisabled,
    onDrop: (dropped) => setAdding({ dropped }),
  });
  const { data: imagery } = useImagery();
  useAreaKeptInView(state, drawing.tool !== null, onCamera);

  return (
    <ControllerProvider value={controller}>
      <div
        ref={whole}
        data-panel="start"
        className={classNames(
          frame.screen,
          styles.screen,
          sheet.height === 'tall' && styles.tall,
          drawing.tool !== null && frame.drawing,
        )}
      >
        <h1 className={utilities.announced}>Habitat Patrol map</h1>
        <Stage {...{ screen, camera, drawing, tools, dock, imagery }} />
        <div
          className={classNames(frame.dock, styles.dock, sheet.height === 'folded' && frame.folded)}
          ref={dock}
        >
          <SheetGrip height={sheet.height} onChange={sheet.setHeight} />
          <PatrolPanel
            state={state}
            isOpen={sheet.height !== 'folded'}
            onToggle={(isOpen) => sheet.setHeight(isOpen ? 'half' : 'folded')}
            onDrawPress={() => drawing.onToolChange('rectangle')}
            onEditPress={() => drawing.onToolChange('edit')}
            onAddAreaPress={() => setAdding({ dropped: null })}
            onTutorialPress={tutorial.open}
            onShow={([...bounds]) => onCamera({ kind: 'fit-bounds', bounds })}
            visibleBounds={camera.visibleBounds}
            resultTools={tools}
          />
        </div>
        {tutorial.isOpen && (
          <Tutorial
            phase={state.phase}
            onExample={exampleRun(imagery, controller)}
            isDrawing={drawing.tool !== null}
            isAskedFor={tutorial.isAskedFor}
            onClose={tutorial.close}
          />
        )}
        {adding && <AddAreaModal state={state} {...adding} onClose={() => setAdding(null)} />}
      </div>
    </ControllerProvider>
  );
}

interface StageProps {
  screen: ReturnType<typeof usePatrol>;
  camera: ReturnType<typeof usePatrolCamera>;
  drawing: ReturnType<typeof useAreaDrawing>;
  tools: ReturnType<typeof useResultTools>;
  dock: RefObject<HTMLDivElement | null>;
  imagery: Imagery | undefined;
}

function Stage({ screen, camera, drawing, tools, dock, imagery }: StageProps) {
  const { state, controller, view, setView } = screen;
  // The layers are added again a moment after the base map has changed.
  const shownBaseLayer = useDebounced(view.baseLayer, constants.layerReturnMilliseconds);
  const swipeShare = state.phase === 'shown' ? tools.swipeShare : null;
  return (
    <div className={classNames(frame.stage, styles.stage, swipeShare !== null && styles.swiping)}>
      <MapView
        label="Map of the area of interest"
        initialView={view.position ?? initialView}
        baseLayer={view.baseLayer}
        offeredBaseLayers={offeredBaseLayers}
        onBaseLayerChange={(baseLayer) => setView((current) => ({ ...current, baseLayer }))}
        onReady={camera.onReady}
        onMove={(position) => setView((current) => ({ ...current, position }))}
        insets={camera.insets}
        shortcutZoom={fromLeafletZoom(constants.resultZoom)}
        drawing={drawing}
        isSimulated={isSimulated(state, imagery?.mode)}
        onBorder={(area, name) =>
          controller.dispatch({ type: 'area-picked', area, origin: { kind: 'place', name } })
        }
        onSpecies={(scientificName) =>
          controller.dispatch({
            type: 'species-picked',
            pick: { type: 'species_range', scientificName },
          })
        }
        skip={{
          label: state.phase === 'ready' ? 'Skip to Run' : 'Skip to the panel',
          to: () => mainPlaceIn(dock.current),
        }}
      >
        {shownBaseLayer === view.baseLayer && (
          <PatrolLayers
            key={state.phase === 'shown' ? state.runId : ''}
            state={state}
            onDrawn={() => controller.dispatch({ type: 'pictures-drawn' })}
            tools={tools}
            isEditing={drawing.tool === 'edit'}
            isPointing={drawing.tool === null}
          />
        )}
      </MapView>
      {state.phase === 'shown' && swipeShare !== null && (
        <CompareSwipe
          share={swipeShare}
          onChange={tools.onSwipe}
          left={{ title: 'Before', detail: formatDate(state.result.before_date) }}
          right={{ title: 'After', detail: formatDate(state.result.after_date) }}
        />
      )}
    </div>
  );
}

/** The panel's main button, or its first button while the main one is disabled or absent. */
function mainPlaceIn(dock: HTMLElement | null): HTMLElement | null {
  const place = (selector: string) => dock?.querySelector<HTMLElement>(selector) ?? null;
  return place('footer button:enabled') ?? place('section button');
}

/** Runs the first example in which something changed, or null where there is none. */
function exampleRun(
  imagery: Imagery | undefined,
  controller: PatrolController,
): (() => void) | null {
  const example = imagery?.examples.find(({ expected_change }) => expected_change);
  const area = example && readArea(example.coords);
  if (!example || !area) return null;
  const { name, startDate, endDate } = example;
  return () => {
    const origin = { kind: 'example', name } as const;
    controller.dispatch({ type: 'area-picked', area, origin, startDate, endDate });
    controller.dispatch({ type: 'run-requested', today: utcDay(new Date()) });
  };
}

const tutorialMemory = storedText('localStorage', 'habitat-patrol-tutorial');

/**
 * The tutorial opens at the start until it has been closed once in this browser.
 * @param isForResult whether a link to a result was opened, which the tutorial must not cover
 */
function useTutorial(isForResult: boolean) {
  const [isOpen, setIsOpen] = useState(() => !isForResult && tutorialMemory.read() !== 'closed');
  const [isAskedFor, setIsAskedFor] = useState(false);
  return {
    isOpen,
    /** Whether the person opened it, and not the start of the screen. */
    isAskedFor,
    open: () => {
      setIsOpen(true);
      setIsAskedFor(true);
    },
    close: () => {
      setIsOpen(false);
      tutorialMemory.write('closed');
    },
  };
}

function isSimulated(state: PatrolState, mode: 'live' | 'demo' | undefined): boolean {
  return state.phase === 'shown' ? state.result.imagery.mode === 'demo' : mode === 'demo';
}

/** How much of a phone's screen the sheet takes. */
type SheetHeight = 'folded' | 'half' | 'tall';

const heights: readonly SheetHeight[] = ['folded', 'half', 'tall'];
/** A shorter movement counts as a press. */
const dragPixels = 24;

interface SheetGripProps {
  height: SheetHeight;
  onChange: (height: SheetHeight) => void;
}

/** The upper edge of a phone's sheet, which can be pressed or dragged to another height. */
function SheetGrip({ height, onChange }: SheetGripProps) {
  const start = useRef<number | null>(null);
  const wasDragged = useRef(false);

  function handleDown(event: PointerEvent): void {
    start.current = event.clientY;
    wasDragged.current = false;
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function handleUp(event: PointerEvent): void {
    const way = event.clientY - (start.current ?? event.clientY);
    start.current = null;
    wasDragged.current = Math.abs(way) >= dragPixels;
    const next = heights[heights.indexOf(height) + (way < 0 ? 1 : -1)];
    if (wasDragged.current && next !== undefined) onChange(next);
  }

  return (
    <button
      type="button"
      className={styles.grip}
      aria-label={height === 'tall' ? 'Make the panel lower' : 'Make the panel taller'}
      onPointerDown={handleDown}
      onPointerUp={handleUp}
      onClick={() => {
        // The browser also fires a click at the end of a drag.
        if (!wasDragged.current) onChange(height === 'half' ? 'tall' : 'half');
        wasDragged.current = false;
      }}
    />
  );
}

/**
 * The height of a phone's sheet. On a wide screen the panel is either folded or open. A tall sheet
 * shrinks as soon as there is something else to see or do on the map.
 * @param onMap names that thing
 */
function useSheet(onMap: string | number | null) {
  const [height, setHeight] = useState<SheetHeight>('half');
  useEffect(() => {
    if (onMap !== null) setHeight((current) => (current === 'tall' ? 'half' : current));
  }, [onMap]);
  return { height, setHeight };
}
