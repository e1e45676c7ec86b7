import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@refugia/contract/limits.ts';
import { type RasterStep, rasterSteps } from '@refugia/contract/value-mapper/rasters.ts';
import type { StoredRasterFacts } from '@refugia/contract/value-mapper/stored-facts.ts';
import { RasterError, type RasterFacts } from '@refugia/engine/ingest/index.ts';
import { and, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';
import { valueLayer, valueRaster } from '../../../platform/database/schema/index.ts';
import { JobAborted } from '../../../platform/jobs/queue.ts';
import { noteRemovedFolder } from '../../../platform/storage/removed-folders.ts';
import { uploadedFile } from '../../../platform/uploads/upload-purpose.ts';
import type { RasterRow } from '../access.ts';
import { coarseFolderOf, cogFile, dataFolderOf, localPathOf } from '../stored/stored-files.ts';
import { findRaster } from '../stored/stored-queries.ts';
import { coarseFacts } from '../stored/valuations.ts';
import { type AttemptParts, type ProcessingProgram, writeShare } from './attempt.ts';
import { removeCoarsePicture, storeCoarsePicture } from './coarse-picture.ts';
import { failingSteps } from './failures.ts';
import { storeFolder, storePicture } from './made-files.ts';
import { findWork, saveDone, saveStep } from './work.ts';

/** The picture's share of the last step. The other part is reading and writing the numbers. */
const pictureShare = 0.2;

/** How an uploaded raster is processed. */
export const rasterProgram: ProcessingProgram<RasterRow> = {
  kind: 'raster',
  find: findRaster,
  process: processRaster,
  async failed(error, row, stores) {
    await removeCoarsePicture(stores, row);
    return await failedStep(error, stores.database.orm, row);
  },
};

/**
 * The step that an error belongs to, or undefined for the one that is under way. Everything but the
 * pixels is inspected before the first step, so that each fault has to be assigned to its step.
 */
async function failedStep(
  error: unknown,
  orm: Queryable,
  { id }: RasterRow,
): Promise<RasterStep | undefined> {
  if (!(error instanceof RasterError)) return undefined;
  const known = await findWork(orm, 'raster', id);
  return known?.step === 'img' ? undefined : failingSteps[error.code];
}

async function processRaster(row: RasterRow, parts: AttemptParts): Promise<void> {
  const { platform, rasters, work, scratch, signal } = parts;
  const { database, storage } = platform;
  const { orm } = database;
  const place = { folder: row.originalFolder, file: uploadedFile };
  const source = await localPathOf(storage, place, parts);
  const choices = {
    name: row.fileName,
    band: row.band - 1,
    kind: row.kindAsTold ?? undefined,
    epsg: row.epsgAsTold ?? undefined,
  };
  await saveStep(orm, work, { step: row.step, share: 0 });
  const known = coarseFacts(row);
  // Work that continues after its server was killed does not return to a step that was done.
  const steps = rasterSteps.slice(rasterSteps.indexOf(row.step));
  const begin = async (step: RasterStep) => {
    if (!(await saveStep(orm, work, { step, share: 0 }))) throw new JobAborted('cancelled');
  };
  let header: StoredRasterFacts | undefined;
  const report = writeShare(database, work, 'img');
  const cogPath = join(scratch, cogFile);
  const folder = join(scratch, 'coarse');
  await mkdir(folder);
  const facts = await rasters.ingest(source, cogPath, choices, {
    signal,
    coarsePath: known ? undefined : join(folder, cogFile),
    async onInspected(inspected) {
      header = { ...inspected, ...(known && { coarse: known }) };
      await orm.update(valueRaster).set({ facts: header }).where(eq(valueRaster.id, row.id));
      for (const step of steps) if (step !== 'img') await begin(step);
    },
    // Callers who wait for an earlier step are answered before the whole raster is read.
    async onCoarse(coarse) {
      if (header && coarse) {
        await storeCoarsePicture(row, { ...parts, folder, facts: { ...header, coarse } });
      }
      await begin('img');
    },
    onProgress: (share) => report.tell(share * (1 - pictureShare)),
  });
  const onProgress = (share: number) => report.tell(1 - pictureShare + share * pictureShare);
  const pictureBytes = await storePicture(row, { cogPath, style: {}, onProgress }, parts);
  await report.finish();
  await storeFolder(parts, dataFolderOf(row), (data) => rename(cogPath, join(data, cogFile)));
  await saveDone(orm, work, (transaction) => keep(row, { facts, pictureBytes }, transaction));
}

/** Keeps what was found out about a raster. */
async function keep(
  row: RasterRow,
  { facts, pictureBytes }: { readonly facts: RasterFacts; readonly pictureBytes: number },
  transaction: Transaction,
): Promise<void> {
  await transaction
    .update(valueRaster)
    .set({ facts, cogBytes: facts.cogBytes, pictureBytes })
    .where(eq(valueRaster.id, row.id));
  await noteRemovedFolder(transaction, coarseFolderOf(row));
  const unit = facts.bandUnits?.[row.band - 1]?.slice(0, limits.valueMapper.unitMaxLength);
  // A unit that a person has entered stays.
  if (unit) {
    await transaction
      .update(valueLayer)
      .set({ unit })
      .where(and(eq(valueLayer.id, row.layerId), eq(valueLayer.unit, '')));
  }
}
