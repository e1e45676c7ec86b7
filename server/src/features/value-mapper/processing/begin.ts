import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { combinedRaster, valuedRaster } from '../../../platform/database/schema/index.ts';
import type { CombinedRow, ValuedRow } from '../access.ts';
import { beginWork, type ProcessingQueues } from './work.ts';

type Valuation = Pick<
  ValuedRow,
  'layerId' | 'functionType' | 'coefficients' | 'classValues' | 'palette'
>;

/** Begins to value a layer's raster, in place of values that are not complete. */
export function beginValued(
  transaction: Transaction,
  queues: ProcessingQueues,
  valuation: Valuation,
): Promise<ValuedRow> {
  return beginWork(transaction, queues, {
    kind: 'valued',
    async add(begun) {
      await transaction
        .delete(valuedRaster)
        .where(and(eq(valuedRaster.layerId, valuation.layerId), ne(valuedRaster.state, 'done')));
      return transaction
        .insert(valuedRaster)
        .values({ ...valuation, ...begun })
        .returning();
    },
  });
}

/** Begins to combine a project's layers, in place of combined values that are not complete. */
export function beginCombined(
  transaction: Transaction,
  queues: ProcessingQueues,
  combined: Pick<CombinedRow, 'projectId' | 'combination'>,
): Promise<CombinedRow> {
  const { projectId } = combined;
  return beginWork(transaction, queues, {
    kind: 'combined',
    async add(begun) {
      await transaction
        .delete(combinedRaster)
        .where(and(eq(combinedRaster.projectId, projectId), ne(combinedRaster.state, 'done')));
      return transaction
        .insert(combinedRaster)
        .values({ ...combined, ...begun })
        .returning();
    },
  });
}
