import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { RasterError } from '@refugia/engine/ingest/index.ts';
import { FileSource } from '@refugia/engine/source/file-source.ts';
import { memorySink } from '@refugia/engine/testing/memory-file.ts';
import { buildTiff } from '@refugia/engine/testing/tiff-builder.ts';
import { openTiff, readWindow, writeCog } from '@refugia/engine/tiff/index.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRasters } from './rasters.ts';

const rasters = createRasters();
let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-rasters-'));
  await writeRaster('slope.tif', 300, 200);
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes a raster whose values grow from 0 in the west. Its first row has no data. */
async function writeRaster(name: string, width: number, height: number): Promise<void> {
  const sink = memorySink();
  const samples = Float32Array.from({ length: width * height }, (_, index) =>
    index < width ? -9999 : index % width,
  );
  const affine = [10, 0, 500_000, 0, -10, 4_500_000] as const;
  const image = { width, height, sampleType: 'float32', samples: [samples] } as const;
  await writeCog({ ...image, affine, epsg: 32613, nodata: -9999 }, sink, { overviews: 'none' });
  await writeFile(at(name), sink.bytes());
}

test('a file is inspected and taken in by one process, valued and drawn by others', async () => {
  const told: unknown[] = [];
  const shares: number[] = [];
  const facts = await rasters.ingest(
    at('slope.tif'),
    at('slope-cog.tif'),
    {},
    {
      coarsePath: at('coarse.tif'),
      onInspected: async (header) => void told.push(header),
      // A small raster has none.
      onCoarse: async (coarse) => void told.push(coarse),
      onProgress: (share) => shares.push(share),
    },
  );
  const header = { width: 300, height: 200, crs: { epsg: 32613 }, nodata: '-9999' };
  expect(told).toMatchObject([header, null]);
  expect(facts.shown.statistics).toMatchObject({ minimum: 0, maximum: 299, mean: 149.5 });
  expect(facts.shown.nodataCount).toBe(300);
  expect(shares.at(-1)).toBe(1);
  const range = { min: 0, max: 299 };
  const curve = { type: 'lin', coefficients: { A: 2, B: 0, C: -1 } } as const;
  const valuation = { kind: 'curve', curve, range } as const;
  await rasters.value(at('slope-cog.tif'), at('valued.tif'), valuation);
  await using source = await FileSource.open(at('valued.tif'));
  const { image } = await openTiff(source);
  expect(image).toMatchObject({ sampleType: 'int16', nodata: -32_768, epsg: 32613 });
  expect(image.bands[0].scale).toBe(1e-4);
  const { bands } = await readWindow(image, { column: 0, row: 0, width: 300, height: 2 });
  expect([bands[0][0], bands[0][300], bands[0][599]]).toEqual([-32_768, -10_000, 10_000]);
  const drawn: number[] = [];
  const picture = await rasters.picture(
    at('slope-cog.tif'),
    at('slope.png'),
    { valuation },
    { onProgress: (share) => drawn.push(share) },
  );
  expect(drawn[0]).toBe(0);
  const { width, height } = await sharp(await readFile(at('slope.png'))).metadata();
  expect([width, height]).toEqual([picture.width, picture.height]);
  expect(picture.worldFile.split('\n')).toHaveLength(7);
  expect((await readdir(folder)).sort()).toEqual([
    'slope-cog.tif',
    'slope.png',
    'slope.tif',
    'valued.tif',
  ]);
});

test('a refusal keeps its code and fact, and leaves nothing behind', async () => {
  await writeFile(at('page.tif'), '<html></html>');
  const refused = rasters.ingest(at('page.tif'), at('none.tif'), { name: 'Page.tif' });
  await expect(refused).rejects.toBeInstanceOf(RasterError);
  await expect(refused).rejects.toMatchObject({
    code: 'not-a-tiff',
    fact: {
      code: 'tiff-unreadable',
      params: { detail: 'Page.tif is not a TIFF: it does not begin with II or MM.' },
    },
  });
  expect((await readdir(folder)).filter((name) => name.includes('none'))).toEqual([]);
});

