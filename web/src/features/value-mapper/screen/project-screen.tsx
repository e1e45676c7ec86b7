import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { LogOut } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from '../../../lib/store.ts';
import { useLanding } from '../../../lib/use-landing.ts';
import { useOnLeaving } from '../../../lib/use-on-leaving.ts';
import { MapLink } from '../../../map/controls/map-button.tsx';
import type { DrawingTool, DrawingTools } from '../../../map/drawing/drawing-tools.ts';
import frame from '../../../map/map-frame.module.css';
import { type MapPosition, toLeafletZoom } from '../../../map/map-position.ts';
import type { Rectangle } from '../../../map/places.ts';
import { useFileDrop } from '../../../ui/files/use-file-drop.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { lateOverlay } from '../../../ui/states/late-part.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { dashboardAddress, projectCalls } from '../calls/calls.ts';
import { unfinishedValued } from '../state/map-layer.ts';
import type { ProjectStore } from '../workspace/project-store.ts';
import type { Task } from '../workspace/task-store.ts';
import { useProject, useWorkspace, WorkspaceProvider } from '../workspace/use-workspace.ts';
import { LoadingModal } from './loading-modal.tsx';
import { PrintedLegends } from './printed-legends.tsx';
import { ProjectLayers } from './project-layers.tsx';
import { ProjectPanel } from './project-panel.tsx';
import styles from './project-screen.module.css';
import { ProjectStage, useNewWorkspace } from './project-stage.tsx';
import { type ProjectCamera, useProjectCamera } from './use-project-camera.ts';

const TaskModals = lateOverlay(async () => (await import('./task-modals.tsx')).TaskModals);
const ValuationDialog = lateOverlay(
  async () => (await import('../valuation/valuation-panel.tsx')).ValuationDialog,
);
const CompareSwipe = lateOverlay(
  async () => (await import('../../../map/controls/compare-swipe.tsx')).CompareSwipe,
);
const CombinePanel = lateOverlay(
  async () => (await import('../combined/combine-panel.tsx')).CombinePanel,
);

/** One open project: its map, its panel and its dialogs. */
export function ProjectScreen({ projectId }: { projectId: number }) {
  const dock = useRef<HTMLDivElement>(null);
  const camera = useProjectCamera(dock);
  const parts = useNewWorkspace(projectId, projectCalls, false);
  const find = useSavingFind(parts.store, camera);
  const workspace = useMemo(() => ({ ...parts, find }), [parts, find]);
  return (
    <WorkspaceProvider value={workspace}>
      <Content dock={dock} camera={camera} />
    </WorkspaceProvider>
  );
}

interface ContentProps {
  dock: RefObject<HTMLDivElement | null>;
  camera: ProjectCamera;
}

function Content({ dock, camera }: ContentProps) {
  const { store, images, tasks } = useWorkspace();
  const task = useStore(tasks);
  const whole = useRef<HTMLDivElement>(null);
  useLanding(whole);
  const { project } = useProject();
  const drawing = useZoneDrawing();
  const [isLoading, endLoading] = useLoading(task);
  const [areLayersThere, setAreLayersThere] = useState(false);
  useDroppedRaster(whole, areLayersThere && task === null);
  useOnLeaving(() => store.leaveMap());
  // Loading no longer waits for a layer that is hidden or deleted.
  useEffect(() => store.subscribe(images.check), [images, store]);
  const isCombining = task?.kind === 'combine';
  const valuedLayer = task?.kind === 'valuation' ? task.layerId : null;

  return (
    <div ref={whole} className={classNames(frame.screen, styles.screen, drawing && frame.drawing)}>
      <ProjectStage
        title={project?.title ?? 'Conservation Value Mapper project'}
        camera={camera}
        dock={dock}
        onMove={(position) => void store.changeMap(viewOf(position))}
        onMoving={(position) => store.keepView(viewOf(position))}
        {...(drawing && { drawing })}
        controls={<MapLink icon={LogOut} label="Exit" href={dashboardAddress} />}
        above={<ScenarioSwipe />}
      >
        <ProjectLayers valuedLayer={valuedLayer} isDrawing={drawing !== undefined} />
      </ProjectStage>
      <div className={classNames(frame.dock, styles.dock)} ref={dock}>
        {areLayersThere && (
          <div className={valuedLayer === null && !isCombining ? frame.filling : styles.away}>
            <ProjectPanel />
          </div>
        )}
        {isCombining && <CombinePanel onClose={tasks.end} />}
        {valuedLayer !== null && <ValuationDialog layerId={valuedLayer} onClose={tasks.end} />}
      </div>
      <PrintedLegends />
      {isLoading && task === null && (
        <LoadingModal
          onLoaded={() => setAreLayersThere(true)}
          onClose={() => {
            endLoading();
            const unfinished = unfinishedTask(store);
            if (unfinished !== null) tasks.begin(unfinished);
          }}
        />
      )}
      {task !== null && <TaskModals onClose={tasks.end} />}
    </div>
  );
}

