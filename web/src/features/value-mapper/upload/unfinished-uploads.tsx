import type { UnfinishedUpload } from '@refugia/contract/resumable-uploads.ts';
import { resumableUploadsPath } from '@refugia/contract/upload-addresses.ts';
import { valueMapperRasterPurpose } from '@refugia/contract/value-mapper/calls.ts';
import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/session.ts';
import { TextButton } from '../../../ui/actions/button.tsx';
import { shownPercent } from '../../../ui/files/upload-texts.ts';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { showFailure, useShownFailure } from '../calls/failure.ts';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';
import styles from './upload-modal.module.css';

/** Uploads to this project that were interrupted, with buttons to continue them. */
export function UnfinishedUploads({ onResume }: { onResume: (upload: UnfinishedUpload) => void }) {
  const { layers } = useProject();
  const queries = useQueryClient();
  const { store } = useWorkspace();
  const here = useUnfinishedUploads().filter(({ target }) =>
    layers.some(({ layer, raster }) => raster === null && String(layer.id) === target),
  );
  const discard = async ({ address, target }: UnfinishedUpload) => {
    const { discardUpload } = await import('./resumable-upload.ts');
    const onFailure = (error: unknown) => showFailure(valueMapperErrorLabels.deleteUpload, error);
    await discardUpload(address).catch(onFailure);
    // The store tells a failure itself.
    await store.deleteLayer(Number(target)).catch(() => {});
    await queries.invalidateQueries({ queryKey: unfinishedUploadsKey });
  };
  return here.map((upload) => (
    <Notice key={upload.id} type="warning">
      <div className={styles.unfinished}>
        <span>
          {upload.filename}: {shownPercent(upload.offset / Math.max(1, upload.size))} % uploaded.
        </span>
        <span className={styles.actions}>
          <TextButton onPress={() => onResume(upload)}>Go on</TextButton>
          <TextButton onPress={() => void discard(upload)}>Discard</TextButton>
        </span>
      </div>
    </Notice>
  ));
}

export const unfinishedUploadsKey = ['value-mapper', 'unfinished-uploads'];

/** One's own unfinished uploads of rasters, as far as they are known. */
export function useUnfinishedUploads(): readonly UnfinishedUpload[] {
  const { data, error } = useQuery({
    queryKey: unfinishedUploadsKey,
    queryFn: async ({ signal }) => {
      const uploads = await callApi<UnfinishedUpload[]>(resumableUploadsPath, { signal });
      return uploads.filter(({ purpose }) => purpose === valueMapperRasterPurpose);
    },
    // The list may be of before an upload was cut off, by signing out for instance.
    refetchOnMount: 'always',
  });
  useShownFailure(valueMapperErrorLabels.getUnfinishedUploads, error);
  return data ?? [];
}
