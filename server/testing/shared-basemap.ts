import { mkdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Lets an installation find the base map tiles that other ones have made. Its first tile takes about
 * 5 s of processor time, and those of its first view 8 s. Their versions stand in their names.
 */
export async function shareBasemapTiles(dataDirectory: string): Promise<void> {
  const shared = join(tmpdir(), 'refugia-test-basemap');
  await mkdir(shared, { recursive: true });
  await mkdir(dataDirectory, { recursive: true });
  await symlink(shared, join(dataDirectory, 'basemap'), 'junction').catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
