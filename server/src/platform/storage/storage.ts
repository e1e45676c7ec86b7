import type { BucketAddress } from './bucket.ts';

/** A file that is not complete yet. */
export interface GrowingFile {
  /** The names of the stored folder and of the file in it, as `Storage` takes them. */
  readonly folder: string;
  readonly file: string;
  /** Bytes that are stored durably. */
  readonly offset: number;
  /** The state that an earlier `append` reported, or null at first. */
  readonly state: unknown;
}

/** Reports that the file has durably grown. It rejects when the file is no longer wanted. */
export type Grown = (offset: number, state: unknown) => Promise<void>;

/** Files that arrive in parts, one after the other, in whichever process. */
export interface GrowingFiles {
  /**
   * Appends bytes to a file as they arrive. If they end with an error, those that arrived before it
   * are stored.
   * @param onGrown is called each time that more has been stored
   * @throws what `bytes` or `onGrown` throws
   */
  append(file: GrowingFile, bytes: AsyncIterable<Uint8Array>, onGrown: Grown): Promise<void>;
  /** Completes the file, which can then be read from the storage. Calling it again does nothing. */
  finish(file: GrowingFile): Promise<void>;
  /** Removes what was appended, whether it was finished or not. */
  discard(file: GrowingFile): Promise<void>;
}

/** The number of bytes that are stored together, which is also what a killed process may lose. */
export const growingPartBytes = 8 * 1024 * 1024;

/** Where a stored file can be read. It is plain data, so that it can be sent to threads. */
export type StoredLocation =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'object'; readonly bucket: BucketAddress; readonly key: string };

/** Files that are written once, folder by folder, and then only read. Names are `/`-separated. */
export interface Storage {
  /**
   * Makes an empty local folder to write into before `putFolder`. The same name gives the same
   * folder, so that files of a killed process disappear when its work starts again.
   */
  openScratch(name: string): Promise<string>;
  /** The same folder with its files kept, for a process that continues the work of an earlier one. */
  keepScratch(name: string): Promise<string>;
  removeScratch(name: string): Promise<void>;
  /**
   * Removes scratch folders that have not changed since a time, because their process was killed.
   * @param isLeft whether a folder of this name may be removed; default: each may
   */
  sweepScratch(before: Date, isLeft?: (name: string) => boolean): Promise<void>;
  /**
   * Stores the files of a local folder under a name, replaces a folder of that name, and removes
   * the local folder. Readers learn from the database that a folder is complete, because in a
   * bucket a killed process may leave a part of it.
   * @returns the bytes that it holds
   */
  putFolder(name: string, localFolder: string, signal?: AbortSignal): Promise<number>;
  /** Where a file of a stored folder is; it need not exist. */
  locate(name: string, file: string): StoredLocation;
  /** Reads a whole small file of a stored folder; undefined when it does not exist. */
  read(name: string, file: string): Promise<Uint8Array | undefined>;
  /** Removes a stored folder. It is no error when it does not exist. */
  removeFolder(name: string): Promise<void>;
  /** Files that arrive in parts. Each is the only file of its folder. */
  readonly growing: GrowingFiles;
  /** Free bytes on this machine for stored files and for work on them. */
  freeBytes(): Promise<number>;
}

/** Names become paths, so the pattern allows only names that stay below the root. */
const namePattern = /^[A-Za-z0-9_-]+(?:[/.][A-Za-z0-9_-]+)*$/;

/** @throws {RangeError} */
export function requireName(name: string): string {
  if (!namePattern.test(name))
    throw new RangeError(`"${name}" can't be the name of a stored file.`);
  return name;
}

/** A string that identifies the place of a file in a local folder or in a bucket. */
export function placeOf(location: StoredLocation): string {
  switch (location.kind) {
    case 'file':
      return location.path;
    case 'object':
      return `${location.bucket.url}/${location.key}`;
  }
}
