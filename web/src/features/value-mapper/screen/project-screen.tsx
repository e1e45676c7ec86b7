import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import {
  valueMapperErrorLabels,
  valueMapperFailure,
} from '@refugia/contract/value-mapper/errors.ts';
import { LogOut } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLanding } from '../../../lib/use-landing.ts';
import { useOnLeaving } from '../../../lib/use-on-leaving.ts';
import type { BaseLayerName } from '../../../map/base-layers.ts';
import { MapView, supportsWebGl } from '../../../map/canvas/map-view.tsx';
import { MapLink } from '../../../map/controls/map-button.tsx';
import frame from '../../../map/map-frame.module.css';
import { type MapPosition, toLeafletZoom } from '../../../map/map-position.ts';
import type { ValueLayersHandle } from '../../../map/value-layer/value-layers.tsx';
import { useFileDrop } from '../../../ui/files/use-file-drop.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import utilities from '../../../ui/style/utilities.module.css';
import { dashboardAddress, projectCalls } from '../calls/calls.ts';
import { unfinishedValued } from '../state/map-layer.ts';
import { type Box, nameAtServer, nameOnMap, offeredBaseLayers } from '../state/map-view.ts';
import { CombinedStore } from '../workspace/combined-store.ts';
import { ImageWatch } from '../workspace/image-watch.ts';
import { ProjectStore } from '../workspace/project-store.ts';
import { type Task, type Tasks, useTasks } from '../workspace/use-tasks.ts';
import {
  type Previewed,
  useProject,
  type Workspace,
  WorkspaceProvider,
} from '../workspace/use-workspace.ts';
import { ZonesStore } from '../workspace/zones-store.ts';
import { LoadingModal } from './loading-modal.tsx';
import { PrintedLegends } from './printed-legends.tsx';
import { ProjectLayers } from './project-layers.tsx';
import { ProjectPanel } from './project-panel.tsx';
import styles from './project-screen.module.css';
import { ScenarioSwipe } from './scenario-swipe.tsx';
import { initialView, useProjectCamera, useSavedView } from './use-project-camera.ts';
import { useZoneDrawing } from './use-zone-drawing.ts';

/** The code of dialogs loads when one is first opened. */
const TaskModals = latePart(async () => (await import('./task-modals.tsx')).TaskModals, {
  failure: 'toast',
});
const ValuationDialog = latePart(
  async () => (await import('../valuation/valuation-panel.tsx')).ValuationDialog,
  { failure: 'toast' },
);

const CombinePanel = latePart(
  async () => (await import('../combined/combine-panel.tsx')).CombinePanel,
  { failure: 'toast' },
);

/** One open project: its map, its panel and its dialogs. */
export function ProjectScreen({ projectId }: { projectId: number }) {
  const dock = useRef<HTMLDivElement>(null);
  const mapLayers = useRef<ValueLayersHandle>(null);
  const previewed = useRef<Previewed>(null);
  const camera = useProjectCamera(dock);
  const [parts] = useState(() => ({
    store: new ProjectStore(projectId, projectCalls),
    combined: new CombinedStore(),
    zones: new ZonesStore(),
    images: new ImageWatch(() =>
      showToast('error', valueMapperFailure(valueMapperErrorLabels.fetchImage)),
    ),
  }));
  const find = useSavingFind(parts.store, camera);
  const workspace = useMemo<Workspace>(
    () => ({ ...parts, mapLayers, previewed, find, isShared: false }),
    [parts, find],
  );
  return (
    <WorkspaceProvider value={workspace}>
      <Content dock={dock} workspace={workspace} camera={camera} />
    </WorkspaceProvider>
  );
}

interface ContentProps {
  dock: RefObject<HTMLDivElement | null>;
  workspace: Workspace;
  camera: ReturnType<typeof useProjectCamera>;
}

