import { fillDifferences, sumSquares } from '../evidence/difference.ts';
import { divideByEdge, fillEdgeStrength } from '../evidence/edges.ts';
import { fillScores } from '../evidence/empirical-null.ts';
import { weighByIndices } from '../evidence/index-evidence.ts';
import { subtractFields, sumDeviations, weighCells } from '../evidence/local-bias.ts';
import { beginField, updateField } from '../evidence/mean-field.ts';
import type { RowKernel } from '../rows/run-rows.ts';

/** The kernels of `startRowThreads` by name, because functions cannot be sent to a thread. */
export const rowKernels: Readonly<Record<string, RowKernel<never>>> = {
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
