import { expect, test } from 'vitest';
import { uploadFaults } from './upload.ts';

// The sentences and numbers of the specification, part 1 §5, written out again.
const tooLarge = 'Error: File size cannot be larger than 1 MB.';
const notRaster = 'Error: File must must be of type .tif, .tiff.';
const notVector = 'Error: File must must be of type .json, .kml, .kmz, .zip.';

test.each([
  ['raster', 'dem.tif', 1, []],
  ['raster', 'DEM.TIFF', 1_000_000, []],
  ['raster', 'dem.tif', 1_000_001, [tooLarge]],
  ['raster', 'dem.tif.png', 1, [notRaster]],
  ['raster', 'tif', 1, [notRaster]],
  ['raster', 'range.json', 2_000_000, [notRaster, tooLarge]],
  ['vector', 'range.json', 1, []],
  ['vector', 'range.kml', 1, []],
  ['vector', 'range.kmz', 1, []],
  ['vector', 'range.zip', 1, []],
  ['vector', 'range.geojson', 1, []],
  ['vector', 'range.GeoJSON', 1, []],
  ['vector', 'rangegeojson', 1, [notVector]],
  ['vector', 'range.tif', 1, [notVector]],
  ['picture', 'me.webp', 1, []],
  ['picture', 'me.JPG', 1, []],
  ['picture', 'me.gif', 1, ['Error: File must must be of type .jpg, .jpeg, .png, .webp.']],
] as const)('as %s, %s of %d bytes', (type, name, size, faults) => {
  expect(uploadFaults({ name, size }, { type })).toEqual(faults);
});

test('a screen of its own limit says that limit', () => {
  const size = 10_000_001;
  expect(uploadFaults({ name: 'a.zip', size }, { type: 'vector', maxBytes: 10_000_000 })).toEqual([
    'Error: File size cannot be larger than 10 MB.',
  ]);
  expect(
    uploadFaults({ name: 'a.zip', size: 500_001 }, { type: 'vector', maxBytes: 500_000 }),
  ).toEqual(['Error: File size cannot be larger than 0.5 MB.']);
});
