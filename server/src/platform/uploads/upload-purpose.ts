import type { Database, Queryable, Transaction } from '../database/database.ts';
import type { resumableUpload } from '../database/schema/index.ts';
import type { Account } from '../session/sessions.ts';

export type UploadRow = typeof resumableUpload.$inferSelect;

/** A file that somebody wants to upload. */
export interface UploadRequest {
  readonly target: string;
  readonly filename: string;
  /** The size in bytes, or the largest possible size when it is not known. */
  readonly size: number;
}

/** A purpose for which an app accepts uploads: the rules for its files and what happens to them. */
export interface UploadPurpose {
  /** The name in an upload's metadata. */
  readonly name: string;
  readonly maxBytes: number;
  /** The largest size of all files of an account, unfinished uploads included. */
  readonly quotaBytes: number;
  /** Bytes of the files that an account has uploaded for this purpose. */
  storedBytes(orm: Queryable, accountId: number): Promise<number>;
  /** @throws {ApiFailure} unless the account may upload this file to where it wants */
  check(orm: Database['orm'], account: Account, request: UploadRequest): Promise<void>;
  /**
   * Judges a file by its beginning.
   * @param start at least 16 bytes, fewer only of a shorter file
   * @throws {ApiFailure} for a file that can't be what it has to be
   */
  judgeStart(start: Uint8Array): void;
  /**
   * Takes the complete file over. From then on its folder belongs to the app.
   * @param transaction in which the upload is marked as taken
   * @returns what the uploader is answered, as JSON
   */
  complete(
    transaction: Transaction,
    upload: UploadRow & { readonly folder: string },
  ): Promise<unknown>;
  /** Is called after the transaction of `complete` has been committed. */
  completed?(result: unknown): void;
}

/** The name of the uploaded file in its folder. */
export const uploadedFile = 'file';
