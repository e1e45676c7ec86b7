import { expect, test } from 'vitest';
import { memorySource } from '../../testing/memory-file.ts';
import { buildTiff } from '../../testing/tiff-builder.ts';
import { inspectRaster } from './index.ts';

// 300 × 200 pixels of 10 km around the South Pole (EPSG:3031). The expected numbers are of PROJ 9
// (gdaltransform of GDAL 3.6.2).
test('pixels of a grid in whose middle a pole lies are measured beside the pole', async () => {
  const file = await buildTiff({
    width: 300,
    height: 200,
    bands: [Array(60_000).fill(7)],
    tags: {
      33550: { type: 'double', values: [10_000, 10_000, 0] },
      33922: { type: 'double', values: [0, 0, 0, -1_500_000, 1_000_000, 0] },
      34735: { type: 'short', values: [1, 1, 0, 1, 3072, 0, 1, 3031] },
    },
  });
  const { header } = await inspectRaster(memorySource(file));
  const [width, height] = header!.pixelDegrees;
  // From 0, 500,000 m to both sides, and up and down.
  expect(width).toBeCloseTo(2 * 0.572938697683486, 5);
  expect(height).toBeCloseTo(85.4464902174234 - 85.3545958537093, 5);
  const [widthMeters, heightMeters] = header!.pixelMeters;
  expect(widthMeters).toBeCloseTo((2 * 0.572938697683486 * 20_037_508.342789) / 180, 1);
  expect(heightMeters).toBeCloseTo(20_569_168.4254833 - 20_441_595.9049073, 1);
  // A pixel in the corner, where Web Mercator enlarges least, is 35,393 m wide and 35,379 m high: tiles of 512 pixels
  // have finer ones from zoom 2 on.
  expect(header!.maxZoom).toBe(2);
});
