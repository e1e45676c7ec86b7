import { type RasterKind, rasterSteps } from '@refugia/contract/value-mapper/rasters.ts';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { valuedRaster, valueRaster } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import { noteRemovedFolder } from '../../../platform/storage/removed-folders.ts';
import { found, type RasterRow } from '../access.ts';
import { accountOfRaster, findRaster } from '../stored/stored-queries.ts';
import {
  findWork,
  newFolder,
  type ProcessingKind,
  type ProcessingQueues,
  restart,
} from './work.ts';

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
      folder: newFolder('raster'),
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
 * Processes a raster from the beginning with new choices.
 * @throws {ApiFailure} 409 when the raster is being processed
 */
export async function restartRaster(
  { platform, queues, removeLeft }: Restarting,
  id: number,
  choices: RasterChoices,
): Promise<void> {
  await platform.database.orm.transaction(async (transaction) => {
    const row = found(await findRaster(transaction, id));
    const group = await groupOf(transaction, id);
    const work = { kind: 'raster', id, step: rasterSteps[0], group } as const;
    if (!(await restart(transaction, queues, work))) throw busy();
    await takeChoices(transaction, row, choices);
  });
  await removeLeft();
}

/** Does failed work again from the step that failed, unless another call has begun that already. */
export async function restartWork(
  { platform, queues }: Restarting,
  kind: ProcessingKind,
  id: number,
): Promise<void> {
  await platform.database.orm.transaction(async (transaction) => {
    const { step } = found(await findWork(transaction, kind, id));
    const group = kind === 'raster' ? await groupOf(transaction, id) : undefined;
    await restart(transaction, queues, { kind, id, step, group });
  });
}

const groupOf = async (transaction: Transaction, rasterId: number) =>
  String(await accountOfRaster(transaction, rasterId));
