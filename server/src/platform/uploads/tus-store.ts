import type { Readable } from 'node:stream';
import {
  DataStore,
  ERRORS,
  type Lock,
  type Locker,
  type RequestRelease,
  Upload,
} from '@tus/server';
import { diskFullFailure, isDiskFull } from '../http/disk-full.ts';
import { ApiFailure } from '../http/failure.ts';
import type { UploadRow } from './upload-purpose.ts';
import type { Uploads } from './uploads.ts';

/** The shape of errors that @tus/server turns into a reply. */
interface TusFailure {
  readonly status_code: number;
  readonly body: string;
}

/** Converts a refusal into the error that @tus/server expects, and returns other errors unchanged. */
export function tusFailureOf(error: unknown): unknown {
  const failure = isDiskFull(error) ? diskFullFailure() : error;
  if (!(failure instanceof ApiFailure)) return error;
  const { statusCode, code, message, fields } = failure;
  const body = JSON.stringify({ error: message, code, ...(fields && { fields }) });
  return { status_code: statusCode, body } satisfies TusFailure;
}

/** Whether an error has that shape already, as those of @tus/server have. */
export function isTusFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status_code' in error;
}

/** The uploads as @tus/server reads and writes them. */
export class TusStore extends DataStore {
  readonly #uploads: Uploads;

  constructor(uploads: Uploads) {
    super();
    this.#uploads = uploads;
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  async #require(id: string): Promise<UploadRow> {
    const upload = await this.#uploads.find(id);
    if (!upload) throw ERRORS.FILE_NOT_FOUND;
    return upload;
  }

  /** Returns the upload unchanged. Its row was made earlier, where the account is known. */
  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, offset, createdAt } = await this.#require(id);
    return new Upload({ id, size, offset, creation_date: createdAt.toISOString() });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.#require(id);
    if (upload.offset !== offset) throw ERRORS.INVALID_OFFSET;
    try {
      return (await this.#uploads.append(upload, stream)).offset;
    } catch (error) {
      // A file whose beginning was refused is not continued.
      if (error instanceof ApiFailure && upload.offset === 0) await this.#uploads.remove(upload);
      throw tusFailureOf(error);
    }
  }

  override async remove(id: string): Promise<void> {
    await this.#uploads.remove(await this.#require(id));
  }
}

interface Held {
  readonly release: RequestRelease;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** How long the next request waits for the one before it to release the upload. */
const patienceMilliseconds = 15_000;

/**
 * Lets one request of this process at a time work on an upload. A request that resumes the upload
 * asks the earlier one to stop, which may not have noticed that its connection is lost. Requests in
 * different processes are kept apart by the offset in the database.
 */
export class UploadLocks implements Locker {
  readonly #held = new Map<string, Held>();

  newLock(id: string): Lock {
    const held = this.#held;
    let own: Held | undefined;
    return {
      async lock(signal, release) {
        const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMilliseconds)]);
        const impatience = new Promise<void>((resolve) => {
          patience.addEventListener('abort', () => resolve(), { once: true });
        });
        for (let before = held.get(id); before; before = held.get(id)) {
          if (patience.aborted) throw ERRORS.ERR_LOCK_TIMEOUT;
          await before.release();
          await Promise.race([before.ended, impatience]);
        }
        const { promise: ended, resolve: end } = Promise.withResolvers<void>();
        own = { release, ended, end };
        held.set(id, own);
      },
      async unlock() {
        if (held.get(id) === own) held.delete(id);
        own?.end();
      },
    };
  }
}
