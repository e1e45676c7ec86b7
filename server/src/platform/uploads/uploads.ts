import { limits } from '@refugia/contract/limits.ts';
import { plainLine } from '@refugia/contract/plain-text.ts';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Database, lockAccount, type Transaction } from '../database/database.ts';
import { diskFullFailure } from '../http/disk-full.ts';
import { ApiFailure } from '../http/failure.ts';
import { newId } from '../new-id.ts';
import type { Account } from '../session/sessions.ts';
import { removeLeftFolders } from '../storage/removed-folders.ts';
import type { Storage } from '../storage/storage.ts';
import {
  changeUpload,
  deleteUpload,
  findStill,
  findUpload,
  insertUpload,
  listUnfinished,
  lockUpload,
  moveUpload,
  unfinishedBytes,
} from './queries.ts';
import {
  type UploadPurpose,
  type UploadRequest,
  type UploadRow,
  uploadedFile,
} from './upload-purpose.ts';

const { silenceSeconds, resumableHours, maxUnfinished } = limits.upload;

const growingOf = ({ folder, offset, storageState }: UploadRow & { folder: string }) => ({
  folder,
  file: uploadedFile,
  offset,
  state: storageState,
});

const isHeld = (upload: UploadRow): upload is UploadRow & { folder: string } =>
  upload.folder !== null;

const gone = () =>
  new ApiFailure(410, 'upload_gone', 'This upload was removed. Please start anew.');

interface UploadParts {
  readonly database: Database;
  readonly storage: Storage;
  readonly log: Logger;
  readonly config: Pick<Config, 'minFreeBytes'>;
}

/**
 * @throws {ApiFailure} when the file is too large, exceeds the account's quota or the free disk, or
 * when the account has too many unfinished uploads
 */
async function requireRoom(
  { storage, config }: UploadParts,
  transaction: Transaction,
  accountId: number,
  { purpose, size }: { readonly purpose: UploadPurpose; readonly size: number },
): Promise<void> {
  const { maxBytes, quotaBytes } = purpose;
  if (size > maxBytes) {
    const sentence = `Error: File size cannot be larger than ${maxBytes / 1_000_000} MB.`;
    throw new ApiFailure(413, 'too_large', sentence, { file: sentence });
  }
  const stored = await purpose.storedBytes(transaction, accountId);
  const coming = await unfinishedBytes(transaction, accountId, purpose.name);
  if (stored + coming + size > quotaBytes) {
    throw new ApiFailure(
      413,
      'quota_exceeded',
      `Your files would take more than the ${quotaBytes / 1_000_000_000} GB that an account has. Please delete some first.`,
    );
  }
  // The files that are made from an upload take as much space again.
  if ((await storage.freeBytes()) < 2 * size + config.minFreeBytes) throw diskFullFailure();
  if ((await listUnfinished(transaction, accountId)).length >= maxUnfinished) {
    throw new ApiFailure(
      409,
      'too_many_uploads',
      `You have ${maxUnfinished} unfinished uploads. Please finish or cancel some first.`,
    );
  }
}

/** Uploads into the storage, for any app that has registered its purpose, and by any protocol. */
export class Uploads {
  readonly #parts: UploadParts;
  readonly #purposes = new Map<string, UploadPurpose>();

  constructor(parts: UploadParts) {
    this.#parts = parts;
  }

