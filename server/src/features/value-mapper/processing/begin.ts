import { randomUUID } from 'node:crypto';
import { combinedSteps } from '@refugia/contract/value-mapper/combined.ts';
import { valuedRasterSteps } from '@refugia/contract/value-mapper/rasters.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/new-id.ts';
import type { CombinedRow, ValuedRow } from '../access.ts';
import { addCombined } from '../stored/combined-queries.ts';
import { addValued } from '../stored/stored-queries.ts';
import type { ProcessingQueues } from './work.ts';

/** The name of a new folder that nobody can guess. */
export const newFolder = (parent: string) => `${parent}/${newId()}`;

type Valuation = Pick<
  ValuedRow,
  'layerId' | 'functionType' | 'coefficients' | 'classValues' | 'palette'
>;

/**
 * Begins to value a layer's raster when the transaction commits.
 * @returns the id of the new valued raster
 */
export async function beginValued(
  transaction: Transaction,
  queues: ProcessingQueues,
  valuation: Valuation,
): Promise<number> {
  const jobId = randomUUID();
  const folder = newFolder('valued-rasters');
  const step = valuedRasterSteps[0];
  const id = await addValued(transaction, { ...valuation, folder, jobId, step });
  await queues.valued.enqueue({ id }, { id: jobId, transaction });
  return id;
}

/**
 * Begins to combine a project's layers when the transaction commits.
 * @returns the id of the new combined raster
 */
export async function beginCombined(
  transaction: Transaction,
  queues: ProcessingQueues,
  combined: Pick<CombinedRow, 'projectId' | 'combination'>,
): Promise<number> {
  const jobId = randomUUID();
  const folder = newFolder('combined-rasters');
  const id = await addCombined(transaction, { ...combined, folder, jobId, step: combinedSteps[0] });
  await queues.combined.enqueue({ id }, { id: jobId, transaction });
  return id;
}
