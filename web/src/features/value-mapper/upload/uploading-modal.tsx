import type { UnfinishedUpload } from '@refugia/contract/resumable-uploads.ts';
import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { megabytes } from '../../../ui/files/upload-texts.ts';
import { SideNote } from '../../../ui/style/typography.tsx';
import { showFailure } from '../calls/failure.ts';
import { useRunner } from '../workspace/step-runner.ts';
import { StepsModal } from '../workspace/steps-modal.tsx';
import { useWorkspace } from '../workspace/use-workspace.ts';
import { discardUpload } from './resumable-upload.ts';
import { type UploadProgress, uploadSteps } from './upload-steps.ts';

interface UploadingModalProps {
  file: File;
  /** The files that are sent after this one. */
  waiting: readonly File[];
  resumed: UnfinishedUpload | undefined;
  /** The layer that the file is for, or null to create one. */
  layerId: number | null;
  onUploaded: (layerId: number) => void;
  onClose: () => void;
}

/** Sends one file to the server. */
export function UploadingModal(props: UploadingModalProps) {
  const { file, waiting, resumed, layerId, onClose } = props;
  const workspace = useWorkspace();
  const [progress] = useState<UploadProgress>(() => ({
    layerId: resumed === undefined ? layerId : Number(resumed.target),
    address: resumed?.address ?? null,
    rasterId: null,
  }));
  const [isCancelling, setIsCancelling] = useState(false);
  const { state, retry, stop } = useRunner(() => uploadSteps(workspace, file, progress));
  const onUploaded = useEffectEvent(() => props.onUploaded(progress.layerId ?? 0));
  const { isDone } = state;
  useEffect(() => {
    if (isDone) onUploaded();
  }, [isDone]);
  useLeaveWarning(!isDone && state.failure === null);

  async function cancel(): Promise<void> {
    setIsCancelling(true);
    stop();
    // If cancelling fails, the server lists the unfinished upload and deletes it later.
    if (progress.address !== null) {
      await discardUpload(progress.address).catch((error) =>
        showFailure(valueMapperErrorLabels.deleteUpload, error),
      );
    }
    if (progress.layerId !== null && progress.rasterId === null) {
      // The store tells a failure itself.
      await workspace.store.deleteLayer(progress.layerId).catch(() => {});
    }
    onClose();
  }

  return (
    <StepsModal
      title={`Uploading ${file.name}`}
      state={state}
      onRetry={retry}
      onClose={onClose}
      isModal
      leave={
        <Button
          kind="secondary"
          isPending={isCancelling}
          isDisabled={isDone}
          onPress={() => void cancel()}
        >
          Cancel
        </Button>
      }
    >
      <SideNote number={2}>
        {megabytes(file.size)}
        {waiting.length > 0 && `; then ${waiting.map(({ name }) => name).join(', ')}`}
      </SideNote>
    </StepsModal>
  );
}

/** Makes the browser ask before the page is left. */
function useLeaveWarning(isUploading: boolean): void {
  useEffect(() => {
    if (!isUploading) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUploading]);
}
