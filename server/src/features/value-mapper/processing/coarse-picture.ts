import type { StoredRasterFacts } from '@refugia/contract/value-mapper/stored-facts.ts';
import { and, eq, sql } from 'drizzle-orm';
import { valueRaster } from '../../../platform/database/schema/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RasterRow } from '../access.ts';
import { coarseFolderOf } from '../stored/stored-files.ts';
import type { WorkedOn } from './work.ts';

interface CoarsePicture {
  readonly platform: Platform;
  readonly work: WorkedOn;
  /** The local folder of its file. */
  readonly folder: string;
  readonly facts: StoredRasterFacts;
  readonly signal: AbortSignal;
}

/**
 * Stores the coarse picture of a large raster, which the map shows until the whole raster has been
 * read. The raster does not need it, so only an abort ends the processing.
 */
export async function storeCoarsePicture(
  row: RasterRow,
  { platform, work, folder, facts, signal }: CoarsePicture,
): Promise<void> {
  const { storage, database, log } = platform;
  const name = coarseFolderOf(row);
  try {
    await storage.putFolder(name, folder, signal);
    const saved = await database.orm
      .update(valueRaster)
      .set({ facts })
      .where(and(eq(valueRaster.id, row.id), eq(valueRaster.jobId, work.jobId)))
      .returning({ id: valueRaster.id });
    // Meanwhile the raster was deleted, or is read with other choices.
    if (saved.length === 0) await storage.removeFolder(name);
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error, raster: row.id }, 'storing a coarse picture');
  }
}

/** Removes the coarse picture of a raster that can't be processed. */
export async function removeCoarsePicture(
  { database, storage }: Pick<Platform, 'database' | 'storage'>,
  row: RasterRow,
): Promise<void> {
  await database.orm
    .update(valueRaster)
    .set({ facts: sql`${valueRaster.facts} - 'coarse'` })
    .where(and(eq(valueRaster.id, row.id), eq(valueRaster.folder, row.folder)));
  await storage.removeFolder(coarseFolderOf(row));
}
