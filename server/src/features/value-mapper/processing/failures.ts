import { messages } from '@refugia/contract/messages.ts';
import { rasterSentence } from '@refugia/contract/raster-facts.ts';
import type { RasterStep } from '@refugia/contract/value-mapper/rasters.ts';
import { RasterError, type RasterErrorCode } from '@refugia/engine/ingest/index.ts';
import { isDiskFull } from '../../../platform/http/disk-full.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { JobAborted } from '../../../platform/jobs/queue.ts';
import { isKilled, ProcessFailure } from '../../../platform/processes/process-failure.ts';
import { BucketError } from '../../../platform/storage/bucket.ts';
import type { ProcessingRow } from '../stored/processing-row.ts';
import { StoredFileMissing } from '../stored/stored-files.ts';

/** The step at which a file fails whose inspection finds that it can't be used. */
export const failingSteps: Readonly<Record<RasterErrorCode, RasterStep>> = {
  'not-a-tiff': 'metadata',
  damaged: 'metadata',
  unsupported: 'metadata',
  'too-large': 'metadata',
  'crs-missing': 'metadata',
  'not-placed': 'metadata',
  'crs-unknown': 'crs',
  'off-earth': 'geospatial',
};

/** Whether the file is at fault or the work was aborted, which needs no line in the log. */
export const isExpected = (error: unknown): boolean =>
  error instanceof RasterError || error instanceof JobAborted || error instanceof ApiFailure;

const diskFullCode = 'disk_full';

/** The status of the reply to a call whose step has failed. */
export const failedStepStatus = (failureCode: string | null): 422 | 507 =>
  failureCode === diskFullCode ? 507 : 422;

/**
 * The sentence about a failed step: at the metadata of a file the specification's, unless the server is at
 * fault. Null for a step that has not failed.
 */
export function failureSentence(
  { step, failureReason, failureCode }: ProcessingRow,
  brandName: string,
): string | null {
  const isOfFile = step === 'metadata' && failedStepStatus(failureCode) === 422;
  if (failureReason === null || !isOfFile) return failureReason;
  return messages.valueMapper.metadataMissing.replace('{product}', brandName);
}

/** The reply to a call that could not read a raster; other errors stay as they are. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof RasterError)) return error;
  const { reason, code } = describeFailure(error);
  return new ApiFailure(422, code, reason);
}

/** Why a step failed: a sentence for a person and a stable word for programs. */
export function describeFailure(error: unknown): {
  readonly reason: string;
  readonly code: string;
} {
  if (error instanceof RasterError) {
    return { reason: rasterSentence(error.fact), code: error.code.replaceAll('-', '_') };
  }
  if (error instanceof ApiFailure) return { reason: error.message, code: error.code };
  if (error instanceof StoredFileMissing) return { reason: error.message, code: 'file_missing' };
  if (error instanceof ProcessFailure && error.kind === 'memory') {
    return { reason: 'This file needs more memory than one file may have.', code: 'memory' };
  }
  if (isKilled(error)) {
    return {
      reason:
        'The system stopped this step several times, perhaps because it is short of memory. Please try again later.',
      code: 'killed',
    };
  }
  if (isDiskFull(error)) return { reason: messages.diskFull, code: diskFullCode };
  if (error instanceof BucketError) {
    return {
      reason: 'The storage of the server can not be reached at this moment. Please try again.',
      code: 'storage',
    };
  }
  if (error instanceof DOMException || (error instanceof ProcessFailure && error.kind === 'time')) {
    return { reason: 'This step took too long and was stopped.', code: 'time' };
  }
  return {
    reason:
      'Something went wrong inside of this step. The administrators can read what in the log.',
    code: 'server_error',
  };
}
