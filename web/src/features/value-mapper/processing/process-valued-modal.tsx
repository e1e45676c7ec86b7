import { useEffect } from 'react';
import type { ValuationSettings } from '../state/valuation-settings.ts';
import { StepsModal } from '../workspace/steps-modal.tsx';
import { useRunner } from '../workspace/use-runner.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';
import { FinishLater } from './finish-later.tsx';
import { valuedSteps } from './valued-steps.ts';

interface ProcessValuedModalProps {
  layerId: number;
  /** The settings to store first, or null to follow the steps that are under way. */
  settings: ValuationSettings | null;
  onClose: () => void;
}

/** Follows the steps from the settings of a valuation to its picture on the map. */
export function ProcessValuedModal({ layerId, settings, onClose }: ProcessValuedModalProps) {
  const workspace = useWorkspace();
  const { state, retry } = useRunner(() => valuedSteps(workspace, layerId, settings));
  const hasFailed = state.failure !== null;
  useEffect(() => {
    // The list of layers offers to go on with what the server has begun.
    if (hasFailed) void workspace.store.refreshValued(layerId);
  }, [hasFailed, layerId, workspace]);
  return (
    <StepsModal
      title="Processing the valued raster"
      state={state}
      onRetry={retry}
      onClose={onClose}
      mayClose={false}
      leave={hasFailed && <FinishLater onPress={onClose} />}
    />
  );
}
