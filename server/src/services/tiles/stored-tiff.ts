import { FileSource } from '@refugia/engine/source/file-source.ts';
import { openTiff, type Tiff } from '@refugia/engine/tiff/index.ts';
import type { StoredLocation } from '../../platform/storage/storage.ts';
import { ObjectSource } from '../../platform/storage/stored-source.ts';

/** Whoever opens it must close it. */
export interface StoredTiff {
  readonly tiff: Tiff;
  close(): Promise<void>;
}

/** Rejects with `ENOENT` when it is not there, with TiffError when it is no TIFF. */
export async function openStoredTiff(location: StoredLocation): Promise<StoredTiff> {
  switch (location.kind) {
    case 'file': {
      const source = await FileSource.open(location.path);
      const close = () => source.close();
      try {
        return { tiff: await openTiff(source), close };
      } catch (error) {
        await close();
        throw error;
      }
    }
    case 'object':
      return { tiff: await openTiff(new ObjectSource(location)), close: async () => {} };
  }
}
