import { join } from 'node:path';
import type { Valuation } from '@refugia/engine/valuation/index.ts';
import { and, eq, ne } from 'drizzle-orm';
import { valuedRaster } from '../../../platform/database/schema/index.ts';
import type { ValuedRow } from '../access.ts';
import { cogFile, cogOf, dataFolderOf, localPathOf } from '../stored/stored-files.ts';
import { findRasterOfLayer, findValued } from '../stored/stored-queries.ts';
import { paletteOf, valuationOf, wholeFacts } from '../stored/valuations.ts';
import { type AttemptParts, type ProcessingProgram, writeShare } from './attempt.ts';
import { storeFolder, storePicture } from './made-files.ts';
import { saveDone, saveStep } from './work.ts';

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
  const { platform, work } = parts;
  const { orm } = platform.database;
  const raster = await findRasterOfLayer(orm, row.layerId);
  // The layer was deleted since the row was read.
  if (!raster) return;
  const facts = wholeFacts(raster);
  const valuation = facts && valuationOf(row, facts);
  if (!valuation) throw new Error(`valued raster ${row.id} has no numbers to value`);
  const source = await localPathOf(platform.storage, cogOf(raster), parts);
  const items = {
    SOURCE: raster.fileName,
    VALUATION: JSON.stringify(valuation),
    VALUED_AT: row.createdAt.toISOString(),
  };

  const areNumbersStored = row.step === 'genValImg' && row.cogBytes !== null;
  if (!areNumbersStored && !(await storeNumbers(row, { source, valuation, items }, parts))) return;
  if (!(await saveStep(orm, work, { step: 'genValImg', share: 0 }))) return;
  // The picture is drawn from the original numbers, because they are interpolated before they are valued, as on
  // the map.
  const style = { valuation, palette: paletteOf(row.palette) };
  const report = writeShare(platform.database, work, 'genValImg');
  const drawing = { cogPath: source, style, onProgress: report.tell };
  const pictureBytes = await storePicture(row, drawing, parts);
  await report.finish();
  await saveDone(orm, work, async (transaction) => {
    const isFormer = and(eq(valuedRaster.layerId, row.layerId), ne(valuedRaster.id, row.id));
    await transaction.delete(valuedRaster).where(isFormer);
    await transaction.update(valuedRaster).set({ pictureBytes }).where(eq(valuedRaster.id, row.id));
  });
}

/**
 * Stores the numbers of a valued raster, so that its picture can be drawn by a later attempt.
 * @returns false when they are no longer wanted
 */
async function storeNumbers(
  row: ValuedRow,
  { source, valuation, items }: Valuing,
  parts: AttemptParts,
): Promise<boolean> {
  const { platform, rasters, work, signal } = parts;
  const { database } = platform;
  if (!(await saveStep(database.orm, work, { step: 'genValRst', share: 0 }))) return false;
  const report = writeShare(database, work, 'genValRst');
  const options = { signal, items, onProgress: report.tell };
  const facts = await storeFolder(parts, dataFolderOf(row), (folder) =>
    rasters.value(source, join(folder, cogFile), valuation, options),
  );
  await report.finish();
  await database.orm
    .update(valuedRaster)
    .set({ facts, cogBytes: facts.bytes })
    .where(eq(valuedRaster.id, row.id));
  return true;
}
