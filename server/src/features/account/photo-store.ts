import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '../../platform/storage/storage.ts';

const fileName = 'photo.webp';
/** The form in the database: `photos/<22 characters>.webp`, which is the path below /media/. */
const photoPattern = /^(photos\/[\w-]{22})\.webp$/;

function folderOf(photo: string): string | undefined {
  return photoPattern.exec(photo)?.[1];
}

/**
 * Stores a photo under a name that can't be guessed and is never used again.
 * @returns its path below /media/
 */
export async function storePhoto(storage: Storage, webp: Uint8Array): Promise<string> {
  const id = randomBytes(16).toString('base64url');
  // Storage names begin and end with a letter, a digit, a dash or an underscore, which is true of
  // an id.
  const scratch = await storage.openScratch(`photo-${id}`);
  await writeFile(join(scratch, fileName), webp);
  await storage.putFolder(`photos/${id}`, scratch);
  return `photos/${id}.webp`;
}

/** @returns undefined when there is no such photo */
export async function readPhoto(storage: Storage, photo: string): Promise<Uint8Array | undefined> {
  const folder = folderOf(photo);
  return folder === undefined ? undefined : await storage.read(folder, fileName);
}

/** Removes a photo, if there is one. */
export async function removePhoto(storage: Storage, photo: string | null): Promise<void> {
  const folder = photo === null ? undefined : folderOf(photo);
  if (folder !== undefined) await storage.removeFolder(folder);
}
