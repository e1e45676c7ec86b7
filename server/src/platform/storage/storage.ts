import type { BucketAddress } from './bucket.ts';

/** Where a stored file can be read, as plain data: it is sent to threads that read it. */
export type StoredLocation =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'object'; readonly bucket: BucketAddress; readonly key: string };

/** Files that are written once, folder by folder, and then only read. Names are `/`-separated. */
export interface Storage {
  /**
   * An empty local folder to write into before `putFolder`. The same name gives the same folder, so
   * that what a killed process left there goes when its work starts again.
   */
  openScratch(name: string): Promise<string>;
  /** The same folder as it was left: what a process keeps for the one that goes on after it. */
  keepScratch(name: string): Promise<string>;
  removeScratch(name: string): Promise<void>;
  /** Removes scratch folders to which nothing was added since: their process was killed. */
  sweepScratch(before: Date): Promise<void>;
  /**
   * Takes the files of a local folder under a name; a folder stored under that name before is
   * replaced. The local folder is gone afterwards. Whoever reads learns from the database that it is
   * whole: in a bucket a killed process may leave a part of it there, until it is put again or
   * removed.
   * @returns the bytes that it holds
   */
  putFolder(name: string, localFolder: string, signal?: AbortSignal): Promise<number>;
  /** Where a file of a stored folder is; it need not exist. */
  locate(name: string, file: string): StoredLocation;
  /** A small file of a stored folder, whole; undefined when it is not there. */
  read(name: string, file: string): Promise<Uint8Array | undefined>;
  /** Removes a stored folder; one that is not there is fine. */
  removeFolder(name: string): Promise<void>;
}

/** Names become paths: only what can't leave the root is a name. */
const namePattern = /^[A-Za-z0-9_-]+(?:[/.][A-Za-z0-9_-]+)*$/;

/** @throws {RangeError} */
export function requireName(name: string): string {
  if (!namePattern.test(name))
    throw new RangeError(`"${name}" can't be the name of a stored file.`);
  return name;
}

/** What is the same for one place in a local folder and in a bucket. */
export function placeOf(location: StoredLocation): string {
  switch (location.kind) {
    case 'file':
      return location.path;
    case 'object':
      return `${location.bucket.url}/${location.key}`;
  }
}
