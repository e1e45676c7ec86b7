import { parentPort } from 'node:worker_threads';
import { fillDifferences, sumSquares } from '../evidence/difference.ts';
import { divideByEdge, fillEdgeStrength } from '../evidence/edges.ts';
import { fillScores } from '../evidence/empirical-null.ts';
import { weighByIndices } from '../evidence/index-evidence.ts';
import { subtractFields, sumDeviations, weighCells } from '../evidence/local-bias.ts';
import { beginField, updateField } from '../evidence/mean-field.ts';
import type { RowKernel } from '../rows/run-rows.ts';
import { type RowOrder, takeBands } from './row-order.ts';

/** The kernels of `startRowThreads` by name, because functions cannot be sent to a thread. */
const rowKernels: Readonly<Record<string, RowKernel<never>>> = {
  fillDifferences,
  sumSquares,
  weighCells,
  subtractFields,
  sumDeviations,
  fillEdgeStrength,
  divideByEdge,
  fillScores,
  weighByIndices,
  beginField,
  updateField,
};

/**
 * A thread of `startRowThreads`. It reports failures through the shared counters to the thread that
 * waits. It leaves a kernel that it does not know to the others.
 */
parentPort?.on('message', (order: RowOrder<never>) => {
  const kernel = rowKernels[order.name];
  if (kernel) takeBands(kernel, order);
});
