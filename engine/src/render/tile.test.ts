import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { memorySink, memorySource } from '../../testing/memory-file.ts';
import { coordinateTransform } from '../crs/transform.ts';
import { tileAt, tileBounds } from '../geo/web-mercator.ts';
import { openTiff, type Tiff, writeCog } from '../tiff/index.ts';
import {
  changeAlpha,
  changeCodes,
  changeInnerAlpha,
  changePalette,
  changeRendering,
} from './change-palette.ts';
import { naturalColours } from './rendering.ts';
import { renderTile } from './tile.ts';

const grid = {
  width: 700,
  height: 600,
  affine: [10, 0, 530_000, 0, -10, 5_280_000] as const,
  epsg: 32633,
};
const names = ['blue', 'green', 'red', 'nir'];
const [longitude, latitude] = coordinateTransform(32633, 4326)(533_500, 5_277_000);

async function cog(samples: (Uint16Array | Uint8Array)[], isChange: boolean): Promise<Tiff> {
  const sink = memorySink();
  const description = {
    ...grid,
    sampleType: isChange ? ('uint8' as const) : ('uint16' as const),
    nodata: isChange ? 254 : 0,
    bands: isChange ? [] : names.map((description) => ({ description })),
    samples,
  };
  await writeCog(description, sink, {
    tileSize: 256,
    overviews: isChange ? { prefer: changeCodes } : 'average',
  });
  return openTiff(memorySource(sink.bytes()));
}

async function pixels(png: Uint8Array): Promise<{ rgba: Buffer; size: number }> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgba: data, size: info.width };
}

describe('tiles of a picture', () => {
  let tiff: Tiff;
  /** Red reflectance × 10,000 grows by 3 a column and 1 a row: bilinear keeps a plane as it is. */
  const red = (column: number, row: number): number => 300 + 3 * column + row;

  beforeAll(async () => {
    const count = grid.width * grid.height;
    const bands = names.map((name) =>
      Uint16Array.from({ length: count }, (_, index) =>
        name === 'red' ? red(index % grid.width, Math.floor(index / grid.width)) : 1000,
      ),
    );
    // A hole of nodata.
    for (const band of bands)
      for (let row = 290; row < 310; row++) band.fill(0, row * 700 + 340, row * 700 + 360);
    tiff = await cog(bands, false);
  });

  test.each([12, 14, 16])('zoom %i shows the pixel that lies there', async (z) => {
    const tile = tileAt(longitude, latitude, z);
    const { rgba, size } = await pixels((await renderTile(tiff, naturalColours, tile))!);
    expect(size).toBe(256);
    const toGrid = coordinateTransform(3857, 32633);
    const [west, , east, north] = tileBounds(tile);
    let compared = 0;
    for (let index = 0; index < 256 * 256; index += 97) {
      if (rgba[index * 4 + 3] === 0) continue;
      const x = west + (((index % 256) + 0.5) * (east - west)) / 256;
      const y = north - ((Math.floor(index / 256) + 0.5) * (east - west)) / 256;
      const [easting, northing] = toGrid(x, y);
      const column = (easting - 530_000) / 10;
      const row = (5_280_000 - northing) / 10;
      const nearEdge = column < 8 || row < 8 || column > 692 || row > 592;
      const nearHole = Math.abs(column - 350) < 20 && Math.abs(row - 300) < 20;
      if (nearEdge || nearHole) continue;
      const reflectance = red(column - 0.5, row - 0.5) / 10_000;
      const expected = 255 * Math.min(1, (reflectance - 0.01) / 0.29) ** (1 / 1.6);
      expect(Math.abs(rgba[index * 4] - expected)).toBeLessThanOrEqual(2);
      compared++;
    }
    expect(compared).toBeGreaterThan(50);
  });

  test('nodata is transparent', async () => {
    const { rgba } = await pixels(
      (await renderTile(tiff, naturalColours, tileAt(longitude, latitude, 16)))!,
    );
    const transparent = rgba.filter((_, index) => index % 4 === 3 && rgba[index] === 0);
    expect(transparent.length).toBeGreaterThan(1000);
    expect(transparent.length).toBeLessThan(256 * 256);
  });

  test('a tile of double density shows the same ground', async () => {
    const tile = tileAt(longitude, latitude, 13);
    const { size } = await pixels((await renderTile(tiff, naturalColours, tile, { size: 512 }))!);
    expect(size).toBe(512);
  });

  test('there is no picture beside the area', async () => {
    expect(await renderTile(tiff, naturalColours, tileAt(longitude + 1, latitude, 12))).toBeNull();
  });

  test('the whole world is one small dot', async () => {
    const png = await renderTile(tiff, naturalColours, { z: 0, x: 0, y: 0 });
    if (png === null) return;
    const { rgba } = await pixels(png);
    expect(rgba.filter((_, index) => index % 4 === 3 && rgba[index] !== 0).length).toBeLessThan(5);
  });
});

