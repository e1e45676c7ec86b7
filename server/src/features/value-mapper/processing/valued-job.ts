import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, ne } from 'drizzle-orm';
import { valuedRaster } from '../../../platform/database/schema/index.ts';
import type { JobAttempt } from '../../../platform/jobs/attempt.ts';
import { notify } from '../../../platform/notify/notices.ts';
import type { RasterRow, ValuedRow } from '../access.ts';
import { paletteOf, valuationOf, wholeFacts } from '../stored/drawing.ts';
import { findRasterOfLayer } from '../stored/raster-queries.ts';
import {
  cogFile,
  dataFolderOf,
  localPathOf,
  pictureFile,
  pictureFolderOf,
  worldFile,
} from '../stored/stored-files.ts';
import { findValued } from '../stored/valued-queries.ts';
import { describeFailure, isExpected, isShutdown } from './failures.ts';
import {
  isWanted,
  noticeIdOf,
  processingChannel,
  saveFailure,
  saveStep,
  type WorkedOn,
} from './processing-queries.ts';
import { type ProcessingJob, scratchNameOf } from './queues.ts';
import type { ProcessingParts } from './raster-job.ts';
import { createShareReporter } from './share-reporter.ts';

/**
 * Builds a valued raster. When it is complete, it replaces the layer's former one.
 * @param removeLeft removes the files of the former one
 */
export async function workOnValued(
  job: JobAttempt<ProcessingJob>,
  parts: ProcessingParts,
  removeLeft: () => Promise<void>,
): Promise<void> {
  const { database, storage, log } = parts.platform;
  const { orm } = database;
  const row = await findValued(orm, job.data.id);
  const raster = row && (await findRasterOfLayer(orm, row.layerId));
  const work: WorkedOn = { kind: 'valued', id: job.data.id, jobId: job.id };
  if (!row || !raster || !(await isWanted(orm, work))) return;
  const scratchName = scratchNameOf('valued', row.id);
  try {
    const scratch = await storage.openScratch(scratchName);
    await buildValued({ row, raster, work }, { ...parts, scratch, signal: job.signal });
    await removeLeft();
  } catch (error) {
    if (isShutdown(error)) throw error;
    if (!isExpected(error)) log.error({ err: error, valued: row.id }, 'building a valued raster');
    await saveFailure(orm, work, describeFailure(error));
  } finally {
    await storage.removeScratch(scratchName);
  }
}

interface Ordered {
  readonly row: ValuedRow;
  readonly raster: RasterRow;
  readonly work: WorkedOn;
}

async function buildValued(
  { row, raster, work }: Ordered,
  {
    platform,
    rasters,
    scratch,
    signal,
  }: ProcessingParts & { scratch: string; signal: AbortSignal },
): Promise<void> {
  const { storage, database } = platform;
  const { orm } = database;
  const facts = wholeFacts(raster);
  const valuation = facts && valuationOf(row, facts);
  if (!valuation) throw new Error(`valued raster ${row.id} has no numbers to value`);
  const place = { folder: dataFolderOf(raster), file: cogFile };
  const source = await localPathOf(storage, place, { scratch, signal });

  if (!(await saveStep(orm, work, { step: 'genValRst', share: 0 }))) return;
  const report = createShareReporter(orm, work, 'genValRst');
  const dataScratch = join(scratch, 'data');
  await mkdir(dataScratch);
  await rasters.value(source, join(dataScratch, cogFile), valuation, {
    signal,
    onProgress: report.tell,
  });
  await report.finish();
  const { size: cogBytes } = await stat(join(dataScratch, cogFile));

  if (!(await saveStep(orm, work, { step: 'genValImg', share: 0 }))) return;
  const pictureScratch = join(scratch, 'picture');
  await mkdir(pictureScratch);
  // The picture is drawn from the original numbers. As on the map, they are interpolated before
  // they are valued.
  const style = { valuation, palette: paletteOf(row) };
  const picture = await rasters.picture(source, join(pictureScratch, pictureFile), style, {
    signal,
  });
  await writeFile(join(pictureScratch, worldFile), picture.worldFile);
  await storage.putFolder(dataFolderOf(row), dataScratch, signal);
  await storage.putFolder(pictureFolderOf(row), pictureScratch, signal);
  const isKept = await takePlace(platform, work, row, { cogBytes, pictureBytes: picture.bytes });
  if (!isKept) await storage.removeFolder(row.folder);
}

/**
 * Replaces the layer's former valued raster by this one.
 * @returns false when this one is no longer wanted
 */
async function takePlace(
  { database }: ProcessingParts['platform'],
  work: WorkedOn,
  { id, layerId }: ValuedRow,
  sizes: { cogBytes: number; pictureBytes: number },
): Promise<boolean> {
  return await database.orm.transaction(async (transaction) => {
    if (!(await isWanted(transaction, work))) return false;
    await transaction
      .delete(valuedRaster)
      .where(and(eq(valuedRaster.layerId, layerId), ne(valuedRaster.id, id)));
    await transaction
      .update(valuedRaster)
      .set({ ...sizes, state: 'done', share: 1 })
      .where(eq(valuedRaster.id, id));
    await notify(transaction, processingChannel, { id: noticeIdOf(work) });
    return true;
  });
}
