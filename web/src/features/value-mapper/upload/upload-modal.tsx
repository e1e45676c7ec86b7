import { limits } from '@refugia/contract/limits.ts';
import type { UnfinishedUpload } from '@refugia/contract/resumable-uploads.ts';
import { uploadFaults } from '@refugia/contract/upload.ts';
import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { FileChooser } from '../../../ui/files/file-chooser.tsx';
import { megabytes } from '../../../ui/files/upload-texts.ts';
import { ActionModal } from '../../../ui/overlays/modal.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { showFailure } from '../calls/failure.ts';
import { useRunner } from '../workspace/step-runner.ts';
import { StepsModal } from '../workspace/steps-modal.tsx';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';
import { discardUpload } from './resumable-upload.ts';
import { unfinishedUploadsKey } from './unfinished-uploads.tsx';
import styles from './upload-modal.module.css';
import { type UploadProgress, uploadSteps } from './upload-steps.ts';

const { maxDataLayers, rasterMaxBytes } = limits.valueMapper;

interface UploadModalProps {
  resumed?: UnfinishedUpload | undefined;
  /** A layer without a raster, which the file is for, or null to create layers. */
  layerId: number | null;
  dropped?: File | undefined;
  onClose: () => void;
  /** Called with the layers that have got a raster. */
  onUploaded: (layerIds: readonly number[]) => void;
}

/** Chooses files, and sends them one after another. */
export function UploadModal(props: UploadModalProps) {
  const { resumed, layerId, dropped, onClose, onUploaded } = props;
  const queries = useQueryClient();
  const refused = dropped && refusalOf(dropped, resumed);
  const [files, setFiles] = useState<readonly File[]>(dropped && !refused ? [dropped] : []);
  const [sending, setSending] = useState<number | null>(null);
  const [done, setDone] = useState<readonly number[]>([]);
  const file = sending === null ? undefined : files[sending];
  const leave = (layerIds: readonly number[]) => {
    void queries.invalidateQueries({ queryKey: unfinishedUploadsKey });
    if (layerIds.length > 0) onUploaded(layerIds);
    else onClose();
  };

  if (sending === null || file === undefined) {
    return (
      <FilesModal
        files={files}
        refusedAtStart={refused ?? null}
        resumed={resumed}
        isForLayer={layerId !== null}
        onChange={setFiles}
        onStart={() => setSending(0)}
        onClose={onClose}
      />
    );
  }
  return (
    <UploadingModal
      key={sending}
      file={file}
      waiting={files.slice(sending + 1)}
      resumed={resumed}
      layerId={layerId}
      onUploaded={(uploadedId) => {
        const all = [...done, uploadedId];
        setDone(all);
        if (sending + 1 < files.length) setSending(sending + 1);
        else leave(all);
      }}
      onClose={() => leave(done)}
    />
  );
}

interface RefusedFile {
  readonly file: File;
  readonly faults: readonly string[];
}

interface FilesModalProps {
  files: readonly File[];
  refusedAtStart: RefusedFile | null;
  resumed: UnfinishedUpload | undefined;
  /** Whether the file is for a layer that is there already. */
  isForLayer: boolean;
  onChange: (files: readonly File[]) => void;
  onStart: () => void;
  onClose: () => void;
}

/** The choice of files and their order, before anything is sent. */
function FilesModal(props: FilesModalProps) {
  const { files, resumed, isForLayer, onChange, onStart, onClose } = props;
  const { layers } = useProject();
  const [refused, setRefused] = useState(props.refusedAtStart);
  // A file input can be emptied only by replacing it with a new one.
  const [round, setRound] = useState(0);
  const isForOne = resumed !== undefined || isForLayer;
  const places = isForOne ? 1 : maxDataLayers - layers.length;
  const isFull = files.length >= places;

  function add(file: File | null): void {
    if (file === null) return;
    const refusal = refusalOf(file, resumed);
    setRefused(refusal);
    if (refusal !== null) return;
    onChange([...files, file]);
    setRound(round + 1);
  }

  return (
    <ActionModal
      title={resumed === undefined ? 'Upload a raster' : `Go on with ${resumed.filename}`}
      confirmLabel="Upload"
      isDisabled={files.length === 0}
      onConfirm={onStart}
      onClose={onClose}
    >
      <div className={styles.content}>
        {resumed !== undefined && (
          <SideNote number={2}>
            Choose the same file again: what the server has of it is not sent twice.
          </SideNote>
        )}
        {!isFull && (
          <FileChooser
            key={round}
            label={files.length === 0 ? 'GeoTIFF file' : 'Another GeoTIFF file'}
            type="raster"
            maxBytes={rasterMaxBytes}
            file={refused?.file ?? null}
            faults={refused?.faults ?? []}
            isDisabled={false}
            onChoose={add}
          />
        )}
        <List kind="divided">
          {files.map((file, index) => (
            <ListItem
              // biome-ignore lint/suspicious/noArrayIndexKey: a file may be chosen twice
              key={index}
              trailing={
                <IconButton
                  icon={X}
                  label={`Remove ${file.name}`}
                  onPress={() => onChange(files.toSpliced(index, 1))}
                />
              }
            >
              {file.name}, {megabytes(file.size)}
            </ListItem>
          ))}
        </List>
      </div>
    </ActionModal>
  );
}

function refusalOf(file: File, resumed: UnfinishedUpload | undefined): RefusedFile | null {
  const faults = [
    ...uploadFaults(file, { type: 'raster', maxBytes: rasterMaxBytes }),
    ...otherFileFaults(file, resumed),
  ];
  return faults.length === 0 ? null : { file, faults };
}

/** Refuses another file, because an upload can continue only with the bytes of the same file. */
function otherFileFaults(file: File, resumed: UnfinishedUpload | undefined): readonly string[] {
  if (resumed === undefined || file.size === resumed.size) return [];
  return [`Error: This is another file: ${resumed.filename} has ${megabytes(resumed.size)}.`];
}

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

function UploadingModal(props: UploadingModalProps) {
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
