import {
  valueMapperErrorLabels,
  valueMapperFailure,
} from '@refugia/contract/value-mapper/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { MapView, supportsWebGl } from '../../../map/canvas/map-view.tsx';
import frame from '../../../map/map-frame.module.css';
import type { ValueLayersHandle } from '../../../map/value-layer/value-layers.tsx';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { RetryNotice } from '../../../ui/overlays/retry-notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import utilities from '../../../ui/style/utilities.module.css';
import { type ProjectCalls, projectCalls } from '../calls/calls.ts';
import { fetchCombined } from '../calls/combined-calls.ts';
import { useSharedLink } from '../calls/shared-link.ts';
import { nameAtServer, nameOnMap, offeredBaseLayers } from '../state/map-view.ts';
import { CombinedStore } from '../workspace/combined-store.ts';
import { ImageWatch } from '../workspace/image-watch.ts';
import { ProjectStore } from '../workspace/project-store.ts';
import { useProject, type Workspace, WorkspaceProvider } from '../workspace/use-workspace.ts';
import { ZonesStore } from '../workspace/zones-store.ts';
import { PrintedLegends } from './printed-legends.tsx';
import { ProjectLayers } from './project-layers.tsx';
import page from './project-page.module.css';
import styles from './project-screen.module.css';
import { SharedPanel } from './shared-panel.tsx';
import { initialView, useProjectCamera, useSavedView } from './use-project-camera.ts';

/** What a visitor shows, hides or dims stays in that browser. */
const stays = async () => undefined;
const sharedCalls: ProjectCalls = {
  ...projectCalls,
  updateMap: stays,
  updateLayer: stays,
  updateLayerDisplay: stays,
};

interface SharedProjectProps {
  projectId: number;
  /** The key of the view-only link. */
  viewKey: string;
}

/** A project as a view-only link shows it: map, legends, readings and numbers, and nothing to change. */
export function SharedProject({ projectId, viewKey }: SharedProjectProps) {
  const [hasEnded, setHasEnded] = useState(false);
  const onEnded = useCallback(() => setHasEnded(true), []);
  useSharedLink(viewKey, onEnded);
  if (!hasEnded) return <Shared projectId={projectId} viewKey={viewKey} />;
  return (
    <Page>
      <EmptyState
        icon={Link2Off}
        title="This link does not open the project"
        actions={<ButtonLink href="/apps/conservationvaluemapper">What is this app?</ButtonLink>}
      >
        It was revoked, or a part of the address is missing. Please ask for a new link whoever sent
        it to you.
      </EmptyState>
    </Page>
  );
}

function Shared({ projectId, viewKey }: SharedProjectProps) {
  const dock = useRef<HTMLDivElement>(null);
  const mapLayers = useRef<ValueLayersHandle>(null);
  const camera = useProjectCamera(dock);
  const { find } = camera;
  const [parts] = useState(() => ({
    store: new ProjectStore(projectId, sharedCalls),
    combined: new CombinedStore(),
    zones: new ZonesStore(),
    images: new ImageWatch(() =>
      showToast('error', valueMapperFailure(valueMapperErrorLabels.fetchImage)),
    ),
  }));
  const workspace = useMemo<Workspace>(
    () => ({ ...parts, mapLayers, previewed: { current: null }, find, isShared: true }),
    [parts, find],
  );
  useEffect(() => {
    if (!supportsWebGl()) parts.images.cannotDraw();
  }, [parts]);
  const { store, combined } = parts;
  const { isSuccess, error, refetch } = useQuery({
    queryKey: ['value-mapper', 'shared', projectId, viewKey],
    async queryFn({ signal }) {
      await Promise.all([
        store.loadProject(signal),
        store.loadMap(signal),
        store.loadLayers(signal),
      ]);
      const stored = await fetchCombined(projectId, signal);
      combined.change({ stored, isShown: stored?.processing.state === 'done' });
      return true;
    },
    retry: false,
    gcTime: 0,
  });
  return (
    <WorkspaceProvider value={workspace}>
      {isSuccess && <Content dock={dock} workspace={workspace} camera={camera} />}
      {!isSuccess && (
        <div className={page.waiting}>
          {error ? (
            <RetryNotice onRetry={() => void refetch()}>
              {failureText(error, 'The project could not be loaded.')}
            </RetryNotice>
          ) : (
            <Spinner size="lg" label="Loading the project" showLabel />
          )}
        </div>
      )}
    </WorkspaceProvider>
  );
}

interface ContentProps {
  dock: React.RefObject<HTMLDivElement | null>;
  workspace: Workspace;
  camera: ReturnType<typeof useProjectCamera>;
}

function Content({ dock, workspace, camera }: ContentProps) {
  const { store } = workspace;
  const { map, project } = useProject();
  useSavedView(workspace, camera);
  useDocumentTitle(project?.title);
  return (
    <div className={classNames(frame.screen, styles.screen)}>
      <h1 className={classNames(utilities.announced, styles.title)}>{project?.title}</h1>
      <div className={classNames(frame.stage, styles.stage)}>
        <MapView
          label="Map of the project"
          initialView={initialView}
          baseLayer={map === null ? 'outdoors' : nameOnMap(map.base_layer)}
          offeredBaseLayers={offeredBaseLayers}
          onBaseLayerChange={(name) => void store.changeMap({ base_layer: nameAtServer(name) })}
          onReady={camera.onReady}
          insets={camera.insets}
          skip={{
            label: 'Skip to the panel',
            to: () => dock.current?.querySelector<HTMLElement>('button, input') ?? null,
          }}
        >
          <ProjectLayers valuedLayer={null} isDrawing={false} />
        </MapView>
      </div>
      <div className={classNames(frame.dock, styles.dock)} ref={dock}>
        <SharedPanel />
      </div>
      <PrintedLegends />
    </div>
  );
}
