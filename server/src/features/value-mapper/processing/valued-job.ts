import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Valuation } from '@refugia/engine/valuation/index.ts';
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
import { describeFailure, isExpected, isInterrupted } from './failures.ts';
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
  const scratchName = scratchNameOf('valued', job.id);
  try {
    const scratch = await storage.openScratch(scratchName);
    await buildValued({ row, raster, work }, { ...parts, scratch, signal: job.signal });
    await removeLeft();
  } catch (error) {
    if (isInterrupted(error, job)) throw error;
    if (!isExpected(error)) log.error({ err: error, valued: row.id }, 'building a valued raster');
    await saveFailure(orm, work, describeFailure(error));
  } finally {
    await storage.removeScratch(scratchName);
    // The files may have been stored after their row was deleted.
    if (!(await findValued(orm, row.id))) await storage.removeFolder(row.folder);
  }
}

interface Ordered {
  readonly row: ValuedRow;
  readonly raster: RasterRow;
  readonly work: WorkedOn;
}

interface Work extends ProcessingParts {
  /** A local folder of this attempt. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/** What both steps read: the raster's numbers, and how they are valued. */
interface Valuing {
  /** The path of the raster's COG on this machine. */
  readonly source: string;
  readonly valuation: Valuation;
}

/** Builds a valued raster from the step that its row names. */
async function buildValued(ordered: Ordered, parts: Work): Promise<void> {
  const { row, raster, work } = ordered;
  const { platform, scratch, signal } = parts;
  const facts = wholeFacts(raster);
  const valuation = facts && valuationOf(row, facts);
  if (!valuation) throw new Error(`valued raster ${row.id} has no numbers to value`);
  const place = { folder: dataFolderOf(raster), file: cogFile };
  const source = await localPathOf(platform.storage, place, { scratch, signal });
  const valuing = { source, valuation };

  const areNumbersStored = row.step === 'genValImg' && row.cogBytes !== null;
  if (!areNumbersStored && !(await storeNumbers(ordered, valuing, parts))) return;
  const { orm } = platform.database;
  if (!(await saveStep(orm, work, { step: 'genValImg', share: 0 }))) return;
  const pictureBytes = await storePicture(row, valuing, parts);
  await takePlace(platform, work, row, pictureBytes);
}

/**
 * Stores the numbers of a valued raster, so that its picture can be drawn by a later attempt.
 * @returns false when they are no longer wanted
 */
async function storeNumbers(
  { row, work }: Ordered,
  { source, valuation }: Valuing,
  { platform, rasters, scratch, signal }: Work,
): Promise<boolean> {
  const { storage, database } = platform;
  const { orm } = database;
  if (!(await saveStep(orm, work, { step: 'genValRst', share: 0 }))) return false;
  const report = createShareReporter(orm, work, 'genValRst');
  const dataScratch = join(scratch, 'data');
  await mkdir(dataScratch);
  const target = join(dataScratch, cogFile);
  await rasters.value(source, target, valuation, { signal, onProgress: report.tell });
  await report.finish();
  const { size: cogBytes } = await stat(target);
  await storage.putFolder(dataFolderOf(row), dataScratch, signal);
  await orm.update(valuedRaster).set({ cogBytes }).where(eq(valuedRaster.id, row.id));
  return true;
}

/**
 * Draws and stores the picture of a valued raster. It is drawn from the original numbers, because
 * they are interpolated before they are valued, as on the map.
 * @returns its bytes
 */
async function storePicture(
  row: ValuedRow,
  { source, valuation }: Valuing,
  { platform, rasters, scratch, signal }: Work,
): Promise<number> {
  const folder = join(scratch, 'picture');
  await mkdir(folder);
  const style = { valuation, palette: paletteOf(row) };
  const picture = await rasters.picture(source, join(folder, pictureFile), style, { signal });
  await writeFile(join(folder, worldFile), picture.worldFile);
  await platform.storage.putFolder(pictureFolderOf(row), folder, signal);
  return picture.bytes;
}

/** Replaces the layer's former valued raster by this one, if this one is still wanted. */
async function takePlace(
  { database }: ProcessingParts['platform'],
  work: WorkedOn,
  { id, layerId }: ValuedRow,
  pictureBytes: number,
): Promise<void> {
  await database.orm.transaction(async (transaction) => {
    if (!(await isWanted(transaction, work))) return;
    await transaction
      .delete(valuedRaster)
      .where(and(eq(valuedRaster.layerId, layerId), ne(valuedRaster.id, id)));
    await transaction
      .update(valuedRaster)
      .set({ pictureBytes, state: 'done', share: 1 })
      .where(eq(valuedRaster.id, id));
    await notify(transaction, processingChannel, { id: noticeIdOf(work) });
  });
}
