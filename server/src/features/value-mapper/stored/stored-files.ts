import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../../../platform/storage/storage.ts';
import { readStored } from '../../../platform/storage/stored-source.ts';
import type { RasterRow, ValuedRow } from '../access.ts';

/**
 * Names of the files of a raster or a valued raster. Each has a folder of its own, because a folder
 * is stored as a whole.
 */
export const cogFile = 'raster.tif';
export const pictureFile = 'picture.png';
export const worldFile = 'picture.pgw';
export const dataFolderOf = ({ folder }: Pick<RasterRow | ValuedRow, 'folder'>) => `${folder}/data`;
/** The folder of the coarse picture, which exists only while the raster is processed. */
export const coarseFolderOf = ({ folder }: Pick<RasterRow, 'folder'>) => `${folder}/coarse`;
export const pictureFolderOf = ({ folder }: Pick<RasterRow | ValuedRow, 'folder'>) =>
  `${folder}/picture`;

/**
 * The path of a stored file on this machine, for programs that read pixels. A file in a bucket is
 * copied.
 * @param scratch a local folder for the copy
 */
export async function localPathOf(
  storage: Storage,
  { folder, file }: { folder: string; file: string },
  { scratch, signal }: { scratch: string; signal: AbortSignal },
): Promise<string> {
  const location = storage.locate(folder, file);
  if (location.kind === 'file') return location.path;
  const path = join(scratch, 'source.tif');
  await pipeline(readStored(location), createWriteStream(path), { signal });
  return path;
}
