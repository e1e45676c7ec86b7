import { sampleTitle } from '@refugia/contract/value-mapper/calls.ts';
import { valueMapperErrorLabels as labels } from '@refugia/contract/value-mapper/errors.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/actions/button.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import {
  combinedShown,
  openSample,
  projectAddress,
  projectCalls,
  projectsKey,
} from '../calls/calls.ts';
import { fetchCombined } from '../calls/combined-calls.ts';
import { type RunnerStep, useRunner } from '../workspace/step-runner.ts';
import { StepsModal } from '../workspace/steps-modal.tsx';

/** What is known of the sample while it is made. */
interface Sample {
  projectId: number | null;
  layerCount: number;
  isNew: boolean;
}

/**
 * Opens the account's sample project. One that is new is followed until its layers are valued and combined;
 * the server goes on with it in any case.
 */
export function SampleModal({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [sample] = useState<Sample>({ projectId: null, layerCount: 0, isNew: true });
  const { state, retry } = useRunner(() => sampleSteps(sample));
  const { isDone } = state;
  const open = () => {
    if (sample.projectId === null) return;
    void queries.invalidateQueries({ queryKey: projectsKey });
    navigate(projectAddress(sample.projectId), { state: combinedShown });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened once, when all is done
  useEffect(() => {
    if (!isDone) return;
    if (!sample.isNew) {
      showToast('message', 'You have the sample project already. It is opened as you left it.');
    }
    open();
  }, [isDone]);
  return (
    <StepsModal
      title={sampleTitle}
      state={state}
      onRetry={retry}
      onClose={onClose}
      isModal
      leave={
        sample.projectId !== null && (
          <Button kind="secondary" onPress={open}>
            Open it as it is
          </Button>
        )
      }
    />
  );
}

function sampleSteps(sample: Sample): readonly RunnerStep[] {
  const following = (
    step: Pick<RunnerStep, 'id' | 'name' | 'label'>,
    ask: (projectId: number, signal: AbortSignal) => Promise<readonly (Followed | null)[]>,
    total: () => number,
  ): RunnerStep => ({
    ...step,
    async run(tell, signal) {
      const { projectId, isNew } = sample;
      if (projectId === null || !isNew) return;
      await untilDone(() => ask(projectId, signal), total(), tell, signal);
    },
  });
  const layerCount = () => sample.layerCount;
  return [
    {
      id: 'make',
      name: 'Make the layers',
      label: labels.postProject,
      async run() {
        const { project_id, is_new, layer_count } = await openSample();
        Object.assign(sample, {
          projectId: project_id,
          layerCount: layer_count,
          isNew: is_new,
        } satisfies Sample);
      },
    },
    following(
      { id: 'read', name: 'Read the layers', label: labels.loadRaster },
      projectCalls.fetchRasters,
      layerCount,
    ),
    following(
      { id: 'value', name: 'Value the layers', label: labels.buildValuedRaster },
      projectCalls.fetchValuedRasters,
      layerCount,
    ),
    following(
      { id: 'combine', name: 'Combine the layers', label: labels.buildCombined },
      async (projectId, signal) => [await fetchCombined(projectId, signal)],
      () => 1,
    ),
  ];
}

/** Work of the server that is followed. */
interface Followed {
  readonly processing: { readonly state: string; readonly error: string | null };
}

const pauseMilliseconds = 700;

/** @throws the reason of work that has failed */
async function untilDone(
  ask: () => Promise<readonly (Followed | null)[]>,
  total: number,
  tell: (detail: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const states = (await ask()).flatMap((each) => (each ? [each.processing] : []));
    const failed = states.find(({ state }) => state === 'failed');
    if (failed) throw new Error(failed.error ?? '');
    const done = states.filter(({ state }) => state === 'done').length;
    if (done >= total) return;
    if (total > 1) tell(`${done} of ${total}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    signal.throwIfAborted();
  }
}
