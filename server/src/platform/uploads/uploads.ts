import { randomBytes } from 'node:crypto';
import { limits } from '@refugia/contract/limits.ts';
import { plainLine } from '@refugia/contract/plain-text.ts';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database, Transaction } from '../database/database.ts';
import { diskFullFailure } from '../http/disk-full.ts';
import { ApiFailure } from '../http/failure.ts';
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
  lockAccount,
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

/** Uploads of files into the storage, for any app and by any protocol. */
export interface Uploads {
  /** Registers a purpose, before the first request. */
  accept(purpose: UploadPurpose): void;
  /**
   * Begins an upload.
   * @throws {ApiFailure} for a file that the account may not upload, or for which there is no room
   */
  begin(account: Account, purpose: string, request: UploadRequest): Promise<UploadRow>;
  /**
   * Appends bytes to an upload. The bytes that arrived are stored, however the request ends.
   * @returns the upload as it is then
   * @throws {ApiFailure} 409 when another request writes the upload; a refusal of the purpose
   */
  append(upload: UploadRow, bytes: AsyncIterable<Uint8Array>): Promise<UploadRow>;
  /**
   * Gives a complete file to its app. Calling it again returns the same answer. A file that the app
   * refuses is removed.
   * @returns what the app answers the uploader
   * @throws {ApiFailure} the app's refusal
   */
  complete(upload: UploadRow): Promise<unknown>;
  /** Sets the size of a file that arrived completely and whose size was not known before. */
  settleSize(upload: UploadRow): Promise<UploadRow>;
  find(id: string): Promise<UploadRow | undefined>;
  unfinished(account: Pick<Account, 'id'>): Promise<UploadRow[]>;
  /** Removes an upload. A file that an app has taken over stays. */
  remove(upload: UploadRow): Promise<void>;
  /** Removes an account's unfinished uploads to targets that are gone. */
  removeOfTargets(
    account: Pick<Account, 'id'>,
    purpose: string,
    targets: readonly string[],
  ): Promise<void>;
  /** Removes uploads that had no new bytes for a long time before the given instant. */
  tidy(now: Date): Promise<void>;
}

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

/** Creates the uploads of an installation. Purposes are registered afterwards. */
export function createUploads(platform: {
  readonly database: Database;
  readonly storage: Storage;
  readonly log: Logger;
  readonly config: Pick<Config, 'minFreeBytes'>;
}): Uploads {
  const { database, storage, log } = platform;
  const { minFreeBytes } = platform.config;
  const { orm } = database;
  const purposes = new Map<string, UploadPurpose>();

  function purposeOf(name: string): UploadPurpose {
    const purpose = purposes.get(name);
    if (purpose) return purpose;
    throw new ApiFailure(400, 'purpose_unknown', `No app takes uploads for "${name}".`);
  }

  /**
   * @throws {ApiFailure} when the file is too large, or exceeds the account's quota or the free
   * disk
   */
  async function requireRoom(
    transaction: Transaction,
    account: Account,
    { name, maxBytes, quotaBytes, storedBytes }: UploadPurpose,
    size: number,
  ): Promise<void> {
    if (size > maxBytes) {
      const sentence = `Error: File size cannot be larger than ${maxBytes / 1_000_000} MB.`;
      throw new ApiFailure(413, 'too_large', sentence, { file: sentence });
    }
    const stored = await storedBytes(transaction, account.id);
    const coming = await unfinishedBytes(transaction, account.id, name);
    if (stored + coming + size > quotaBytes) {
      throw new ApiFailure(
        413,
        'quota_exceeded',
        `Your files would take more than the ${quotaBytes / 1_000_000_000} GB that an account has. Please delete some first.`,
      );
    }
    // The files that are made from an upload take as much space again.
    if ((await storage.freeBytes()) < 2 * size + minFreeBytes) {
      throw diskFullFailure();
    }
  }

  async function discard({ id }: UploadRow): Promise<void> {
    // The row is read again, because bytes may have been stored since the caller read it.
    const upload = await deleteUpload(orm, id);
    if (upload && isHeld(upload)) await storage.growing.discard(growingOf(upload));
    await removeLeftFolders(platform);
  }

  return {
    accept(purpose) {
      purposes.set(purpose.name, purpose);
    },
    async begin(account, purposeName, asked) {
      // Nobody chose the name of a file to be refused, so it is cleaned.
      const request = { ...asked, filename: plainLine(asked.filename) };
      const purpose = purposeOf(purposeName);
      await purpose.check(orm, account, request);
      const id = randomBytes(16).toString('base64url');
      return await orm.transaction(async (transaction) => {
        await lockAccount(transaction, account.id);
        await requireRoom(transaction, account, purpose, request.size);
        if ((await listUnfinished(transaction, account.id)).length >= maxUnfinished) {
          throw new ApiFailure(
            409,
            'too_many_uploads',
            `You have ${maxUnfinished} unfinished uploads. Please finish or cancel some first.`,
          );
        }
        return await insertUpload(transaction, {
          id,
          accountId: account.id,
          purpose: purposeName,
          folder: `uploads/${id}`,
          ...request,
        });
      });
    },
    async append(upload, bytes) {
      if (!isHeld(upload)) throw gone();
      const purpose = purposeOf(upload.purpose);
      const judged =
        upload.offset === 0
          ? judgeFirst(bytes, upload.size, (start) => purpose.judgeStart(start))
          : bytes;
      let from = upload.offset;
      try {
        await storage.growing.append(growingOf(upload), judged, async (to, state) => {
          if (!(await moveUpload(orm, upload.id, { from, to, state }))) {
            throw new ApiFailure(409, 'upload_moved', 'Another request goes on with this upload.');
          }
          from = to;
        });
      } finally {
        // The upload was removed meanwhile, so the bytes that this request has stored are removed,
        // too.
        if (!(await findUpload(orm, upload.id))) await storage.growing.discard(growingOf(upload));
      }
      const moved = await findUpload(orm, upload.id);
      if (!moved) throw gone();
      return moved;
    },
    async complete(upload) {
      if (upload.result !== null) return upload.result;
      if (!isHeld(upload)) throw gone();
      const purpose = purposeOf(upload.purpose);
      await storage.growing.finish(growingOf(upload));
      const taking = orm.transaction(async (transaction) => {
        const locked = await lockUpload(transaction, upload.id);
        if (!locked) throw gone();
        if (locked.result !== null || !isHeld(locked)) return locked.result;
        const made = await purpose.complete(transaction, locked);
        await changeUpload(transaction, upload.id, { result: made, folder: null });
        return made;
      });
      const result = await taking.catch(async (error: unknown) => {
        // What is refused now is refused each time, and would count as unfinished for days.
        if (error instanceof ApiFailure) await discard(upload);
        throw error;
      });
      purpose.completed?.(result);
      return result;
    },
    async settleSize(upload) {
      await changeUpload(orm, upload.id, { size: upload.offset });
      return { ...upload, size: upload.offset };
    },
    find: (id) => findUpload(orm, id),
    unfinished: (account) => listUnfinished(orm, account.id),
    remove: discard,
    async removeOfTargets({ id }, purpose, targets) {
      for (const upload of await listUnfinished(orm, id)) {
        if (upload.purpose === purpose && targets.includes(upload.target)) await discard(upload);
      }
    },
    async tidy(now) {
      const before = new Date(now.getTime() - resumableHours * 3_600_000);
      for (const upload of await findStill(orm, before)) {
        await discard(upload).catch((error: unknown) =>
          log.warn({ err: error, upload: upload.id }, 'removing an upload'),
        );
      }
    },
  };
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
