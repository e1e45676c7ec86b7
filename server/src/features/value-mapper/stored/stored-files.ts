import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../../../platform/storage/storage.ts';
import { readStored } from '../../../platform/storage/stored-source.ts';
import type { RasterRow, ValuedRow } from '../access.ts';

/** The files of a raster or a valued raster, in folders of their own: each is stored at once. */
export const cogFile = 'raster.tif';
export const pictureFile = 'picture.png';
export const worldFile = 'picture.pgw';
export const dataFolderOf = ({ folder }: Pick<RasterRow | ValuedRow, 'folder'>) => `${folder}/data`;
/** The coarse picture, while the raster is being processed. */
export const coarseFolderOf = ({ folder }: Pick<RasterRow, 'folder'>) => `${folder}/coarse`;
export const pictureFolderOf = ({ folder }: Pick<RasterRow | ValuedRow, 'folder'>) =>
  `${folder}/picture`;

/**
 * A stored file as a local one, which what reads pixels needs: the file itself, or a copy out of the
 * bucket.
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
