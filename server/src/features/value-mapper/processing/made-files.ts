import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ValueStyle } from '@refugia/engine/render/rendering.ts';
import { pictureFile, pictureFolderOf, worldFile } from '../stored/stored-files.ts';
import type { AttemptParts } from './attempt.ts';

/**
 * Stores files as a folder.
 * @param write writes them into a local folder
 */
export async function storeFolder<Written>(
  { platform, scratch, signal }: AttemptParts,
  name: string,
  write: (folder: string) => Promise<Written>,
): Promise<Written> {
  const folder = join(scratch, basename(name));
  await mkdir(folder);
  const written = await write(folder);
  await platform.storage.putFolder(name, folder, signal);
  return written;
}

interface Drawing {
  /** The path of the raster's COG on this machine. */
  readonly cogPath: string;
  readonly style: ValueStyle;
  readonly onProgress: (share: number) => void;
}

/**
 * Draws a picture and stores it with its world file.
 * @returns the bytes of the picture
 */
export async function storePicture(
  row: { readonly folder: string },
  { cogPath, style, onProgress }: Drawing,
  parts: AttemptParts,
): Promise<number> {
  const { rasters, signal } = parts;
  return await storeFolder(parts, pictureFolderOf(row), async (folder) => {
    const target = join(folder, pictureFile);
    const picture = await rasters.picture(cogPath, target, style, { signal, onProgress });
    await writeFile(join(folder, worldFile), picture.worldFile);
    return picture.bytes;
  });
}
