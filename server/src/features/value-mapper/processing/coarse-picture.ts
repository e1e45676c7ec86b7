import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RasterError, type RasterHeader } from '@refugia/engine/ingest/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { valueRaster } from '../../../platform/database/schema/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { NamedChoices, Rasters } from '../../../services/rasters/rasters.ts';
import type { RasterRow } from '../access.ts';
import type { HeaderWithCoarse } from '../stored/drawing.ts';
import { findRaster } from '../stored/raster-queries.ts';
import { coarseFolderOf, cogFile } from '../stored/stored-files.ts';
import type { WorkedOn } from './processing-queries.ts';

/** A smaller raster gets no coarse picture, because the whole of it is ready almost as soon. */
const fewestPixels = 2 ** 24;

interface CoarseWork {
  readonly platform: Platform;
  readonly rasters: Rasters;
  readonly work: WorkedOn;
  /** The uploaded file, and the choices for reading it. */
  readonly source: string;
  readonly choices: NamedChoices;
  readonly header: RasterHeader;
  /** A local folder of this attempt. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/**
 * Stores a coarse picture of a large raster, which the map shows until the whole raster has been
 * read. The raster does not need it, so only an abort ends the processing.
 */
export async function storeCoarsePicture(row: RasterRow, coarse: CoarseWork): Promise<void> {
  const { platform, header, signal } = coarse;
  if (header.width * header.height < fewestPixels) return;
  try {
    await makeCoarsePicture(row, coarse);
  } catch (error) {
    signal.throwIfAborted();
    // The raster's own processing reports what is wrong with the file.
    if (error instanceof RasterError) return;
    platform.log.warn({ err: error, raster: row.id }, 'making a coarse picture');
  }
}

async function makeCoarsePicture(row: RasterRow, made: CoarseWork): Promise<void> {
  const { platform, rasters, work, source, choices, header, scratch, signal } = made;
  const { storage, database } = platform;
  const folder = join(scratch, 'coarse');
  await mkdir(folder);
  const coarse = await rasters.coarsen(source, join(folder, cogFile), choices, { signal });
  if (!coarse) return;
  await storage.putFolder(coarseFolderOf(row), folder, signal);
  const facts: HeaderWithCoarse = { ...header, coarse };
  const saved = await database.orm
    .update(valueRaster)
    .set({ facts })
    .where(and(eq(valueRaster.id, row.id), eq(valueRaster.jobId, work.jobId)))
    .returning({ id: valueRaster.id });
  // Meanwhile the raster was deleted, or is read with other choices.
  if (saved.length === 0) await storage.removeFolder(coarseFolderOf(row));
}

/** Removes the coarse picture of a raster that can't be processed. */
export async function removeCoarsePicture(
  { orm, storage }: { orm: Queryable; storage: Platform['storage'] },
  row: RasterRow,
): Promise<void> {
  await orm
    .update(valueRaster)
    .set({ facts: sql`${valueRaster.facts} - 'coarse'` })
    .where(and(eq(valueRaster.id, row.id), eq(valueRaster.folder, row.folder)));
  await storage.removeFolder(coarseFolderOf(row));
}

/**
 * Removes the coarse picture of the raster with this id. A deleted raster's picture was removed
 * with it.
 */
export async function removeCoarsePictureOf(
  { database, storage }: Pick<Platform, 'database' | 'storage'>,
  id: number,
): Promise<void> {
  const row = await findRaster(database.orm, id);
  if (row) await removeCoarsePicture({ orm: database.orm, storage }, row);
}
