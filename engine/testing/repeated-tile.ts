import { openTiff } from '../src/tiff/index.ts';
import { memorySource } from './memory-file.ts';
import { buildTiff, type TiffFixture } from './tiff-builder.ts';

const tilePixels = 512;

/**
 * A large raster in a small file: all its tiles are the same bytes of the file. Their western half is 10
 * and their eastern half 200. It lies in UTM zone 13, with pixels of 30 m.
 */
export async function buildRepeatedTile({ tilesAcross = 8, tilesDown = 8 } = {}): Promise<Buffer> {
  const numbers = Array.from({ length: tilePixels ** 2 }, (_, index) =>
    index % tilePixels < tilePixels / 2 ? 10 : 200,
  );
  const image: TiffFixture = {
    width: tilePixels,
    height: tilePixels,
    bands: [numbers],
    tile: { width: tilePixels, height: tilePixels },
    compression: 'deflate',
    tags: {
      33550: { type: 'double', values: [30, 30, 0] },
      33922: { type: 'double', values: [0, 0, 0, 400_000, 4_500_000, 0] },
      34735: {
        type: 'short',
        values: [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32_613],
      },
    },
  };
  const { offset, length } = await placeOfTile(await buildTiff(image));
  const count = tilesAcross * tilesDown;
  const long = (values: number[]) => ({ type: 'long', values }) as const;
  const repeated = await buildTiff({
    ...image,
    tags: {
      ...image.tags,
      256: long([tilesAcross * tilePixels]),
      257: long([tilesDown * tilePixels]),
      324: long(Array(count).fill(offset)),
      325: long(Array(count).fill(length)),
    },
  });
  return Buffer.from(repeated);
}

/**
 * In such a file the pixels come before everything else, so they have the same place in a larger
 * one.
 */
async function placeOfTile(file: Uint8Array) {
  const { image } = await openTiff(memorySource(file));
  const locate = await image.blockTable.locator();
  return locate(0, 0, 0)!;
}
