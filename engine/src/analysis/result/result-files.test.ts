import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromArrayBuffer } from 'geotiff';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Composite } from '../../composite/types.ts';
import type { Grid } from '../../raster/grid.ts';
import { rectangleLayout } from '../../raster/pixel-layout.ts';
import { resultFiles, writePictures } from './result-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-result-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const squareOf = (side: number) => ({ layout: rectangleLayout({ width: side, height: side }) });
const never = new AbortController().signal;

function compositeOf(side: number, seed: number): Composite {
  const grid: Grid = {
    width: side,
    height: side,
    affine: [10, 0, 500_000, 0, -10, 4_600_000],
    epsg: 32_614,
  };
  const count = side * side;
  const bands = [0, 1, 2].map((band) => {
    const samples = new Uint16Array(new SharedArrayBuffer(2 * count));
    return samples.map((_, pixel) => 1 + ((pixel * (seed + band)) % 9973));
  });
  return {
    grid,
    names: ['blue', 'green', 'red'],
    bands,
    valid: new Uint8Array(count).fill(1),
    water: new Uint8Array(count),
    sceneIndex: new Uint8Array(count),
    scenes: [],
    date: '2020-07-01',
    clearShare: 1,
  };
}

// The larger ones are written in threads of their own.
test.each([300, 800])(
  'pictures of %d² pixels hold the bands, read back by geotiff',
  async (side) => {
    const files = resultFiles(folder);
    const pair = { before: compositeOf(side, 7), after: compositeOf(side, 11) };
    await writePictures(files, pair, squareOf(side), never);
    for (const date of ['before', 'after'] as const) {
      const bytes = await readFile(files[date]);
      const image = await (await fromArrayBuffer(new Uint8Array(bytes).buffer)).getImage();
      const bands = (await image.readRasters()) as unknown as Uint16Array[];
      expect(bands.map((band) => Array.from(band))).toEqual(
        pair[date].bands.map((band) => Array.from(band)),
      );
    }
  },
);

test('an abort in the middle leaves no file and rejects with its reason', async () => {
  const abort = new AbortController();
  const pair = { before: compositeOf(2000, 7), after: compositeOf(2000, 11) };
  const written = writePictures(resultFiles(folder), pair, squareOf(2000), abort.signal);
  abort.abort(new Error('no longer wanted'));
  await expect(written).rejects.toThrow('no longer wanted');
  expect(await readdir(folder)).toEqual([]);
});

test('a folder that is not there is an error that names a file', async () => {
  const pair = { before: compositeOf(20, 7), after: compositeOf(20, 11) };
  const files = resultFiles(join(folder, 'missing'));
  await expect(writePictures(files, pair, squareOf(20), never)).rejects.toThrow(
    /missing.*(before|after)\.tif/,
  );
});
