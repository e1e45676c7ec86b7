import type { Rows } from './rows.ts';
import { chiSquareTable } from './special-functions.ts';

interface NoChangeTask {
  readonly statistic: Float32Array;
  readonly observed: Uint8Array;
  readonly weights: Float32Array;
  /** What the statistic is multiplied with to be χ² distributed. */
  readonly scale: number;
  readonly degrees: number;
}

/** How surely each pixel is unchanged: the χ² tail of its statistic; 0 where unobserved. */
export function weighNoChange(
  { statistic, observed, weights, scale, degrees }: NoChangeTask,
  { width, first, end }: Rows,
): void {
  const survival = chiSquareTable(degrees);
  for (let i = first * width; i < end * width; i++) {
    weights[i] = observed[i] === 0 ? 0 : survival(statistic[i] * scale);
  }
}
