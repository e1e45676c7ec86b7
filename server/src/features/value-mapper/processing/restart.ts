import { randomUUID } from 'node:crypto';
import { type RasterKind, rasterSteps } from '@refugia/contract/value-mapper/rasters.ts';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { valuedRaster, valueRaster } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import { noteRemovedFolder } from '../../../platform/storage/removed-folders.ts';
import { notFound, type RasterRow } from '../access.ts';
import { accountOfLayer, findRaster } from '../stored/stored-queries.ts';
import { newFolder } from './begin.ts';
import { findWork, type ProcessingKind, type ProcessingQueues, saveRestart } from './work.ts';

/** What restarting work needs. */
export interface Restarting {
  readonly platform: Platform;
  readonly queues: ProcessingQueues;
  removeLeft(): Promise<void>;
}

interface RasterChoices {
  readonly band?: number | undefined;
  readonly kind?: RasterKind | undefined;
  readonly epsg?: number | undefined;
}

const busy = () =>
  new ApiFailure(
    409,
    'processing',
    'This raster is being processed. Please wait until it is done.',
  );

/**
 * Whoever has entered a code may correct it.
 * @throws {ApiFailure} 409 when the file itself names its coordinate reference system, and lies on
 * the earth by it
 */
function requireUnplaced({ facts, state, failureCode, epsgAsTold }: RasterRow): void {
  if (epsgAsTold !== null) return;
  const isUnplaced =
    state === 'failed'
      ? failureCode?.startsWith('crs') || failureCode === 'off_earth'
      : facts?.originalCrs === null;
  if (isUnplaced) return;
  throw new ApiFailure(
    409,
    'crs_known',
    'This file says its coordinate reference system itself: no other can be entered.',
  );
}

/**
 * Stores new choices for reading a raster, and drops what was made with the earlier ones. The files
 * get a new folder.
 */
async function takeChoices(
  transaction: Transaction,
  row: RasterRow,
  { band, kind, epsg }: RasterChoices,
): Promise<void> {
  if (epsg !== undefined) requireUnplaced(row);
  await noteRemovedFolder(transaction, row.folder);
  // The valued raster was made from the earlier numbers.
  await transaction.delete(valuedRaster).where(eq(valuedRaster.layerId, row.layerId));
  await transaction
    .update(valueRaster)
    .set({
      folder: newFolder('rasters'),
      facts: null,
      cogBytes: null,
      pictureBytes: null,
      ...(band !== undefined && { band }),
      ...((band ?? kind) !== undefined && { kindAsTold: kind ?? null }),
      ...(epsg !== undefined && { epsgAsTold: epsg }),
    })
    .where(eq(valueRaster.id, row.id));
}

/**
 * Processes a raster again: from the step that failed, or from the beginning when there are new
 * choices.
 * @throws {ApiFailure} 409 when there are new choices and the raster is being processed
 */
export async function restartRaster(
  { platform, queues, removeLeft }: Restarting,
  id: number,
  choices?: RasterChoices,
): Promise<void> {
  const jobId = randomUUID();
  await platform.database.orm.transaction(async (transaction) => {
    const row = await findRaster(transaction, id);
    if (!row) throw notFound();
    const step = choices ? rasterSteps[0] : row.step;
    const isRestarted = await saveRestart(transaction, { kind: 'raster', id, jobId }, step);
    // Another call has restarted the raster, and this call waits for that work.
    if (!isRestarted && !choices) return;
    if (!isRestarted) throw busy();
    if (choices) await takeChoices(transaction, row, choices);
    const group = String(await accountOfLayer(transaction, row.layerId));
    await queues.raster.enqueue({ id }, { group, id: jobId, transaction });
  });
  if (choices) await removeLeft();
}

/** Does failed work again from the step that failed. */
export async function restartWork(
  parts: Restarting,
  kind: ProcessingKind,
  id: number,
): Promise<void> {
  if (kind === 'raster') return await restartRaster(parts, id);
  const { platform, queues } = parts;
  const jobId = randomUUID();
  await platform.database.orm.transaction(async (transaction) => {
    const row = await findWork(transaction, kind, id);
    if (!row) throw notFound();
    if (!(await saveRestart(transaction, { kind, id, jobId }, row.step))) return;
    await queues[kind].enqueue({ id }, { id: jobId, transaction });
  });
}
