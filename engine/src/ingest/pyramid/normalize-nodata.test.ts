import { expect, test } from 'vitest';
import { createNodataNormalizer } from './normalize-nodata.ts';

// Which samples count as nodata: what the mask band of GDAL 3.6.2 says of files with these samples and
// this nodata value.
test.each([
  [
    -3.4e38,
    [-3.4028234663852886e38, -3.4e38, -3.39e38, -3e35, -2.9e35],
    [-2.8e35, -1e30, 0, 3.4e38],
  ],
  [
    -3.4028234663852886e38,
    [-3.4028234663852886e38, -3.4e38, -1.1e31, -1.02e31],
    [-1e31, -1e30, -9999],
  ],
  [-9999, [-9999, -9999.001, -9998.998, -9999.004], [-9999.005, -9998.995, -9998.9951, 9999]],
  [1e20, [1e20, 1.0000003e20, 0.9999996e20], [1.0000006e20, 9.99999e19]],
])(
  'of float32 samples about %d those that differ by rounding are nodata',
  (text, equal, others) => {
    const nodata = Math.fround(text);
    const samples = Float32Array.from([...equal, ...others]);
    createNodataNormalizer('float32', nodata)?.(samples);
    expect(Array.from(samples)).toEqual([
      ...equal.map(() => nodata),
      ...others.map((sample) => Math.fround(sample)),
    ]);
  },
);

// GDAL's mask band and its statistics say the same of these.
test.each([
  [-9999, [-9999, -9999.0047, -9998.9953], [-9999.0048, -9998.9952]],
  [-3.40282347e38, [-3.4028234663852886e38], [-3.4e38]],
  [-1e308, [-1e308, -9e307, -8e307], [-7.9e307]],
])('float64 samples about %d are compared no more closely', (nodata, equal, others) => {
  const samples = Float64Array.from([...equal, ...others]);
  createNodataNormalizer('float64', nodata)?.(samples);
  expect(Array.from(samples)).toEqual([...equal.map(() => nodata), ...others]);
});

test('whole numbers, and no number at all, are compared as they are', () => {
  expect(createNodataNormalizer('int16', -9999)).toBeUndefined();
  expect(createNodataNormalizer('float32', Number.NaN)).toBeUndefined();
  expect(createNodataNormalizer('float64', undefined)).toBeUndefined();
});
