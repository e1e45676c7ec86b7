import { createWriteStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BucketError } from '../../../platform/storage/bucket.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { readStored } from '../../../platform/storage/stored-source.ts';
import { codeOf } from '../../../platform/thrown.ts';

export const cogFile = 'raster.tif';
export const pictureFile = 'picture.png';
export const worldFile = 'picture.pgw';

interface WithFiles {
  readonly folder: string;
}

/** Numbers and picture have folders of their own, because a folder is stored as a whole. */
export const dataFolderOf = ({ folder }: WithFiles) => `${folder}/data`;
export const pictureFolderOf = ({ folder }: WithFiles) => `${folder}/picture`;
/** The folder of the coarse picture, which exists only while the raster is processed. */
export const coarseFolderOf = ({ folder }: WithFiles) => `${folder}/coarse`;

/** The place of the numbers of a raster, or of its values. */
export const cogOf = (row: WithFiles) => ({ folder: dataFolderOf(row), file: cogFile });
export const locationOf = (storage: Storage, row: WithFiles) =>
  storage.locate(dataFolderOf(row), cogFile);

/** The error for a stored file that is gone. The message is a sentence for a person. */
export class StoredFileMissing extends Error {
  constructor(file: string, options?: ErrorOptions) {
    const what = file === cogFile ? 'prepared file of this raster' : 'uploaded file';
    super(
      `The ${what} is missing in the server’s storage. Its administrators can restore it from a backup; otherwise please upload the raster again.`,
      options,
    );
    this.name = 'StoredFileMissing';
  }
}

const isMissing = (error: unknown): boolean =>
  codeOf(error) === 'ENOENT' || (error instanceof BucketError && error.status === 404);

/**
 * The path of a stored file on this machine, for programs that read pixels. A file in a bucket is
 * copied.
 * @param options.scratch a local folder for the copy
 * @throws {StoredFileMissing}
 */
export async function localPathOf(
  storage: Storage,
  { folder, file }: { folder: string; file: string },
  { scratch, signal }: { scratch: string; signal: AbortSignal },
): Promise<string> {
  const location = storage.locate(folder, file);
  try {
    if (location.kind === 'file') {
      await access(location.path);
      return location.path;
    }
    const path = join(scratch, `${folder.replaceAll('/', '-')}-${file}`);
    await pipeline(readStored(location), createWriteStream(path), { signal });
    return path;
  } catch (error) {
    throw isMissing(error) ? new StoredFileMissing(file, { cause: error }) : error;
  }
}
