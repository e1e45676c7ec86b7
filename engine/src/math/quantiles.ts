/**
 * The quantile `share` (0 to 1) of `values[0..count)`, without interpolation. Reorders `values`
 * (Hoare's selection), which is several times faster than sorting.
 */
export function selectQuantile(
  values: Float32Array | Float64Array,
  share: number,
  count = values.length,
): number {
  if (count === 0) return Number.NaN;
  const target = Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))));
  let left = 0;
  let right = count - 1;
  while (left < right) {
    const pivot = values[(left + right) >>> 1];
    let i = left;
    let j = right;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i <= j) {
        const swap = values[i];
        values[i] = values[j];
        values[j] = swap;
        i++;
        j--;
      }
    }
    if (target <= j) right = j;
    else if (target >= i) left = i;
    else break;
  }
  return values[target];
}

/** `values` at the pixels of `positions`. */
export function gather(
  values: ArrayLike<number>,
  positions: Int32Array | Uint32Array,
): Float32Array {
  const result = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i++) result[i] = values[positions[i]];
  return result;
}

/** The share of ascending values that are above a limit. */
export function shareAbove(sorted: Float32Array, limit: number): number {
  let first = sorted.length;
  while (first > 0 && sorted[first - 1] > limit) first--;
  return (sorted.length - first) / sorted.length;
}
