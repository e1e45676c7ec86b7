import { apiErrorSchema } from '@refugia/contract/errors.ts';
import type { RunLayer } from '@refugia/contract/habitat-patrol.ts';
import { resultFileNames } from '@refugia/engine/analysis/types.ts';
import { z } from 'zod';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { StoredLayer } from '../../../services/tiles/picture.ts';
import { storedName } from '../runs/run-folders.ts';

/** A file or picture as the API's document tells of it. */
export const binarySchema = z.custom<unknown>().meta({ type: 'string', format: 'binary' });
/** The refusals of addresses that answer with one. */
export const fileResponses = { 404: apiErrorSchema, 409: apiErrorSchema, 503: apiErrorSchema };

/** Where one of a run's pictures is. */
export function storedLayer(
  storage: Pick<Storage, 'locate'>,
  runId: string,
  layer: RunLayer,
): StoredLayer {
  return { location: storage.locate(storedName(runId), resultFileNames[layer]), layer };
}

/** A run that is done whose file is not there: it is being removed. */
export function fileRemoved(): ApiFailure {
  return new ApiFailure(404, 'file_not_found', 'This file has been removed.');
}
