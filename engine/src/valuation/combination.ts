/** How the values of one layer count in a combination. */
export interface CombinedPart {
  /** The weight of the layer in the mean, at least 0. */
  readonly weight: number;
  /** The layer's value must be above this for a place to have a result; null without a limit. */
  readonly above: number | null;
  /** Whether the layer is a mask: places where its value is above 0 are left out, and it has no weight. */
  readonly leavesOut: boolean;
}

/**
 * What a place has where a layer has no value: no result (`no-data`), or the mean of the other layers, whose
 * weights are scaled to the same sum (`skip`). A limit or a mask of the layer then counts for nothing.
 */
export const missingValueRules = ['no-data', 'skip'] as const;
export type MissingValueRule = (typeof missingValueRules)[number];

/** The weight with which a layer counts in the mean. */
export function weightOf({ weight, leavesOut }: CombinedPart): number {
  return leavesOut ? 0 : weight;
}

/** Whether a layer's value rules out a place, by its limit or as a mask. */
export function rulesOut({ above, leavesOut }: CombinedPart, value: number): boolean {
  return leavesOut ? value > 0 : above !== null && !(value > above);
}

/**
 * The mean of the values of several layers at a place, by their weights.
 * @param values one for each part, NaN where the layer has none
 * @returns NaN where there is no result
 */
export function combinedValue(
  parts: readonly CombinedPart[],
  values: ArrayLike<number>,
  missing: MissingValueRule,
): number {
  let sum = 0;
  let weights = 0;
  for (let index = 0; index < parts.length; index++) {
    const value = values[index];
    if (Number.isNaN(value)) {
      if (missing === 'no-data') return Number.NaN;
      continue;
    }
    if (rulesOut(parts[index], value)) return Number.NaN;
    const weight = weightOf(parts[index]);
    sum += weight * value;
    weights += weight;
  }
  return weights > 0 ? sum / weights : Number.NaN;
}
