import { expect, test } from 'vitest';
import { warpToTile } from './warp.ts';

/** A globe whose samples are the latitude and longitude of their own centres, scaled to 0 to 255. */
const width = 1440;
const height = 720;
const globe = new Uint8Array(width * height * 2);
for (let row = 0; row < height; row++) {
  for (let column = 0; column < width; column++) {
    const at = (row * width + column) * 2;
    globe[at] = Math.round((row / (height - 1)) * 255);
    globe[at + 1] = Math.round((column / (width - 1)) * 255);
  }
}

test('every pixel of a tile comes from its own latitude and longitude', () => {
  const [z, x, y, size] = [3, 1, 2, 64];
  const tile = warpToTile({ width, height, channels: 2, data: globe }, { z, x, y }, size, 0);
  for (const row of [0, 31, 63]) {
    for (const column of [0, 20, 63]) {
      // Inverse spherical Mercator as in EPSG Guidance Note 7-2 (method 1024).
      const northing = Math.PI * (1 - (2 * (y + (row + 0.5) / size)) / 2 ** z);
      const latitude = ((2 * Math.atan(Math.exp(northing)) - Math.PI / 2) * 180) / Math.PI;
      const longitude = ((x + (column + 0.5) / size) / 2 ** z) * 360 - 180;
      const at = (row * size + column) * 2;
      expect(tile[at] / 255).toBeCloseTo((90 - latitude) / 180, 1.9);
      expect(tile[at + 1] / 255).toBeCloseTo((longitude + 180) / 360, 1.9);
    }
  }
});

test('the globe is round: left of the first column comes the last', () => {
  const data = new Uint8Array(8 * 4).fill(10);
  for (let row = 0; row < 4; row++) data[row * 8 + 7] = 250;
  const tile = warpToTile({ width: 8, height: 4, channels: 1, data }, { z: 0, x: 0, y: 0 }, 32, 0);
  expect(tile[16 * 32]).toBeGreaterThan(100);
});
