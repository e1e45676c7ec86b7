import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff, Link2Off, LocateFixed } from 'lucide-react';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { useStore } from '../../../lib/store.ts';
import frame from '../../../map/map-frame.module.css';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Panel, PanelSection } from '../../../ui/layout/panel.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { RetryNotice } from '../../../ui/overlays/notice.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { Text } from '../../../ui/style/typography.tsx';
import { type ProjectCalls, projectCalls } from '../calls/calls.ts';
import { fetchCombined } from '../calls/combined-calls.ts';
import { useSharedLink } from '../calls/shared-link.ts';
import data from '../layers/data-section.module.css';
import { LayerLegend, occurringRange, ValueLegend } from '../layers/layer-legend.tsx';
import { OpacitySlider } from '../layers/opacity-slider.tsx';
import { NumbersSection } from '../numbers/numbers-section.tsx';
import { isShowable, type MapLayer } from '../state/map-layer.ts';
import { readPalette } from '../state/palettes.ts';
import { useProject, useWorkspace, WorkspaceProvider } from '../workspace/use-workspace.ts';
import { PrintedLegends } from './printed-legends.tsx';
import { ProjectLayers } from './project-layers.tsx';
import page from './project-page.module.css';
import styles from './project-screen.module.css';
import { ProjectStage, useNewWorkspace } from './project-stage.tsx';
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

/** What a visitor sees beside the map of a project: its layers with their legends, and its numbers. */
function SharedPanel() {
  const [isOpen, setIsOpen] = useState(true);
  const { project, layers } = useProject();
  const { combined } = useWorkspace();
  const { stored } = useStore(combined);
  return (
    <Panel
      title={project?.title ?? ''}
      subtitle="Opened by a view-only link"
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      {project !== null && project.summary !== '' && (
        <PanelSection title="About">
          <Text number={2}>{project.summary}</Text>
        </PanelSection>
      )}
      {stored !== null && <SharedCombination />}
      <PanelSection title="Data">
        {layers.length === 0 && <Text number={2}>This project has no layers yet.</Text>}
        <ul className={data.layers} aria-label="Data layers">
          {layers
            .filter(isShowable)
            .toReversed()
            .map((entry) => (
              <SharedLayer key={entry.layer.id} entry={entry} />
            ))}
        </ul>
      </PanelSection>
      <PanelSection title="Numbers">
        <NumbersSection />
      </PanelSection>
    </Panel>
  );
}

function SharedCombination() {
  const { combined } = useWorkspace();
  const { stored, isShown } = useStore(combined);
  if (stored === null) return null;
  const label = isShown ? 'Hide the combined value' : 'Show the combined value';
  return (
    <PanelSection title="Combined value">
      <div className={data.actions}>
        <IconButton
          icon={isShown ? Eye : EyeOff}
          label={label}
          tip
          onPress={() => combined.change({ isShown: !isShown })}
        />
      </div>
      {isShown && (
        <ValueLegend
          palette={readPalette(stored.combination.color_palette)}
          range={occurringRange(stored)}
        />
      )}
    </PanelSection>
  );
}

function SharedLayer({ entry }: { entry: MapLayer }) {
  const { store, find } = useWorkspace();
  const { id, label, is_visible } = entry.layer;
  const box = entry.raster?.bounding_box ?? null;
  const show = is_visible ? `Hide ${label}` : `Show ${label}`;
  return (
    <li className={data.layer} aria-label={label}>
      <div className={data.head}>
        <span className={data.label}>
          <Text number={2} as="span">
            {label}
          </Text>
        </span>
        <IconButton
          icon={is_visible ? Eye : EyeOff}
          label={show}
          tip
          onPress={() => void store.toggleVisible(id)}
        />
        {box && (
          <IconButton icon={LocateFixed} label={`Find ${label}`} tip onPress={() => find(box)} />
        )}
      </div>
      {is_visible && (
        <>
          <OpacitySlider layer={entry.layer} />
          <LayerLegend entry={entry} />
        </>
      )}
    </li>
  );
}
