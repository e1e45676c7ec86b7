import type { ValuationSettings } from '../state/valuation-settings.ts';
import { StepsModal } from '../workspace/steps-modal.tsx';
import { useRunner } from '../workspace/use-runner.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';
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
  return (
    <StepsModal
      title="Processing the valued raster"
      state={state}
      onRetry={retry}
      onClose={onClose}
    />
  );
}
