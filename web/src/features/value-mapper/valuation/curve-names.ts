import type { CurveType } from '@refugia/engine/valuation/index.ts';

/** The curves, as a person reads them. */
export const curveNames: Readonly<Record<CurveType, string>> = {
  lin: 'Linear',
  log: 'Logarithmic',
  exp: 'Exponential',
  step: 'Step',
};
