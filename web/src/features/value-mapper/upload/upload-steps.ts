import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { valueMapperErrorLabels as labels } from '@refugia/contract/value-mapper/errors.ts';
import { shownPercent } from '../../../ui/files/upload-texts.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { createLayer, fetchLayer } from '../calls/calls.ts';
import { fetchRaster } from '../calls/raster-calls.ts';
import type { RunnerStep } from '../workspace/step-runner.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import { uploadRaster } from './resumable-upload.ts';

const { uploadProgressResetMilliseconds } = limits.valueMapper;

/** The progress of an upload, from which it continues after a failure. */
export interface UploadProgress {
  layerId: number | null;
  /** The address for its bytes, or null before the first. */
  address: string | null;
  rasterId: number | null;
}

/** The three steps from a chosen file to a raster of a new data layer. */
export function uploadSteps(
  { store }: Workspace,
  file: File,
  progress: UploadProgress,
): readonly RunnerStep[] {
  return [
    {
      id: 'layer',
      name: 'Create a data layer',
      label: labels.postDataLayer,
      async run() {
        if (progress.layerId !== null) return;
        const layer = await createLayer(store.projectId);
        progress.layerId = layer.id;
        store.putLayer(layer);
      },
    },
    {
      id: 'upload',
      name: 'Upload the file',
      label: labels.uploadRaster,
      async run(tell, signal) {
        progress.rasterId = await uploadRaster({
          file,
          layerId: progress.layerId ?? 0,
          address: progress.address,
          onAddress: (address) => {
            progress.address = address;
          },
          onProgress: (share) => tell(`${shownPercent(share)} %`),
          signal,
        });
        tell('100 %');
        await new Promise((resolve) => setTimeout(resolve, uploadProgressResetMilliseconds));
      },
    },
    {
      id: 'fetch',
      name: 'Fetch the layer and the raster',
      label: labels.getUploadedRaster,
      async run(_tell, signal) {
        const { layerId, rasterId } = progress;
        if (layerId === null || rasterId === null) return;
        store.putLayer(await fetchLayer(layerId, signal));
        store.putRaster(await fetchRaster(rasterId, signal));
        showToast('success', messages.valueMapper.fileUploaded);
      },
    },
  ];
}