function Content({ dock, workspace, camera }: ContentProps) {
  const { store, images } = workspace;
  const whole = useRef<HTMLDivElement>(null);
  useLanding(whole);
  const { map, project } = useProject();
  const tasks = useTasks();
  const drawing = useZoneDrawing();
  const [isLoading, endLoading] = useLoading(tasks);
  const [areLayersThere, setAreLayersThere] = useState(false);
  const onLoaded = useCallback(() => setAreLayersThere(true), []);
  useSavedView(workspace, camera);
  useDroppedRaster({ screen: whole, tasks, isDisabled: !areLayersThere });
  useOnLeaving(() => store.leaveMap());
  useEffect(() => {
    if (!supportsWebGl()) images.cannotDraw();
    // Loading no longer waits for a layer that is hidden or deleted.
    return store.subscribe(images.check);
  }, [images, store]);
  const isCombining = tasks.task?.kind === 'combine';
  const valuedLayer = tasks.task?.kind === 'valuation' ? tasks.task.layerId : null;

  return (
    <div ref={whole} className={classNames(frame.screen, styles.screen, drawing && frame.drawing)}>
      <h1 className={classNames(utilities.announced, styles.title)}>
        {project?.title ?? 'Conservation Value Mapper project'}
      </h1>
      <div className={classNames(frame.stage, styles.stage)}>
        <MapView
          label="Map of the project"
          initialView={initialView}
          baseLayer={map === null ? 'outdoors' : nameOnMap(map.base_layer)}
          offeredBaseLayers={offeredBaseLayers}
          onBaseLayerChange={(name: BaseLayerName) =>
            void store.changeMap({ base_layer: nameAtServer(name) })
          }
          onReady={camera.onReady}
          onMove={(position) => void store.changeMap(viewOf(position))}
          onMoving={(position) => store.keepView(viewOf(position))}
          insets={camera.insets}
          {...(drawing && { drawing })}
          skip={{
            label: 'Skip to the panel',
            to: () => dock.current?.querySelector<HTMLElement>('button, input') ?? null,
          }}
          controls={<MapLink icon={LogOut} label="Exit" href={dashboardAddress} />}
        >
          <ProjectLayers valuedLayer={valuedLayer} isDrawing={drawing !== undefined} />
        </MapView>
        <ScenarioSwipe />
      </div>
      <div className={classNames(frame.dock, styles.dock)} ref={dock}>
        {areLayersThere && (
          <div className={valuedLayer === null && !isCombining ? styles.menu : styles.away}>
            <ProjectPanel tasks={tasks} />
          </div>
        )}
        {isCombining && <CombinePanel tasks={tasks} onClose={tasks.end} />}
        {valuedLayer !== null && (
          <ValuationDialog tasks={tasks} layerId={valuedLayer} onClose={tasks.end} />
        )}
      </div>
      <PrintedLegends />
      {isLoading && tasks.task === null && (
        <LoadingModal
          onLoaded={onLoaded}
          onClose={() => {
            endLoading();
            const unfinished = unfinishedTask(store);
            if (unfinished !== null) tasks.begin(unfinished);
          }}
        />
      )}
      {tasks.task !== null && <TaskModals tasks={tasks} onClose={tasks.end} />}
    </div>
  );
}

/** Whether the pictures of the layers are still waited for, and what ends that. */
function useLoading({ task }: Tasks): [isLoading: boolean, end: () => void] {
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

/**
 * Flies to a raster, and saves the view at the end of the flight as if a person had moved the map
 * there.
 */
function useSavingFind(store: ProjectStore, camera: ReturnType<typeof useProjectCamera>) {
  const { find, position } = camera;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (box: Box) => {
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

interface DroppedRasterOptions {
  readonly screen: RefObject<HTMLElement | null>;
  readonly tasks: Tasks;
  /** Whether dropped files are ignored. */
  readonly isDisabled: boolean;
}

/** Offers to upload a file that is dropped on the project's screen, unless a task is open. */
function useDroppedRaster({ screen, tasks, isDisabled }: DroppedRasterOptions): void {
  const { layers } = useProject();
  useFileDrop({
    within: screen,
    isDisabled: isDisabled || tasks.task !== null,
    onDrop(file) {
      if (layers.length < limits.valueMapper.maxDataLayers) tasks.begin({ kind: 'upload', file });
      else showToast('warning', messages.valueMapper.maxDataLayers);
    },
  });
}
