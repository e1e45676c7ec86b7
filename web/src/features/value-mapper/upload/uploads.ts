import type { UnfinishedUpload } from '@refugia/contract/resumable-uploads.ts';
import { resumableUploadsPath } from '@refugia/contract/upload-addresses.ts';
import { valueMapperRasterPurpose } from '@refugia/contract/value-mapper/calls.ts';
import { callApi } from '../../../lib/session.ts';

/** Fetches one's own unfinished uploads of rasters. */
export async function fetchUnfinishedUploads(signal?: AbortSignal): Promise<UnfinishedUpload[]> {
  const uploads = await callApi<UnfinishedUpload[]>(resumableUploadsPath, { signal });
  return uploads.filter(({ purpose }) => purpose === valueMapperRasterPurpose);
}

export const unfinishedUploadsKey = ['value-mapper', 'unfinished-uploads'];