test('work that nobody wants any more ends, and leaves nothing behind', async () => {
  await writeRaster('large.tif', 3000, 3000);
  const leaving = new AbortController();
  const work = rasters.ingest(
    at('large.tif'),
    at('left.tif'),
    {},
    {
      signal: leaving.signal,
      onProgress: () => leaving.abort(new Error('gone')),
    },
  );
  await expect(work).rejects.toThrow('gone');
  expect((await readdir(folder)).filter((name) => name.includes('left'))).toEqual([]);
});

test('who can not take what is told of a file ends the work on it', async () => {
  const work = rasters.ingest(
    at('slope.tif'),
    at('left.tif'),
    {},
    { onInspected: () => Promise.reject(new Error('no longer wanted')) },
  );
  await expect(work).rejects.toThrow('no longer wanted');
  expect((await readdir(folder)).filter((name) => name.includes('left'))).toEqual([]);
});

test('zones are measured in a process that ends when nobody waits for them', async () => {
  const west = rectanglePolygon([-105.1, 40.5, -104.9, 40.7]);
  const shapes = Buffer.from(JSON.stringify([west, west]));
  const question = { edges: 'centre', threshold: 100 } as const;
  const found = await rasters.zones(at('slope-cog.tif'), shapes, question);
  expect(found).toHaveLength(2);
  expect(found[0]).toMatchObject({ mean: expect.closeTo(149.5, 3), minimum: 0, maximum: 299 });
  expect(found[0]!.hectaresAbove / found[0]!.hectares).toBeCloseTo(2 / 3, 5);
  const leaving = new AbortController();
  const work = rasters.zones(at('slope-cog.tif'), shapes, question, { signal: leaving.signal });
  leaving.abort(new Error('gone'));
  await expect(work).rejects.toThrow('gone');
});

/** A raster of zeros in one tile, packed by deflate with predictor 3. */
async function writeLargeTile(name: string, width: number, height: number): Promise<void> {
  const packed = deflateSync(new Uint8Array(4 * width * height), { level: 1 });
  const build = (offset: number) =>
    buildTiff({
      width: 1,
      height: 1,
      bands: [[0]],
      format: 'float',
      bits: 32,
      compression: 'deflate',
      predictor: 3,
      tile: { width: 16, height: 16 },
      tags: {
        256: { type: 'long', values: [width] },
        257: { type: 'long', values: [height] },
        322: { type: 'long', values: [width] },
        323: { type: 'long', values: [height] },
        324: { type: 'long', values: [offset] },
        325: { type: 'long', values: [packed.length] },
        33550: { type: 'double', values: [1e-3, 1e-3, 0] },
        33922: { type: 'double', values: [0, 0, 0, 0, 0, 0] },
        34735: { type: 'short', values: [1, 1, 0, 1, 2048, 0, 1, 4326] },
      },
    });
  const structure = await build(0);
  await writeFile(at(name), Buffer.concat([await build(structure.length), packed]));
}

test('a tile of 128 MiB is taken in with less memory than a process may use', async () => {
  await writeLargeTile('one-tile.tif', 8192, 4096);
  const { shown } = await rasters.ingest(at('one-tile.tif'), at('one-tile-cog.tif'));
  expect(shown).toMatchObject({ validCount: 8192 * 4096, statistics: { minimum: 0, maximum: 0 } });
});

test('a picture with opacity is taken in with less memory than a process may use', async () => {
  const [width, height] = [8192, 4096];
  const samples = [0, 0, 0, 255].map((value) => new Uint8Array(width * height).fill(value));
  const affine = [10, 0, 500_000, 0, -10, 4_500_000] as const;
  const image = { width, height, sampleType: 'uint8', samples, affine, epsg: 32613 } as const;
  const sink = memorySink();
  await writeCog({ ...image, isRgb: true, alphaBand: 3 }, sink, { overviews: 'none' });
  await writeFile(at('opaque.tif'), sink.bytes());
  const { shown } = await rasters.ingest(at('opaque.tif'), at('opaque-cog.tif'));
  expect(shown.validCount).toBe(width * height);
});
