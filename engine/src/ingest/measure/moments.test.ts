import { expect, test } from 'vitest';
import { createBandMeasure } from './band-measure.ts';
import { momentsOf } from './moments.ts';

/** Eight rows of eight: huge numbers, as some programs write them for no data, and 14 to 63. */
const numbers = Float64Array.from({ length: 64 }, (_, index) => {
  if (index < 8) return 1e300;
  return index < 14 ? 1.7e308 : index;
});
// Expected: `gdalinfo -stats` of GDAL 3.6.2, of a GeoTIFF with these numbers.
const meanOfGdal = 1.5937500125e307;

test('numbers whose sum is beyond a float64 have a mean', () => {
  expect(momentsOf(numbers, numbers.length).mean / meanOfGdal).toBeCloseTo(1, 12);
});

test('a band of such numbers has it too, also where the histogram has room for them by then', () => {
  const measure = createBandMeasure('float64', undefined);
  measure.add(numbers);
  measure.add(numbers);
  const { moments, minimum, maximum } = measure.state();
  expect(moments.mean / meanOfGdal).toBeCloseTo(1, 12);
  expect([minimum, maximum, moments.count]).toEqual([14, 1.7e308, 128]);
});
