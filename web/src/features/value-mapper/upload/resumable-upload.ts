import { resumableUploadsPath, uploadResultHeader } from '@refugia/contract/upload-addresses.ts';
import { valueMapperRasterPurpose } from '@refugia/contract/value-mapper/calls.ts';
import { DetailedError, Upload } from 'tus-js-client';
import { CallFailedError, RequestRefusedError } from '../../../lib/api-errors.ts';
import { readLoginToken, session } from '../../../lib/session.ts';

/** The pauses before a failed request is repeated. After the last of them the person is asked. */
const retryDelaysMilliseconds = [500, 2_000, 5_000, 10_000, 20_000];
/** Many proxies take no larger request, and a file that is no raster is refused after the first. */
const chunkBytes = 16_000_000;

export interface ResumableUploadOptions {
  readonly file: File;
  readonly layerId: number;
  /** The address of an upload that was begun earlier, or null for a new one. */
  readonly address: string | null;
  readonly onAddress: (address: string) => void;
  /** Called with the share of the file that the server has, 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Pauses the upload. The server keeps the bytes that it has. */
  readonly signal: AbortSignal;
}

/**
 * Uploads a raster's file by the tus protocol, which can continue after a lost connection.
 * @returns the raster's id
 * @throws RequestRefusedError when the server refuses, CallFailedError when it can't be reached
 */
export function uploadRaster(options: ResumableUploadOptions): Promise<number> {
  const { file, layerId, address, onAddress, onProgress, signal } = options;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let result: string | undefined;
  const upload = new Upload(file, {
    endpoint: resumableUploadsPath,
    uploadUrl: address,
    metadata: { purpose: valueMapperRasterPurpose, target: String(layerId), filename: file.name },
    chunkSize: chunkBytes,
    retryDelays: retryDelaysMilliseconds,
    // The server lists unfinished uploads. Their owner can find them in any browser, and nobody
    // else can.
    storeFingerprintForResuming: false,
    // The token may be renewed while a large file is being sent.
    onBeforeRequest(request) {
      const token = readLoginToken();
      if (token !== null) request.setHeader('Authorization', `JWT ${token}`);
    },
    onAfterResponse(_request, response) {
      result = response.getHeader(uploadResultHeader) ?? result;
    },
    onShouldRetry: (error) => !isRefusal(error),
    onUploadUrlAvailable: () => onAddress(upload.url ?? ''),
    onProgress: (sent, total) => onProgress(total === 0 ? 0 : sent / total),
    onError: (error) => reject(readableError(error)),
    onSuccess() {
      const rasterId = Number(result);
      if (Number.isInteger(rasterId) && rasterId > 0) resolve(rasterId);
      else reject(new CallFailedError('The server did not say what became of the file.', 200));
    },
  });
  signal.addEventListener('abort', () => {
    void upload.abort();
    reject(signal.reason);
  });
  upload.start();
  return promise;
}

/** Cancels an upload for good. The server deletes the bytes that it has. */
export async function discardUpload(address: string): Promise<void> {
  const token = readLoginToken();
  await Upload.terminate(address, {
    retryDelays: retryDelaysMilliseconds,
    headers: token === null ? {} : { Authorization: `JWT ${token}` },
  });
}

function responseOf(error: Error) {
  return error instanceof DetailedError ? error.originalResponse : null;
}

function statusOf(error: Error): number {
  return responseOf(error)?.getStatus() ?? 0;
}

/** Whether the server refused for good. A lock and a busy server are temporary. */
function isRefusal(error: Error): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && ![409, 423, 429].includes(status);
}

function readableError(error: Error): Error {
  const status = statusOf(error);
  if (status === 401) void session.refresh();
  const body = responseOf(error)?.getBody() ?? '';
  if (status >= 400 && status < 500) {
    try {
      return new RequestRefusedError(status, JSON.parse(body));
    } catch {
      // The protocol's own refusals are plain text.
    }
  }
  return new CallFailedError(error.message, status || null, { cause: error });
}
