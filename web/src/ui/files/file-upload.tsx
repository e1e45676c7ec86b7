import { limits } from '@refugia/contract/limits.ts';
import { type UploadType, uploadFaults } from '@refugia/contract/upload.ts';
import { UploadCloud } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from 'react-aria-components';
import { Button } from '../actions/button.tsx';
import { Form, FormActions } from '../forms/form.tsx';
import { Icon } from '../media/icon.tsx';
import { Fault } from '../overlays/notice.tsx';
import { FileChooser } from './file-chooser.tsx';
import { shownPercent } from './upload-texts.ts';

export interface UploadTask {
  file: File;
  /** Aborts when the widget is removed from the screen. */
  signal: AbortSignal;
  /** Reports the share that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
}

interface FileUploadProps {
  label: string;
  type: UploadType;
  maxBytes?: number;
  initialFile?: File | null;
  /**
   * Sends the form, whose field `file` holds the chosen file. If it rejects, the file may be sent
   * again, and the caller shows the reason.
   */
  onUpload: (form: FormData, task: UploadTask) => Promise<void>;
  /** Whether a button lets people cancel the upload. Default false. */
  canCancel?: boolean;
  /** Why the last file was refused. It is shown until another file is chosen. */
  fault?: string | null;
  /**
   * Called when the file has arrived. If given, the button counts from 0% to 99% during the upload,
   * and the widget accepts another file afterwards. Otherwise it accepts one file only.
   */
  onContinue?: () => void;
}

type UploadState = 'choosing' | 'uploading' | 'uploaded';

/** Lets people choose one file, checks its type and size, and uploads it. */
export function FileUpload(props: FileUploadProps) {
  const { label, type, maxBytes = limits.upload.defaultMaxBytes, onUpload, onContinue } = props;
  const { fault = null, initialFile = null, canCancel = false } = props;
  const [file, setFile] = useState(initialFile);
  const [state, setState] = useState<UploadState>('choosing');
  const [share, setShare] = useState(0);
  const [round, setRound] = useState(0);
  const [refusedFile, setRefusedFile] = useState<File | null>(null);
  const task = useRef<AbortController | null>(null);
  useEffect(() => () => task.current?.abort(), []);

  const faults = file === null ? [] : uploadFaults(file, { type, maxBytes });
  const isLocked = state !== 'choosing';

  async function upload(): Promise<void> {
    if (file === null || faults.length > 0 || isLocked) return;
    const form = new FormData();
    form.append('file', file);
    task.current = new AbortController();
    setState('uploading');
    setShare(0);
    try {
      await onUpload(form, { file, signal: task.current.signal, onProgress: setShare });
    } catch {
      setRefusedFile(file);
      setState('choosing');
      return;
    }
    if (onContinue === undefined) {
      setState('uploaded');
      return;
    }
    setState('choosing');
    setFile(null);
    // A file input can only be emptied by replacing it.
    setRound((count) => count + 1);
    onContinue();
  }

  return (
    <Form onSubmit={() => void upload()}>
      <FileChooser
        key={round}
        label={label}
        type={type}
        maxBytes={maxBytes}
        file={file}
        faults={faults}
        isDisabled={isLocked}
        onChoose={setFile}
      />
      {fault !== null && refusedFile === file && !isLocked && (
        <div ref={showWhole}>
          <Fault>{fault}</Fault>
        </div>
      )}
      <FormActions>
        {canCancel && state === 'uploading' && (
          <Button kind="secondary" onPress={() => task.current?.abort()}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          isDisabled={file === null || faults.length > 0 || isLocked}
          icon={state === 'choosing' ? <Icon of={UploadCloud} size="sm" /> : undefined}
        >
          {buttonText(state, onContinue === undefined ? null : share)}
        </Button>
      </FormActions>
      <VisuallyHidden role="status">{spokenStates[state]}</VisuallyHidden>
    </Form>
  );
}

/** On a phone the new element would be below the edge of the screen. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

const spokenStates: Record<UploadState, string> = {
  choosing: '',
  uploading: 'Uploading the file.',
  uploaded: 'The file has been uploaded.',
};

function buttonText(state: UploadState, share: number | null): string {
  if (state === 'choosing') return 'Upload';
  if (state === 'uploaded') return 'Uploaded';
  return share === null ? 'Uploading …' : `${shownPercent(share)}%`;
}
