import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@refugia/contract/limits.ts';
import { type RasterStep, rasterSteps } from '@refugia/contract/value-mapper/rasters.ts';
import type { StoredRasterFacts } from '@refugia/contract/value-mapper/stored-facts.ts';
import { RasterError, type RasterFacts } from '@refugia/engine/ingest/index.ts';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { valueLayer, valueRaster } from '../../../platform/database/schema/index.ts';
import { JobAborted } from '../../../platform/jobs/queue.ts';
import { notify } from '../../../platform/notify/notices.ts';
import { noteRemovedFolder } from '../../../platform/storage/removed-folders.ts';
import { uploadedFile } from '../../../platform/uploads/upload-purpose.ts';
import type { StoredPicture } from '../../../services/rasters/rasters.ts';
import type { RasterRow } from '../access.ts';
import { coarseFacts } from '../stored/drawing.ts';
import {
  coarseFolderOf,
  cogFile,
  dataFolderOf,
  localPathOf,
  pictureFile,
  pictureFolderOf,
  worldFile,
} from '../stored/stored-files.ts';
import { findRaster } from '../stored/stored-queries.ts';
import { type AttemptParts, type ProcessingProgram, writeShare } from './attempt.ts';
import { removeCoarsePicture, storeCoarsePicture } from './coarse-picture.ts';
import { failingSteps } from './failures.ts';
import { findWork, noticeIdOf, processingChannel, saveStep } from './work.ts';

/** The picture's share of the last step. Reading and writing the numbers takes the rest. */
const pictureShare = 0.2;

/** How an uploaded raster is processed. */
export const rasterProgram: ProcessingProgram<RasterRow> = {
  kind: 'raster',
  find: findRaster,
  process: processRaster,
  async failed(error, row, { database: { orm }, storage }) {
    await removeCoarsePicture({ orm, storage }, row);
    return await failedStep(error, orm, row);
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
  const source = await localPathOf(storage, place, { scratch, signal });
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
  const coarseScratch = join(scratch, 'coarse');
  await mkdir(coarseScratch);
  const facts = await rasters.ingest(source, cogPath, choices, {
    signal,
    coarsePath: known ? undefined : join(coarseScratch, cogFile),
    async onInspected(inspected) {
      header = { ...inspected, ...(known && { coarse: known }) };
      await orm.update(valueRaster).set({ facts: header }).where(eq(valueRaster.id, row.id));
      for (const step of steps) if (step !== 'img') await begin(step);
    },
    // Callers who wait for an earlier step are answered before the whole raster is read.
    async onCoarse(coarse) {
      if (header && coarse) {
        const stored = { folder: coarseScratch, facts: { ...header, coarse } };
        await storeCoarsePicture(row, { ...parts, ...stored });
      }
      await begin('img');
    },
    onProgress: (share) => report.tell(share * (1 - pictureShare)),
  });
  const pictureScratch = join(scratch, 'picture');
  await mkdir(pictureScratch);
  const picture = await rasters.picture(
    cogPath,
    join(pictureScratch, pictureFile),
    {},
    { signal, onProgress: (share) => report.tell(1 - pictureShare + share * pictureShare) },
  );
  await report.finish();
  await storeRaster(row, { ...parts, facts, picture, cogPath, pictureScratch });
}

/** Stores the files and marks the raster as done, if it is still wanted. */
async function storeRaster(
  row: RasterRow,
  made: AttemptParts & {
    facts: RasterFacts;
    picture: StoredPicture;
    cogPath: string;
    pictureScratch: string;
  },
): Promise<void> {
  const { platform, work } = made;
  const { storage, database } = platform;
  await writeFile(join(made.pictureScratch, worldFile), made.picture.worldFile);
  const dataScratch = join(made.scratch, 'data');
  await mkdir(dataScratch);
  await rename(made.cogPath, join(dataScratch, cogFile));
  await storage.putFolder(dataFolderOf(row), dataScratch, made.signal);
  await storage.putFolder(pictureFolderOf(row), made.pictureScratch, made.signal);
  await database.orm.transaction(async (transaction) => {
    const saved = await transaction
      .update(valueRaster)
      .set({
        state: 'done',
        share: 1,
        facts: made.facts,
        cogBytes: made.facts.cogBytes,
        pictureBytes: made.picture.bytes,
      })
      .where(and(eq(valueRaster.id, row.id), eq(valueRaster.jobId, work.jobId)))
      .returning({ id: valueRaster.id });
    if (saved.length === 0) return;
    await noteRemovedFolder(transaction, coarseFolderOf(row));
    const unit = made.facts.bandUnits?.[row.band - 1]?.slice(0, limits.valueMapper.unitMaxLength);
    // A unit that a person has entered stays.
    if (unit) {
      await transaction
        .update(valueLayer)
        .set({ unit })
        .where(and(eq(valueLayer.id, row.layerId), eq(valueLayer.unit, '')));
    }
  });
  await notify(database.orm, processingChannel, { id: noticeIdOf(work) });
}
