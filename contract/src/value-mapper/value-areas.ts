import type { ValueAreas } from './rasters.ts';

/** The values over which areas are known, from the smallest step to the end of the largest. */
export function rangeOfAreas({ first_hundredth: first, hectares }: ValueAreas): {
  readonly min: number;
  readonly max: number;
} {
  return { min: first / 100, max: (first + hectares.length) / 100 };
}

/** The hectares whose value is at or above a threshold, a whole number of hundredths. */
export function hectaresFrom(areas: ValueAreas, threshold: number): number {
  const { first_hundredth, hectares } = areas;
  const first = Math.max(0, Math.round(threshold * 100) - first_hundredth);
  return hectares.slice(first).reduce((sum, area) => sum + area, 0);
}
