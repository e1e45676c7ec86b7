import { useQuery } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import frame from '../../../map/map-frame.module.css';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { RetryNotice } from '../../../ui/overlays/retry-notice.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { type ProjectCalls, projectCalls } from '../calls/calls.ts';
import { fetchCombined } from '../calls/combined-calls.ts';
import { useSharedLink } from '../calls/shared-link.ts';
import { useProject, WorkspaceProvider } from '../workspace/use-workspace.ts';
import { PrintedLegends } from './printed-legends.tsx';
import { ProjectLayers } from './project-layers.tsx';
import page from './project-page.module.css';
import styles from './project-screen.module.css';
import { ProjectStage, useNewWorkspace } from './project-stage.tsx';
import { SharedPanel } from './shared-panel.tsx';
import { type ProjectCamera, useProjectCamera } from './use-project-camera.ts';

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
  const camera = useProjectCamera(dock);
  const { find } = camera;
  const parts = useNewWorkspace(projectId, sharedCalls, true);
  const workspace = useMemo(() => ({ ...parts, find }), [parts, find]);
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
      {isSuccess && <Content dock={dock} camera={camera} />}
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
  dock: RefObject<HTMLDivElement | null>;
  camera: ProjectCamera;
}

function Content({ dock, camera }: ContentProps) {
  const { project } = useProject();
  useDocumentTitle(project?.title);
  return (
    <div className={classNames(frame.screen, styles.screen)}>
      <ProjectStage title={project?.title} camera={camera} dock={dock}>
        <ProjectLayers valuedLayer={null} isDrawing={false} />
      </ProjectStage>
      <div className={classNames(frame.dock, styles.dock)} ref={dock}>
        <SharedPanel />
      </div>
      <PrintedLegends />
    </div>
  );
}
