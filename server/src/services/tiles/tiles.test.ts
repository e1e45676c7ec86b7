import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import { changeRendering } from '@refugia/engine/render/change-palette.ts';
import { writeCog, writeFileAtomically } from '@refugia/engine/tiff/index.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTiles, type Tiles, TilesBusyError } from './tiles.ts';

// In UTM zone 13 N, easting 500 km is 105° west, and by PROJ 9.1 northing 4,427,757 m is 40° north.
const width = 64;
const description = {
  width,
  height: width,
  epsg: 32613,
  affine: [10, 0, 500_000, 0, -10, 4_427_757] as const,
};
const tile = tileAt(-104.9985, 39.9985, 14);

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tiles-'));
  path = join(folder, 'change.tif');
  const samples = [new Uint8Array(width * width).fill(1)];
  await writeFileAtomically(path, (sink) =>
    writeCog({ ...description, sampleType: 'uint8', nodata: 254, samples }, sink, { tileSize: 64 }),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function question(file = path, address = tile) {
  return {
    location: { kind: 'file', path: file },
    rendering: changeRendering(),
    tile: address,
    size: 256,
  } as const;
}

describe('tiles of stored pictures', () => {
  let tiles: Tiles;
  beforeEach(() => {
    tiles = createTiles({ threads: 1 });
  });
  afterEach(() => tiles.close());

  test('shows the picture', async () => {
    const { channels } = await sharp(await tiles.png(question())).stats();
    expect(channels.at(-1)?.max).toBeGreaterThan(0);
  });

  test('is transparent beside it, in the size that was asked for', async () => {
    const image = sharp(await tiles.png({ ...question(path, { z: 14, x: 0, y: 0 }), size: 512 }));
    expect(await image.metadata()).toMatchObject({ width: 512, height: 512 });
    const { data } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(data.every((byte, index) => index % 4 !== 3 || byte === 0)).toBe(true);
  });

  test('there is none of a file that is not there', async () => {
    expect(await tiles.png(question(join(folder, 'no.tif')))).toBeUndefined();
  });

  test('a damaged file fails its own tiles only', async () => {
    const damaged = join(folder, 'damaged.tif');
    await writeFile(damaged, 'II*\0this is no picture');
    await expect(tiles.png(question(damaged))).rejects.toThrow();
    expect(await tiles.png(question())).toBeInstanceOf(Uint8Array);
  });
});

test('more tiles than may wait are refused, and the rest is served', async () => {
  const tiles = createTiles({ threads: 1, maxWaiting: 2 });
  const { z, x, y } = tile;
  const asked = [0, 1, 2, 3].map((east) => tiles.png(question(path, { z, x: x + east, y })));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  expect((outcomes[3] as PromiseRejectedResult).reason).toBeInstanceOf(TilesBusyError);
  await tiles.close();
});

test('a tile that takes too long is refused like one that waits too long', async () => {
  // The thread alone takes longer to start.
  const tiles = createTiles({ threads: 1, taskMilliseconds: 1 });
  await expect(tiles.png(question())).rejects.toBeInstanceOf(TilesBusyError);
  await tiles.close();
});
