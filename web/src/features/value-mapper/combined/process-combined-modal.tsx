import type { Combination } from '@refugia/contract/value-mapper/combined.ts';
import { valueMapperErrorLabels as labels } from '@refugia/contract/value-mapper/errors.ts';
import { completeCombined, fetchCombined, storeCombination } from '../calls/combined-calls.ts';
import { FinishLater } from '../processing/processing-modals.tsx';
import { followProgress } from '../processing/processing-steps.ts';
import { type RunnerStep, useRunner } from '../workspace/step-runner.ts';
import { StepsModal } from '../workspace/steps-modal.tsx';
import { useWorkspace, type Workspace } from '../workspace/use-workspace.ts';

interface ProcessCombinedProps {
  /** The combination to store first, or null to follow the steps that are under way. */
  combination: Combination | null;
  onClose: () => void;
}

/** Follows the steps from a combination to its file. */
export function ProcessCombinedModal({ combination, onClose }: ProcessCombinedProps) {
  const workspace = useWorkspace();
  const { state, retry } = useRunner(() => combinedSteps(workspace, combination));
  return (
    <StepsModal
      title="Combining the layers"
      state={state}
      onRetry={retry}
      onClose={onClose}
      mayClose={false}
      leave={state.failure !== null && <FinishLater onPress={onClose} />}
    />
  );
}

function combinedSteps(
  { combined, store: { projectId } }: Workspace,
  combination: Combination | null,
): readonly RunnerStep[] {
  const storing: RunnerStep = {
    id: 'store',
    name: 'Store the combination',
    label: labels.putCombined,
    async run() {
      if (combination === null) return;
      combined.change({ stored: await storeCombination(projectId, combination), isShown: true });
    },
  };
  const building: RunnerStep = {
    id: 'build',
    name: 'Build the combined raster',
    label: labels.buildCombined,
    async run(tell, signal) {
      const ask = async () => {
        const stored = await fetchCombined(projectId, signal);
        return (stored?.replacement ?? stored)?.processing.share ?? null;
      };
      try {
        const stored = await followProgress(completeCombined(projectId, signal), ask, tell);
        combined.change({ stored });
      } catch (error) {
        const stored = await fetchCombined(projectId, signal).catch(() => undefined);
        if (stored !== undefined) combined.change({ stored });
        throw error;
      }
    },
  };
  return [storing, building];
}
