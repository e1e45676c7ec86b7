import sharp from 'sharp';
import { expect, test } from 'vitest';
import { memorySink, memorySource } from '../../testing/memory-file.ts';
import { coordinateTransform } from '../crs/transform.ts';
import { tileAt, tileBounds } from '../geo/web-mercator.ts';
import { openTiff, writeCog } from '../tiff/index.ts';
import { naturalColours } from './rendering.ts';
import { renderTile } from './tile.ts';

/** Oregon in the pixels in which a run would compare it. */
const grid = {
  width: 2200,
  height: 1870,
  affine: [320, 0, -2_294_400, 0, -320, 2_899_840] as const,
  epsg: 5070,
};
const [longitude, latitude] = [-120.5, 44];
/** Red reflectance × 10,000 grows eastwards and southwards: bilinear keeps a plane as it is. */
const red = (column: number, row: number): number => 300 + 0.8 * column + 0.4 * row;

// Places are told by EPSG:5070 as crs.test.ts holds it against PROJ.
test.each([6, 8, 10])('a state in Albers pixels lies where it is, at zoom %i', async (z) => {
  const samples = ['blue', 'green', 'red', 'nir'].map((name) =>
    Uint16Array.from({ length: grid.width * grid.height }, (_, index) =>
      name === 'red' ? red(index % grid.width, Math.floor(index / grid.width)) : 1000,
    ),
  );
  const sink = memorySink();
  const bands = ['blue', 'green', 'red', 'nir'].map((description) => ({ description }));
  await writeCog({ ...grid, sampleType: 'uint16', nodata: 0, bands, samples }, sink, {
    tileSize: 256,
    overviews: 'average',
  });
  const tiff = await openTiff(memorySource(sink.bytes()));
  const tile = tileAt(longitude, latitude, z);
  const png = await renderTile(tiff, naturalColours, tile);
  const rgba = await sharp(png!).ensureAlpha().raw().toBuffer();
  const [west, , east, north] = tileBounds(tile);
  const toGrid = coordinateTransform(3857, 5070);
  let compared = 0;
  for (let index = 0; index < 256 * 256; index += 97) {
    if (rgba[index * 4 + 3] === 0) continue;
    const x = west + (((index % 256) + 0.5) * (east - west)) / 256;
    const y = north - ((Math.floor(index / 256) + 0.5) * (east - west)) / 256;
    const [easting, northing] = toGrid(x, y);
    const column = (easting - grid.affine[2]) / 320;
    const row = (grid.affine[5] - northing) / 320;
    if (column < 30 || row < 30 || column > 2170 || row > 1840) continue;
    const reflectance = red(column - 0.5, row - 0.5) / 10_000;
    const expected = 255 * Math.min(1, (reflectance - 0.01) / 0.29) ** (1 / 1.6);
    expect(Math.abs(rgba[index * 4] - expected)).toBeLessThanOrEqual(2);
    compared++;
  }
  expect(compared).toBeGreaterThan(50);
});
