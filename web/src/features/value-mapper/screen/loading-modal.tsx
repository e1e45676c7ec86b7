import { valueMapperErrorLabels as labels } from '@refugia/contract/value-mapper/errors.ts';
import { useLocation } from 'react-router';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { dashboardAddress } from '../calls/calls.ts';
import { fetchCombined } from '../calls/combined-calls.ts';
import { labelled } from '../calls/failure.ts';
import { fetchBorrowed } from '../workspace/borrowed-layers.ts';
import { type RunnerStep, useRunner } from '../workspace/step-runner.ts';
import { StepsModal } from '../workspace/steps-modal.tsx';
import { useWorkspace, type Workspace } from '../workspace/use-workspace.ts';

/** Loads an open project, step by step. */
export function LoadingModal({ onLoaded, onClose }: { onLoaded: () => void; onClose: () => void }) {
  const workspace = useWorkspace();
  const { state: address } = useLocation();
  const isCombinedShown = address?.isCombinedShown === true;
  const { state, retry } = useRunner(() => loadSteps(workspace, { onLoaded, isCombinedShown }));
  const hasFailed = state.failure !== null;
  // The map still shows what has arrived.
  const lacksImagesOnly = state.failure?.stepId === 'images';
  return (
    <StepsModal
      title="Loading the project"
      state={state}
      onRetry={() => {
        workspace.mapLayers.current?.retry();
        retry();
      }}
      onClose={onClose}
      mayClose={false}
      leave={
        lacksImagesOnly ? (
          <Button kind="secondary" onPress={onClose}>
            Go on without the images
          </Button>
        ) : (
          hasFailed && (
            <ButtonLink kind="secondary" href={dashboardAddress}>
              Exit
            </ButtonLink>
          )
        )
      }
    />
  );
}

function loadSteps(
  { store, images, combined }: Workspace,
  { onLoaded, isCombinedShown }: { onLoaded: () => void; isCombinedShown: boolean },
): readonly RunnerStep[] {
  const shownIds = () => store.shownLayers().map(({ layer }) => layer.id);
  return [
    {
      id: 'project',
      name: 'Project data',
      label: labels.setProjectOnInit,
      run: (_tell, signal) => store.loadProject(signal),
    },
    {
      id: 'map',
      name: 'Map data',
      label: labels.getMapOnInit,
      run: (_tell, signal) => store.loadMap(signal),
    },
    {
      id: 'layers',
      name: 'Data layers',
      label: labels.getDataLayersOnInit,
      async run(_tell, signal) {
        await store.loadLayers(signal);
        const stored = await labelled(labels.getCombined, fetchCombined(store.projectId, signal));
        const own = store.getState().layers;
        const borrowed = stored ? await fetchBorrowed(stored.combination, own, signal) : [];
        combined.change({ stored, borrowed, isShown: isCombinedShown && stored !== null });
        onLoaded();
      },
    },
    {
      id: 'images',
      name: 'Images on the map',
      label: labels.fetchImage,
      run: (_tell, signal) => images.loaded(shownIds, signal),
    },
  ];
}
