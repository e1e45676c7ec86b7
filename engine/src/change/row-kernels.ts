import { fillDifferences, sumSquares } from './difference.ts';
import { divideByEdge, fillEdgeStrength } from './edges.ts';
import { fillScores } from './empirical-null.ts';
import { weighByIndices } from './index-evidence.ts';
import { subtractFields, sumDeviations, weighCells } from './local-bias.ts';
import { beginField, updateField } from './mean-field.ts';

/** What can be done by several threads, each on its own rows: pure functions of a task. */
export const rowKernels = {
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
} as const;

export type KernelName = keyof typeof rowKernels;
export type KernelTask<Name extends KernelName> = Parameters<(typeof rowKernels)[Name]>[0];
