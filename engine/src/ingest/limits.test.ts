import { describe, expect, test } from 'vitest';
import { memorySource } from '../../testing/memory-file.ts';
import { buildTiff, type TiffFixture } from '../../testing/tiff-builder.ts';
import { toldLater } from '../../testing/told.ts';
import { inspectRaster } from './index.ts';
import { keptBands } from './limits.ts';

/** One pixel in a tile that the file leaves out. What a tile unpacks to is its sides' product. */
async function inspectTile(
  height: number,
  bandCount: number,
  { tags, ...more }: Partial<TiffFixture> = {},
) {
  const bytes = await buildTiff({
    ...more,
    width: 1,
    height: 1,
    bands: Array.from({ length: bandCount }, () => [0]),
    planar: true,
    tile: { width: 16, height: 16 },
    sparse: Array.from({ length: bandCount }, (_, band) => band),
    tags: {
      322: { type: 'long', values: [16_384] },
      323: { type: 'long', values: [height] },
      33550: { type: 'double', values: [1, 1, 0] },
      33922: { type: 'double', values: [0, 0, 0, 0, 0, 0] },
      34735: { type: 'short', values: [1, 1, 0, 1, 2048, 0, 1, 4326] },
      ...tags,
    },
  });
  return await inspectRaster(memorySource(bytes));
}

test.each([
  [8_192, 1, true],
  [8_208, 1, false],
  [8_192, 2, true],
  [8_192, 3, false],
  // Of more than 16 bands one is kept.
  [8_192, 17, true],
])('of tiles of 16,384 × %d bytes in %d planes it is %o that they are read', async (...given) => {
  const [height, bandCount, isRead] = given;
  const inspection = inspectTile(height, bandCount);
  if (isRead) await expect(inspection).resolves.toMatchObject({ header: { bandCount } });
  else
    await expect(toldLater(inspection)).rejects.toThrow(
      /unpacks to .* Run gdal_translate -co TILED=YES input.tif output.tif/,
    );
});

test.each([
  ['jpeg', 4096, true],
  ['jpeg', 4112, false],
  ['webp', 4112, false],
  // The file's only tile.
  ['lerc', 1024, true],
  ['lerc', 1040, false],
] as const)('of tiles of 16,384 × %s %d it is %o that they are read', async (...given) => {
  const [compression, height, isRead] = given;
  const codes = { jpeg: 7, webp: 50_001, lerc: 34_887 };
  const code = { type: 'short', values: [codes[compression]] } as const;
  const inspection = inspectTile(height, 1, { tags: { 259: code } });
  if (isRead) await expect(inspection).resolves.toMatchObject({ header: { compression } });
  else
    await expect(toldLater(inspection)).rejects.toThrow(
      /A tile .* unpacks to .* gdal_translate -co TILED=YES/,
    );
});

test.each([
  [512, true],
  [528, false],
])('of two tiles of 16,384 × LERC %d it is %o that they are read', async (height, isRead) => {
  const inspection = inspectTile(height, 1, {
    tags: {
      256: { type: 'long', values: [16_385] },
      259: { type: 'short', values: [34_887] },
      33550: { type: 'double', values: [1e-6, 1e-6, 0] },
    },
  });
  if (isRead) await expect(inspection).resolves.toMatchObject({ header: { width: 16_385 } });
  else
    await expect(toldLater(inspection)).rejects.toThrow(/A tile .* unpacks to .* limit is 8388608/);
});

describe('a raster that is wide', () => {
  const wide = (width: number, bandCount: number, tileHeight = 256) =>
    inspectTile(tileHeight, bandCount, {
      format: 'float',
      bits: 32,
      tags: {
        256: { type: 'long', values: [width] },
        257: { type: 'long', values: [256] },
        // A thousandth of a second of arc, so that it lies on earth.
        33550: { type: 'double', values: [1e-6, 1e-6, 0] },
      },
    });

  test.each([
    [49_152, 16, 16],
    [49_153, 16, 1],
    [60_000, 16, 1],
    [60_000, 8, 8],
  ])('of %d columns and %d bands keeps %d', async (width, bandCount, kept) => {
    const { image } = await wide(width, bandCount);
    expect(keptBands(image, 0)).toHaveLength(kept);
  });

  test('counts the planes that are kept, of which each tile has 17 MiB here', async () => {
    await expect(wide(60_000, 16, 272)).resolves.toMatchObject({ header: { bandCount: 16 } });
    await expect(toldLater(wide(49_152, 16, 272))).rejects.toThrow(
      /A tile of all bands .* unpacks to/,
    );
  });

  test('of more columns than a row of tiles may have is refused', async () => {
    await expect(wide(786_432, 1)).resolves.toMatchObject({ header: { width: 786_432 } });
    await expect(toldLater(wide(786_433, 1))).rejects.toThrow(
      /is 786433 pixels wide; the limit for its numbers is 786432. Run gdal_translate -outsize 50% 50% /,
    );
  });
});
