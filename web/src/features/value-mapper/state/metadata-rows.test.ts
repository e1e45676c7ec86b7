import { expect, test } from 'vitest';
import { rasterSample } from '../testing/map-layers.ts';
import { metadataRows } from './metadata-rows.ts';

const textOf = (name: string, changes = {}) =>
  metadataRows({ ...rasterSample, ...changes }).find((row) => row.name === name)?.text;

// The display rules of the specification, part 3 §3.
test.each([
  ['Bounding Box (west, south, east, north)', '-123.501, 44.491, -123.427, 44.553'],
  ['Center (latitude, longitude)', '44.522, -123.464'],
  ['Bounds (left, bottom, right, top)', '460246.694, 4926500.405, 466066.694, 4933430.405'],
  ['Data File Size', '0.2 MB'],
  ['Image File Size', '0.0 MB'],
  ['Height', '2.310e+2 pixels'],
  ['Width', '1.940e+2 pixels'],
  ['Pixel Count', '4.481e+4'],
  // 194 · 231, and (466066.694 − 460246.694) / 194.
  ['Pixels', '194 × 231 = 44,814'],
  ["Pixel Resolution (file's own units)", '30 × 30 in EPSG:26910'],
  ['Pixel Resolution (EPSG:3857)', '42.1 m × 42.1 m'],
  ['Pixel Resolution (EPSG:4326)', '3.777e-4° × 2.701e-4°'],
  ['Geospatial Reference System', 'EPSG:4326, WGS 84 (World Geodetic System 1984), in degrees'],
  ['No Data Value', '-32768'],
])('%s reads %s', (name, text) => {
  expect(textOf(name)).toBe(text);
});

test('Web Mercator is named with its unit, any other system as it is', () => {
  const name = 'Original Data Reference System';
  expect(textOf(name, { original_data_crs: 'EPSG:3857' })).toBe(
    'EPSG:3857, WGS 84 / Pseudo-Mercator (Web Mercator), in meters',
  );
  expect(textOf(name, { original_data_crs: 'EPSG:26910' })).toBe('EPSG:26910');
});

test('numbers that were computed have no more digits than float32 holds', () => {
  expect(textOf('Mean', { mean: 682.17975 })).toBe('682.1798');
  expect(textOf('Standard Deviation', { standard_deviation: 250.92589431929395 })).toBe('250.9259');
});

test('what is not known yet has a dash', () => {
  expect(textOf('Pixel Count', { pixel_count: null })).toBe('—');
  expect(textOf('Bounding Box (west, south, east, north)', { bounding_box: null })).toBe('—');
});
