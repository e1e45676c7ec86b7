import { createHash } from 'node:crypto';
import { memorySink, memorySource } from '@refugia/engine/testing/memory-file.ts';
import { openTiff, readWindow, type TiffImage, writeCog } from '@refugia/engine/tiff/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  blackToWhite,
  type ValueMapperCalls,
  valueMapperCalls,
} from '../../../testing/value-mapper-calls.ts';

let refugia: TestApp;
let calls: ValueMapperCalls;

beforeAll(async () => {
  refugia = await createTestApp();
  calls = valueMapperCalls(refugia, await refugia.registerAndLogin());
});
afterAll(() => refugia.close());

const [width, height] = [1_304, 1_104];

/** 0 to 1,012, without any order that can be seen. */
const scattered = (column: number, row: number) =>
  ((Math.imul(column, 73_856_093) ^ Math.imul(row, 19_349_663)) >>> 0) % 1_013;

const eachPixel = (of: (column: number, row: number) => number) => ({
  length: width * height,
  of: (_: unknown, at: number) => of(at % width, Math.floor(at / width)),
});

/** Bytes with a colour map: six classes and nodata, pixel by pixel, so that many counts are equal. */
const single = eachPixel((column, row) => {
  const code = scattered(column, row) % 7;
  return code === 6 ? 255 : code;
});
/** Whole numbers without one: eight classes from −3 on and nodata, in squares of nine pixels. */
const squares = eachPixel(
  (column, row) => (scattered(Math.floor(column / 3), Math.floor(row / 3)) % 9) - 4,
);
const rainbow = Array.from({ length: 256 }, (_, code) => [code, 255 - code, 7] as const);

const files = {
  'a colour map': {
    sampleType: 'uint8',
    samples: [Uint8Array.from(single, single.of)],
    nodata: 255,
    palette: rainbow,
  },
  'whole numbers': {
    sampleType: 'int16',
    samples: [Int16Array.from(squares, squares.of)],
    nodata: -4,
  },
} as const;

/** The first digits of the SHA-256 of an image's samples, little-endian, row by row. */
async function digestOf(image: TiffImage): Promise<string> {
  const window = { column: 0, row: 0, width: image.width, height: image.height };
  const { bands } = await readWindow(image, window);
  const { buffer, byteOffset, byteLength } = bands[0]!;
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** The digests of a downloaded COG: full size, then each overview. */
async function digestsOf(rasterID: number, file: string): Promise<string[]> {
  const path = `/api/conservation_value_mapper/rasters/${rasterID}/files/${file}`;
  const { image, overviews } = await openTiff(memorySource((await calls.fetch(path)).rawPayload));
  return await Promise.all([image, ...overviews].map(digestOf));
}

// Expected: the same pixels made by numpy 1.24, those with a class v·10⁴ as int16 and all others −32768,
// and `gdaladdo -r mode … 2 4` of GDAL 3.6.2 on them. Nodata is not counted there, and of classes that
// are equally frequent the one counts that is so first.
test.each([
  {
    name: 'a colour map',
    values: [0, 1, 2, 3, 4].map((code) => ({ code, value: code / 4 - 0.5 })),
    cog: ['9109866018e4a316', 'e56446ead8d8b6b6', '9a358ecf328e11bf'],
    valued: ['336613e858fb38d7', '9e640eff36ee2097', '4a2f19a757704fd7'],
  },
  {
    name: 'whole numbers',
    values: [-3, -2, -1, 0, 1, 2, 3].map((code) => ({ code, value: code * 0.3333 })),
    cog: ['d03a2f9fa2028140', '4c92f4044074fb72', 'd9260d028c7f5198'],
    valued: ['02b5a500166567b2', '07b0e285363e34ee', 'ade7a38d894a755e'],
  },
] as const)('each pixel and overview of classes and their values: $name', async (expected) => {
  const { name, values } = expected;
  const sink = memorySink();
  const place = { affine: [30, 0, 500_000, 0, -30, 4_500_000], epsg: 32613 } as const;
  await writeCog({ width, height, ...files[name], ...place }, sink, { overviews: 'none' });
  const { dataLayerID } = await calls.makeLayer();
  const rasterID = (await calls.upload(dataLayerID, sink.bytes())).json();
  await calls.processRaster(rasterID);
  const choice = { rasterID, type: 'metadata', kind: 'categorical' };
  expect((await calls.ask('PUT', 'orig_rst_datasets_ctrl', choice)).statusCode).toBe(200);
  expect((await calls.processRaster(rasterID)).json()).toMatchObject({ kind: 'categorical' });
  expect(await digestsOf(rasterID, 'cog')).toEqual(expected.cog);

  const { valRstDatasetID } = (
    await calls.ask('POST', 'val_rst_datasets_ctrl', {
      dataLayerID,
      colorPalette: blackToWhite,
      fnType: 'class',
      classValues: JSON.stringify(values),
    })
  ).json();
  for (const type of ['genValRst', 'genValImg']) {
    const step = await calls.ask('PUT', 'val_rst_datasets_ctrl', { valRstDatasetID, type });
    expect([type, step.statusCode]).toEqual([type, 200]);
  }
  expect(await digestsOf(rasterID, 'valued-cog')).toEqual(expected.valued);
});