  get #orm(): Database['orm'] {
    return this.#parts.database.orm;
  }

  accept(purpose: UploadPurpose): void {
    this.#purposes.set(purpose.name, purpose);
  }

  #purposeOf(name: string): UploadPurpose {
    const purpose = this.#purposes.get(name);
    if (purpose) return purpose;
    throw new ApiFailure(400, 'purpose_unknown', `No app takes uploads for "${name}".`);
  }

  /**
   * Begins an upload.
   * @throws {ApiFailure} for a file that the account may not upload, or for which there is no room
   */
  async begin(account: Account, purposeName: string, asked: UploadRequest): Promise<UploadRow> {
    // Nobody chose the name of a file to be refused, so it is cleaned.
    const request = { ...asked, filename: plainLine(asked.filename) };
    const purpose = this.#purposeOf(purposeName);
    await purpose.check(this.#orm, account, request);
    const id = newId();
    return await this.#orm.transaction(async (transaction) => {
      await lockAccount(transaction, account.id);
      const { size } = request;
      await requireRoom(this.#parts, transaction, account.id, { purpose, size });
      return await insertUpload(transaction, {
        id,
        accountId: account.id,
        purpose: purposeName,
        folder: `uploads/${id}`,
        ...request,
      });
    });
  }

  /**
   * Appends bytes to an upload. The bytes that arrived are stored, however the request ends.
   * @returns the upload as it is then
   * @throws {ApiFailure} 409 when another request writes the upload; a refusal of the purpose
   */
  async append(upload: UploadRow, bytes: AsyncIterable<Uint8Array>): Promise<UploadRow> {
    if (!isHeld(upload)) throw gone();
    const { growing } = this.#parts.storage;
    const purpose = this.#purposeOf(upload.purpose);
    const judged =
      upload.offset === 0
        ? judgeFirst(bytes, upload.size, (start) => purpose.judgeStart(start))
        : bytes;
    let from = upload.offset;
    try {
      await growing.append(growingOf(upload), judged, async (to, state) => {
        if (!(await moveUpload(this.#orm, upload.id, { from, to, state }))) {
          throw new ApiFailure(409, 'upload_moved', 'Another request goes on with this upload.');
        }
        from = to;
      });
    } finally {
      // The upload was removed meanwhile, so the bytes that this request has stored are removed,
      // too.
      if (!(await this.find(upload.id))) await growing.discard(growingOf(upload));
    }
    const moved = await this.find(upload.id);
    if (!moved) throw gone();
    return moved;
  }

  /**
   * Gives a complete file to its app. Calling it again returns the same answer. A file that the app
   * refuses is removed.
   * @returns what the app answers the uploader
   * @throws {ApiFailure} the app's refusal
   */
  async complete(upload: UploadRow): Promise<unknown> {
    if (upload.result !== null) return upload.result;
    if (!isHeld(upload)) throw gone();
    const purpose = this.#purposeOf(upload.purpose);
    await this.#parts.storage.growing.finish(growingOf(upload));
    const taking = this.#orm.transaction(async (transaction) => {
      const locked = await lockUpload(transaction, upload.id);
      if (!locked) throw gone();
      if (locked.result !== null || !isHeld(locked)) return locked.result;
      const made = await purpose.complete(transaction, locked);
      await changeUpload(transaction, upload.id, { result: made, folder: null });
      return made;
    });
    const result = await taking.catch(async (error: unknown) => {
      // What is refused now is refused each time, and would count as unfinished for days.
      if (error instanceof ApiFailure) await this.remove(upload);
      throw error;
    });
    purpose.completed?.(result);
    return result;
  }

  /** Sets the size of a file that arrived completely and whose size was not known before. */
  async setFinalSize(upload: UploadRow): Promise<UploadRow> {
    await changeUpload(this.#orm, upload.id, { size: upload.offset });
    return { ...upload, size: upload.offset };
  }

  find(id: string): Promise<UploadRow | undefined> {
    return findUpload(this.#orm, id);
  }

  unfinished(account: Pick<Account, 'id'>): Promise<UploadRow[]> {
    return listUnfinished(this.#orm, account.id);
  }

  /** Removes an upload. A file that an app has taken over stays. */
  async remove({ id }: UploadRow): Promise<void> {
    // The row is read again, because bytes may have been stored since the caller read it.
    const upload = await deleteUpload(this.#orm, id);
    if (upload && isHeld(upload)) await this.#parts.storage.growing.discard(growingOf(upload));
    await removeLeftFolders(this.#parts);
  }

  /** Removes an account's unfinished uploads to targets that are gone. */
  async removeOfTargets(
    account: Pick<Account, 'id'>,
    purpose: string,
    targets: readonly string[],
  ): Promise<void> {
    for (const upload of await this.unfinished(account)) {
      if (upload.purpose === purpose && targets.includes(upload.target)) await this.remove(upload);
    }
  }

  /** Removes uploads that had no new bytes for a long time before the given instant. */
  async tidy(now: Date): Promise<void> {
    const before = new Date(now.getTime() - resumableHours * 3_600_000);
    for (const upload of await findStill(this.#orm, before)) {
      await this.remove(upload).catch((error: unknown) =>
        this.#parts.log.warn({ err: error, upload: upload.id }, 'removing an upload'),
      );
    }
  }
}

/** When an upload expires if no further bytes arrive. */
export const expiryOf = ({ movedAt }: UploadRow): Date =>
  new Date(movedAt.getTime() + resumableHours * 3_600_000);

/** How long a request may send nothing before it is ended. */
export const silenceMilliseconds = silenceSeconds * 1000;

const startBytes = 16;

/**
 * Passes bytes on after their beginning has been judged. Nothing is passed on before that.
 * @param size of the whole file
 * @param judge is given the first 16 bytes, or a shorter file; throws to refuse the file
 */
async function* judgeFirst(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
  judge: (start: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  const enough = Math.min(startBytes, size);
  let start: Uint8Array | undefined = new Uint8Array(0);
  for await (const chunk of bytes) {
    if (start === undefined) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < enough) continue;
    judge(start.subarray(0, startBytes));
    yield start;
    start = undefined;
  }
  // Too few bytes arrived to judge the file. Another request will continue it.
  if (start) yield start;
}
