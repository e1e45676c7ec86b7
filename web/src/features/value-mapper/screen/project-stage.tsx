import {
  valueMapperErrorLabels,
  valueMapperFailure,
} from '@refugia/contract/value-mapper/errors.ts';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { MapView, supportsWebGl } from '../../../map/canvas/map-view.tsx';
import type { MapCanvasProps } from '../../../map/map-canvas-props.ts';
import frame from '../../../map/map-frame.module.css';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import utilities from '../../../ui/style/utilities.module.css';
import type { ProjectCalls } from '../calls/calls.ts';
import { nameAtServer, nameOnMap, offeredBaseLayers } from '../state/map-view.ts';
import { CombinedStore } from '../workspace/combined-store.ts';
import { ImageWatch } from '../workspace/image-watch.ts';
import { ProjectStore } from '../workspace/project-store.ts';
import { TaskStore } from '../workspace/task-store.ts';
import { useProject, useWorkspace, type Workspace } from '../workspace/use-workspace.ts';
import { ZonesStore } from '../workspace/zones-store.ts';
import styles from './project-screen.module.css';
import { initialView, type ProjectCamera, useSavedView } from './use-project-camera.ts';

/** The objects of a project that is being opened, which stay the same while it is open. */
export function useNewWorkspace(
  projectId: number,
  calls: ProjectCalls,
  isShared: boolean,
): Omit<Workspace, 'find'> {
  const [parts] = useState<Omit<Workspace, 'find'>>(() => ({
    store: new ProjectStore(projectId, calls),
    combined: new CombinedStore(),
    zones: new ZonesStore(),
    tasks: new TaskStore(),
    images: new ImageWatch(() =>
      showToast('error', valueMapperFailure(valueMapperErrorLabels.fetchImage)),
    ),
    mapLayers: { current: null },
    previewed: { current: null },
    isShared,
  }));
  useEffect(() => {
    if (!supportsWebGl()) parts.images.cannotDraw();
  }, [parts]);
  return parts;
}

interface ProjectStageProps
  extends Pick<MapCanvasProps, 'onMove' | 'onMoving' | 'drawing' | 'controls'> {
  title: string | undefined;
  camera: ProjectCamera;
  dock: RefObject<HTMLDivElement | null>;
  above?: ReactNode;
  children: ReactNode;
}

/** The heading and the map of an open project. */
export function ProjectStage(props: ProjectStageProps) {
  const { title, camera, dock, above, ...map } = props;
  const { store } = useWorkspace();
  const { map: saved } = useProject();
  useSavedView(camera);
  return (
    <>
      <h1 className={classNames(utilities.announced, styles.title)}>{title}</h1>
      <div className={classNames(frame.stage, styles.stage)}>
        <MapView
          {...map}
          label="Map of the project"
          initialView={initialView}
          baseLayer={saved === null ? 'outdoors' : nameOnMap(saved.base_layer)}
          offeredBaseLayers={offeredBaseLayers}
          onBaseLayerChange={(name) => void store.changeMap({ base_layer: nameAtServer(name) })}
          onReady={camera.onReady}
          insets={camera.insets}
          skip={{
            label: 'Skip to the panel',
            to: () => dock.current?.querySelector<HTMLElement>('button, input') ?? null,
          }}
        />
        {above}
      </div>
    </>
  );
}
