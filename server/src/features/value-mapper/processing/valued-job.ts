import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Valuation } from '@refugia/engine/valuation/index.ts';
import { and, eq, ne } from 'drizzle-orm';
import { valuedRaster } from '../../../platform/database/schema/index.ts';
import { notify } from '../../../platform/notify/notices.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ValuedRow } from '../access.ts';
import { paletteOf, valuationOf, wholeFacts } from '../stored/drawing.ts';
import {
  cogFile,
  dataFolderOf,
  localPathOf,
  pictureFile,
  pictureFolderOf,
  worldFile,
} from '../stored/stored-files.ts';
import { findRasterOfLayer, findValued } from '../stored/stored-queries.ts';
import { type AttemptParts, type ProcessingProgram, writeShare } from './attempt.ts';
import { isWanted, noticeIdOf, processingChannel, saveStep, type WorkedOn } from './work.ts';

/** How a valued raster is built. When it is complete, it replaces the layer's former one. */
export const valuedProgram: ProcessingProgram<ValuedRow> = {
  kind: 'valued',
  find: findValued,
  process: buildValued,
};

/** What both steps read: the raster's numbers, and how they are valued. */
interface Valuing {
  /** The path of the raster's COG on this machine. */
  readonly source: string;
  readonly valuation: Valuation;
  /** What the file of values tells about itself. */
  readonly items: Readonly<Record<string, string>>;
}

/** Builds a valued raster from the step that its row names. */
async function buildValued(row: ValuedRow, parts: AttemptParts): Promise<void> {
  const { platform, work, scratch, signal } = parts;
  const { orm } = platform.database;
  const raster = await findRasterOfLayer(orm, row.layerId);
  // The layer was deleted since the row was read.
  if (!raster) return;
  const facts = wholeFacts(raster);
  const valuation = facts && valuationOf(row, facts);
  if (!valuation) throw new Error(`valued raster ${row.id} has no numbers to value`);
  const place = { folder: dataFolderOf(raster), file: cogFile };
  const source = await localPathOf(platform.storage, place, { scratch, signal });
  const items = {
    SOURCE: raster.fileName,
    VALUATION: JSON.stringify(valuation),
    VALUED_AT: row.createdAt.toISOString(),
  };
  const valuing = { source, valuation, items };

  const areNumbersStored = row.step === 'genValImg' && row.cogBytes !== null;
  if (!areNumbersStored && !(await storeNumbers(row, valuing, parts))) return;
  if (!(await saveStep(orm, work, { step: 'genValImg', share: 0 }))) return;
  const pictureBytes = await storePicture(row, valuing, parts);
  await takePlace(platform, work, row, pictureBytes);
}

/**
 * Stores the numbers of a valued raster, so that its picture can be drawn by a later attempt.
 * @returns false when they are no longer wanted
 */
async function storeNumbers(
  row: ValuedRow,
  { source, valuation, items }: Valuing,
  { platform, rasters, work, scratch, signal }: AttemptParts,
): Promise<boolean> {
  const { storage, database } = platform;
  const { orm } = database;
  if (!(await saveStep(orm, work, { step: 'genValRst', share: 0 }))) return false;
  const report = writeShare(database, work, 'genValRst');
  const dataScratch = join(scratch, 'data');
  await mkdir(dataScratch);
  const target = join(dataScratch, cogFile);
  const facts = await rasters.value(source, target, valuation, {
    signal,
    items,
    onProgress: report.tell,
  });
  await report.finish();
  await storage.putFolder(dataFolderOf(row), dataScratch, signal);
  await orm
    .update(valuedRaster)
    .set({ facts, cogBytes: facts.bytes })
    .where(eq(valuedRaster.id, row.id));
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
  { platform, rasters, work, scratch, signal }: AttemptParts,
): Promise<number> {
  const folder = join(scratch, 'picture');
  await mkdir(folder);
  const style = { valuation, palette: paletteOf(row) };
  const report = writeShare(platform.database, work, 'genValImg');
  const picture = await rasters.picture(source, join(folder, pictureFile), style, {
    signal,
    onProgress: report.tell,
  });
  await report.finish();
  await writeFile(join(folder, worldFile), picture.worldFile);
  await platform.storage.putFolder(pictureFolderOf(row), folder, signal);
  return picture.bytes;
}

/** Replaces the layer's former valued raster by this one, if this one is still wanted. */
async function takePlace(
  { database }: Platform,
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
