import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import { expect, test } from 'vitest';
import { latestMosaicYear, renderMosaicTile } from '../index.ts';

const options = { year: 2025, size: 96 };

function meanOf(pixels: Uint8ClampedArray, keep: (x: number, y: number) => boolean) {
  const sum = [0, 0, 0, 0];
  let count = 0;
  for (let index = 0; index < pixels.length / 4; index++) {
    if (!keep(index % options.size, Math.floor(index / options.size))) continue;
    count++;
    for (let channel = 0; channel < 4; channel++) {
      sum[channel] += pixels[index * 4 + channel];
    }
  }
  return sum.map((value) => value / count);
}

test('neighbouring tiles fit together, also where UTM zones meet', async () => {
  // 96° W is the border of zones 14 and 15; it is a tile's edge at no zoom, so take any two tiles
  // whose middles lie on either side of it.
  const left = tileAt(-96.05, 41.2, 11);
  const right = { ...left, x: left.x + 1 };
  const a = await renderMosaicTile(left, options);
  const b = await renderMosaicTile(right, options);
  const lastColumns = meanOf(a, (x) => x >= options.size - 6);
  const firstColumns = meanOf(b, (x) => x < 6);
  for (let channel = 0; channel < 3; channel++) {
    expect(Math.abs(lastColumns[channel] - firstColumns[channel])).toBeLessThan(14);
  }
});

test('every pixel is opaque and no cloud is in it, near and far', async () => {
  for (const z of [6, 9, 13]) {
    const pixels = await renderMosaicTile(tileAt(-80.2, 38.6, z), options);
    expect(pixels.filter((value, index) => index % 4 === 3 && value !== 255)).toHaveLength(0);
    // The forests of West Virginia in July: green, and far from white.
    const [red, green, blue] = meanOf(pixels, () => true) as [number, number, number];
    expect(green).toBeGreaterThan(red);
    expect(green).toBeGreaterThan(blue);
    expect(green).toBeLessThan(140);
  }
});

test('the same place looks the same again, and differs between summers', async () => {
  const tile = tileAt(-99.5, 41.8, 12);
  const once = await renderMosaicTile(tile, options);
  expect(await renderMosaicTile(tile, options)).toEqual(once);
  expect(await renderMosaicTile(tile, { ...options, year: 2024 })).not.toEqual(once);
});

test('a summer has a mosaic once its July is over', () => {
  expect(latestMosaicYear(new Date('2026-07-31T23:59:59Z'))).toBe(2025);
  expect(latestMosaicYear(new Date('2026-08-01T00:00:00Z'))).toBe(2026);
});
