import type { Transaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/new-id.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  keepStoredFolder,
  removeLeftFolders,
  storeSmallFile,
} from '../../../platform/storage/removed-folders.ts';
import type { Storage } from '../../../platform/storage/storage.ts';

type Parts = Pick<Platform, 'database' | 'storage'>;

const fileName = 'photo.webp';
/** The form in the database: `photos/<22 characters>.webp`, which is the path below /media/. */
const photoPattern = /^(photos\/[\w-]{22})\.webp$/;

function folderOf(photo: string): string | undefined {
  return photoPattern.exec(photo)?.[1];
}

/**
 * Stores a photo under a name that can't be guessed and is never used again. It is removed
 * minutes later unless `keepPhoto` is called.
 * @returns its path below /media/
 */
export async function storePhoto(parts: Parts, webp: Uint8Array): Promise<string> {
  const folder = `photos/${newId()}`;
  await storeSmallFile(parts, folder, { name: fileName, bytes: webp });
  return `${folder}.webp`;
}

/** Keeps a stored photo, in the transaction that assigns it to an account. */
export async function keepPhoto(transaction: Transaction, photo: string): Promise<void> {
  const folder = folderOf(photo);
  if (folder !== undefined) await keepStoredFolder(transaction, folder);
}

/** @returns undefined when there is no such photo */
export async function readPhoto(storage: Storage, photo: string): Promise<Uint8Array | undefined> {
  const folder = folderOf(photo);
  return folder === undefined ? undefined : await storage.read(folder, fileName);
}

/**
 * Removes the photos that no account has any more. The database records them when an account is
 * changed or deleted. Files that can't be removed now, or are left by a killed process, are removed
 * by the next round of `removeLeftFolders`, which runs every few minutes.
 */
export async function removeLeftPhotos(
  parts: Pick<Platform, 'database' | 'storage' | 'log'>,
): Promise<void> {
  await removeLeftFolders(parts).catch((error: unknown) =>
    parts.log.warn({ err: error }, 'removing photos'),
  );
}