/** The line between two scenarios on the map, while two are compared. */
function ScenarioSwipe() {
  const { combined } = useWorkspace();
  const { scenario, swipeShare } = useStore(combined);
  const right = combined.atRight();
  if (scenario === null || right === null) return null;
  return (
    <CompareSwipe
      share={swipeShare}
      onChange={(share) => combined.change({ swipeShare: share })}
      left={{ title: scenario.name, detail: '' }}
      right={{ title: right.name, detail: '' }}
    />
  );
}

/** The tools for a zone that is being drawn on the map, or undefined while none is. */
function useZoneDrawing(): DrawingTools | undefined {
  const { zones } = useWorkspace();
  const { onDrawn } = useStore(zones);
  const [tool, setTool] = useState<DrawingTool>('polygon');
  useEffect(() => {
    if (onDrawn === null) setTool('polygon');
  }, [onDrawn]);
  if (onDrawn === null) return undefined;
  const end = () => zones.change({ onDrawn: null });
  return {
    isDisabled: false,
    area: null,
    tool,
    onToolChange: (next) => (next === null ? end() : setTool(next)),
    onDraw: (shape) => {
      end();
      onDrawn(shape);
    },
    onEdit: () => {},
    onDelete: end,
    onUndo: null,
    onRedo: null,
    maxPerimeterMeters: Number.POSITIVE_INFINITY,
    isAbove: true,
  };
}

/** Whether the pictures of the layers are still waited for, and what ends that. */
function useLoading(task: Task | null): [isLoading: boolean, end: () => void] {
  const [isLoading, setIsLoading] = useState(true);
  const hasBegun = task !== null;
  useEffect(() => {
    // Whoever begins something no longer waits for the pictures.
    if (hasBegun) setIsLoading(false);
  }, [hasBegun]);
  return [isLoading, () => setIsLoading(false)];
}

/** The unfinished work of an earlier visit, which is shown at the step that it has reached. */
function unfinishedTask(store: ProjectStore): Task | null {
  for (const { layer, raster, valued } of store.getState().layers) {
    const state = raster?.processing.state;
    if (state === 'waiting' || state === 'running') {
      return { kind: 'process-raster', layerId: layer.id };
    }
    const valuedState = unfinishedValued(valued)?.processing.state;
    if (valuedState === 'waiting' || valuedState === 'running') {
      return { kind: 'process-valued', layerId: layer.id, settings: null };
    }
  }
  return null;
}

/** This is longer than the map's flight takes. */
const flightMilliseconds = 2_000;

/** Flies to a raster, and then saves the view as if a person had moved the map there. */
function useSavingFind(store: ProjectStore, { find, position }: ProjectCamera) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (box: Rectangle) => {
      find(box);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const reached = position();
        if (reached !== null) void store.changeMap(viewOf(reached));
      }, flightMilliseconds);
    },
    [find, position, store],
  );
}

function viewOf({ latitude, longitude, zoom }: MapPosition) {
  const coordinates = [latitude, longitude].map((degrees) => Number(degrees.toFixed(5)));
  return {
    last_center_coords: JSON.stringify(coordinates),
    last_zoom: Number(toLeafletZoom(zoom).toFixed(2)),
  };
}

/** Offers to upload a file that is dropped on the project's screen, unless a task is open. */
function useDroppedRaster(screen: RefObject<HTMLElement | null>, isEnabled: boolean): void {
  const { tasks } = useWorkspace();
  const { layers } = useProject();
  useFileDrop({
    within: screen,
    isDisabled: !isEnabled,
    onDrop(file) {
      if (layers.length < limits.valueMapper.maxDataLayers) tasks.begin({ kind: 'upload', file });
      else showToast('warning', messages.valueMapper.maxDataLayers);
    },
  });
}
