import { FileUpload } from '../../../ui/files/file-upload.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Sample, Samples } from '../sample.tsx';

const stepMilliseconds = 40;

/** Counts up as a slow connection would, without sending anything. */
async function pretendUpload(
  _form: FormData,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<void> {
  for (let percent = 0; percent <= 100 && !signal.aborted; percent += 2) {
    onProgress(percent / 100);
    await new Promise((resolve) => setTimeout(resolve, stepMilliseconds));
  }
}

/** The style guide's section 'file upload'. */
export function FileUploadSection() {
  return (
    <Samples>
      <Sample title="Vector" note="Counts to 99%, then takes another file. Nothing is sent here.">
        <FileUpload
          label="Vector file"
          type="vector"
          onUpload={pretendUpload}
          onContinue={() => showToast('success', 'File uploaded.')}
        />
      </Sample>
      <Sample title="Raster" note="One file, then it is done. Nothing is sent here.">
        <FileUpload label="Raster file" type="raster" onUpload={pretendUpload} />
      </Sample>
      <Sample title="With a limit of its own">
        <FileUpload
          label="Large raster file"
          type="raster"
          maxBytes={1_000_000_000}
          onUpload={pretendUpload}
        />
      </Sample>
    </Samples>
  );
}
