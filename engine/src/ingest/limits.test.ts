import { expect, test } from 'vitest';
import { buildTiff } from '../../testing/tiff-builder.ts';
import { memorySource } from '../tiff/index.ts';
import { inspectRaster } from './index.ts';

/** One pixel in a tile that the file leaves out. What a tile unpacks to is its sides' product. */
async function inspectTile(height: number, bandCount: number) {
  const bytes = await buildTiff({
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
  else await expect(inspection).rejects.toThrow(/unpacks to .* smaller tiles/);
});
