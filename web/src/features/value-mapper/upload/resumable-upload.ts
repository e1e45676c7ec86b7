import {
  resumableUploadsPath,
  uploadResultHeader,
  valueMapperRasterPurpose,
} from '@refugia/contract/value-mapper/calls.ts';
import { type DetailedError, Upload } from 'tus-js-client';
import { CallFailedError, RequestRefusedError } from '../../../lib/api-errors.ts';
import { session } from '../../../lib/session.ts';
import { browserTokenStorage } from '../../../lib/token.ts';

/** Waits before a request that failed is sent again; then the person is asked. */
const retryDelaysMilliseconds = [500, 2_000, 5_000, 10_000, 20_000];
/**
 * The bytes of one request. A file whose beginning shows that it is no raster is refused early, and
 * many proxies take no more.
 */
const chunkBytes = 16_000_000;

const storage = browserTokenStorage();

export interface ResumableUploadOptions {
  readonly file: File;
  readonly layerId: number;
  /** Where an upload that was begun earlier goes on; null for a new one. */
  readonly address: string | null;
  /** Told the address as soon as there is one. */
  readonly onAddress: (address: string) => void;
  /** Told which share of the file the server has, 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Pauses the upload: its bytes stay at the server. */
  readonly signal: AbortSignal;
}

/**
 * Sends a raster's file so that it can go on after a cut line, by the tus protocol.
 * @returns the raster's id
 * @throws RequestRefusedError when the server says no, CallFailedError when it cannot be reached
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
    // The server lists unfinished uploads, so that they are found in any browser, and by this person
    // alone.
    storeFingerprintForResuming: false,
    // The token may be renewed while a large file is on its way.
    onBeforeRequest(request) {
      const token = storage.read();
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

/** Gives an upload up for good: the server deletes what it has of it. */
export async function discardUpload(address: string): Promise<void> {
  const token = storage.read();
  await Upload.terminate(address, {
    retryDelays: retryDelaysMilliseconds,
    headers: token === null ? {} : { Authorization: `JWT ${token}` },
  });
}

function statusOf(error: Error): number {
  return (error as Partial<DetailedError>).originalResponse?.getStatus() ?? 0;
}

/** A lock that another request holds, and a server that is busy, pass by themselves. */
function isRefusal(error: Error): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && ![409, 423, 429].includes(status);
}

function readableError(error: Error): Error {
  const status = statusOf(error);
  if (status === 401) void session.refresh();
  const body = (error as Partial<DetailedError>).originalResponse?.getBody() ?? '';
  if (status >= 400 && status < 500) {
    try {
      return new RequestRefusedError(status, JSON.parse(body));
    } catch {
      // The protocol's own refusals are plain text.
    }
  }
  return new CallFailedError(error.message, status || null, { cause: error });
}
