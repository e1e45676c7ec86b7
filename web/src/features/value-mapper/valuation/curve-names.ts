import type { CurveType } from '@refugia/engine/valuation/index.ts';

/** The names of the curves for people. */
export const curveNames: Readonly<Record<CurveType, string>> = {
  lin: 'Linear',
  log: 'Logarithmic',
  exp: 'Exponential',
  step: 'Step',
};
