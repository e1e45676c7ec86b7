import { expect, test } from 'vitest';
import { rangeOf } from './appearance-of.ts';
import { rasterSample } from './map-layer.samples.ts';

test.each([
  ['Int16', 0, 12, true],
  ['Byte', 0, 12, true],
  ['Float32', -1, 1, false],
  // Whole samples with a scale.
  ['UInt16', 0, 1.2, false],
])('a %s raster from %d to %d has whole numbers: %o', (data_type, min, max, isWhole) => {
  const raster = { ...rasterSample, data_type, dataset_min_val: min, dataset_max_val: max };
  expect(rangeOf(raster)).toEqual({ min, max, isWhole });
});