test('a file without a coordinate system has no place on the map', async () => {
  const sink = memorySink();
  const { epsg: _epsg, ...nowhere } = grid;
  const samples = [new Uint8Array(grid.width * grid.height)];
  await writeCog({ ...nowhere, sampleType: 'uint8', samples }, sink, { overviews: 'none' });
  const tiff = await openTiff(memorySource(sink.bytes()));
  await expect(renderTile(tiff, changeRendering(), { z: 0, x: 0, y: 0 })).rejects.toThrow(
    /coordinate system/,
  );
});

describe('tiles of a change layer', () => {
  test('one changed pixel stays visible from afar', async () => {
    const mask = new Uint8Array(grid.width * grid.height);
    mask[300 * grid.width + 350] = changePalette.burn.code;
    const tiff = await cog([mask], true);
    for (const z of [8, 10, 12, 14, 16]) {
      const { rgba } = await pixels(
        (await renderTile(tiff, changeRendering(), tileAt(longitude, latitude, z)))!,
      );
      const colours = new Set<string>();
      let changed = 0;
      for (let index = 0; index < rgba.length; index += 4) {
        if (rgba[index + 3] === 0) continue;
        colours.add([...rgba.subarray(index, index + 4)].join());
        changed++;
      }
      // From afar all of it is outline; zoomed in, the ground shows through its middle.
      const alphas = z === 16 ? [changeAlpha, changeInnerAlpha] : [changeAlpha];
      expect([...colours]).toEqual(
        alphas.map((alpha) => [...changePalette.burn.colour, alpha].join()),
      );
      expect(changed).toBeGreaterThanOrEqual(1);
      // When zoomed in, a pixel of 10 m is as large as it is on the ground: 10 m / 1.61 m, squared,
      // at 47.6° north.
      if (z === 16) expect(changed).toBeGreaterThan(30);
    }
  });

  /** What part of a tile's pixels each colour has. */
  async function colourCounts(png: Uint8Array | null): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    if (png === null) return counts;
    const { rgba } = await pixels(png);
    for (let index = 0; index < rgba.length; index += 4) {
      if (rgba[index + 3] === 0) continue;
      const colour = [...rgba.subarray(index, index + 3)].join();
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return counts;
  }

  test('kinds have their colours near and far, and only those that are asked for show', async () => {
    const layer = new Uint8Array(grid.width * grid.height);
    for (let row = 250; row < 350; row++) {
      layer.fill(changePalette.water.code, row * 700 + 300, row * 700 + 340);
      layer.fill(changePalette.vegetation_gain.code, row * 700 + 360, row * 700 + 400);
    }
    const tiff = await cog([layer], true);
    const [water, gain] = [changePalette.water, changePalette.vegetation_gain].map(({ colour }) =>
      colour.join(),
    );
    for (const z of [9, 11, 13]) {
      const tile = tileAt(longitude, latitude, z);
      const both = await colourCounts(await renderTile(tiff, changeRendering(), tile));
      expect([...both.keys()].sort()).toEqual([water, gain].sort());
      const one = await colourCounts(await renderTile(tiff, changeRendering(['water']), tile));
      expect([...one]).toEqual([[water, both.get(water!)]]);
      expect(await renderTile(tiff, changeRendering([]), tile)).toBeNull();
    }
  });

  test('from afar the commonest of several kinds stands for all', async () => {
    const layer = new Uint8Array(grid.width * grid.height);
    layer.fill(changePalette.built_up.code, 298 * 700, 302 * 700);
    for (let row = 298; row < 302; row++) layer[row * 700 + 350] = changePalette.burn.code;
    const tiff = await cog([layer], true);
    const tile = tileAt(longitude, latitude, 10);
    const counts = await colourCounts(await renderTile(tiff, changeRendering(), tile));
    expect([...counts.keys()]).toEqual([changePalette.built_up.colour.join()]);
  });

  test('a file of an earlier version, of which no kind is known, shows its change', async () => {
    const layer = new Uint8Array(grid.width * grid.height).fill(254);
    layer.fill(0, 200 * 700, 400 * 700);
    layer.fill(1, 290 * 700, 310 * 700);
    layer.fill(255, 310 * 700, 320 * 700);
    const tiff = await cog([layer], true);
    const tile = tileAt(longitude, latitude, 13);
    const counts = await colourCounts(await renderTile(tiff, changeRendering(), tile));
    expect([...counts.keys()].sort()).toEqual(
      [changePalette.changed.colour.join(), '226,229,232'].sort(),
    );
  });

  test('without change there is nothing to see', async () => {
    const tiff = await cog([new Uint8Array(grid.width * grid.height)], true);
    expect(await renderTile(tiff, changeRendering(), tileAt(longitude, latitude, 13))).toBeNull();
  });
});
