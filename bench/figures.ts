/** The middle of the values, or the one that `share` of them do not exceed. */
export function quantile(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A ratio beside its aim, as a row of a table. */
export function judged(ratio: number, aim: string): Record<string, string> {
  return { ratio: ratio.toFixed(2), aim };
}
