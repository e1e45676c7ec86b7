import type { UnfinishedUpload } from '@refugia/contract/resumable-uploads.ts';
import { resumableUploadsPath } from '@refugia/contract/upload-addresses.ts';
import { valueMapperRasterPurpose } from '@refugia/contract/value-mapper/calls.ts';
import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../../../lib/session.ts';
import { showFailure } from '../calls/failure.ts';

/** Fetches one's own unfinished uploads of rasters. */
async function fetchUnfinishedUploads(signal?: AbortSignal): Promise<UnfinishedUpload[]> {
  const uploads = await callApi<UnfinishedUpload[]>(resumableUploadsPath, { signal });
  return uploads.filter(({ purpose }) => purpose === valueMapperRasterPurpose);
}

export const unfinishedUploadsKey = ['value-mapper', 'unfinished-uploads'];

/** One's own unfinished uploads of rasters, as far as they are known. */
export function useUnfinishedUploads(): readonly UnfinishedUpload[] {
  const { data, error } = useQuery({
    queryKey: unfinishedUploadsKey,
    queryFn: ({ signal }) => fetchUnfinishedUploads(signal),
    // The list may be of before an upload was cut off, by signing out for instance.
    refetchOnMount: 'always',
  });
  useEffect(() => {
    if (error !== null) showFailure(valueMapperErrorLabels.getUnfinishedUploads, error);
  }, [error]);
  return data ?? [];
}
