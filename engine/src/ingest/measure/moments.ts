/** Count, mean and sum of squared distances from it. Moments of separate parts can be joined. */
export interface Moments {
  readonly count: number;
  readonly mean: number;
  readonly squares: number;
}

export const noMoments: Moments = { count: 0, mean: 0, squares: 0 };

/** The moments of two sets joined (Chan, Golub and LeVeque 1979). */
export function joinMoments(one: Moments, other: Moments): Moments {
  if (one.count === 0) return other;
  if (other.count === 0) return one;
  const count = one.count + other.count;
  const difference = other.mean - one.mean;
  return {
    count,
    mean: one.mean + (difference * other.count) / count,
    squares:
      one.squares + other.squares + difference * difference * ((one.count * other.count) / count),
  };
}

/**
 * The moments of the first `count` numbers. For accuracy they are summed as distances from the
 * first.
 */
export function momentsOf(numbers: Float64Array, count: number): Moments {
  if (count === 0) return noMoments;
  const origin = numbers[0];
  let sum = 0;
  let squares = 0;
  for (let index = 0; index < count; index++) {
    const distance = numbers[index] - origin;
    sum += distance;
    squares += distance * distance;
  }
  if (!Number.isFinite(sum)) return momentsOneByOne(numbers, count);
  return momentsOfSums({ count, sum, squares }, origin);
}

/**
 * The moments of numbers whose sum is too large for a float64, as with the huge numbers that some
 * programs write for missing data. Their mean still has a value, and GDAL reports it. The moments
 * are updated number by number (Welford 1962).
 */
function momentsOneByOne(numbers: Float64Array, count: number): Moments {
  let mean = 0;
  let squares = 0;
  for (let index = 0; index < count; index++) {
    const distance = numbers[index] - mean;
    mean += distance / (index + 1);
    squares += distance * (numbers[index] - mean);
  }
  return { count, mean, squares };
}

/**
 * The moments of numbers whose distances from an origin were summed, and so were the squares of
 * these distances.
 */
export function momentsOfSums(
  { count, sum, squares }: { count: number; sum: number; squares: number },
  origin: number,
): Moments {
  const mean = sum / count;
  return { count, mean: origin + mean, squares: Math.max(0, squares - sum * mean) };
}
