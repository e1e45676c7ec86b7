import type { Samples, SampleType } from '../../raster/samples.ts';

/** The distance between 1 and the next number of float32, by which GDAL compares float64, too. */
const epsilon = 2 ** -23;
/** For each type: the largest number, and the largest excess over it that is still rounded down to it. */
const rangeOf = {
  float32: { largest: (2 - 2 ** -23) * 2 ** 127, rounding: 2 ** 103 },
  float64: { largest: Number.MAX_VALUE, rounding: 2 ** 970 },
} as const;

/**
 * Returns a function that replaces samples by the nodata value if they differ from it by rounding
 * alone. GDAL compares floating-point samples a and b by |a − b| < 2 ε |a + b| (its
 * ARE_REAL_EQUAL), because files often name fewer digits than their samples have, such as -3.4e+38.
 * If a + b is too large for the type, they count as equal, too.
 *
 * @returns undefined if samples are whole numbers, or if nodata is 0 or not a finite number
 */
export function createNodataNormalizer(
  sampleType: SampleType,
  nodata: number | undefined,
): ((samples: Samples) => void) | undefined {
  if (sampleType !== 'float32' && sampleType !== 'float64') return undefined;
  if (nodata === undefined || !Number.isFinite(nodata) || nodata === 0) return undefined;
  const { largest, rounding } = rangeOf[sampleType];
  const size = Math.abs(nodata);
  const nearest = size * (1 - (4 * epsilon) / (1 + 2 * epsilon));
  const farthest = size * (1 + (4 * epsilon) / (1 - 2 * epsilon));
  const isExtreme = size > largest / 2;
  const inner = isExtreme ? Math.min(nearest, largest - size + rounding) : nearest;
  const outer = isExtreme ? Infinity : farthest;
  const low = nodata < 0 ? -outer : inner;
  const high = nodata < 0 ? -inner : outer;
  return (samples) => {
    for (let index = 0; index < samples.length; index++) {
      const sample = samples[index];
      if (sample > low && sample < high && sample !== nodata) samples[index] = nodata;
    }
  };
}
