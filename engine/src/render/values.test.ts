import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { memorySink, memorySource } from '../../testing/memory-file.ts';
import type { TileAddress } from '../geo/web-mercator.ts';
import type { Affine } from '../raster/grid.ts';
import { openTiff, writeCog } from '../tiff/index.ts';
import { colourOfValue, palettes, valuationFunction } from '../valuation/index.ts';
import { type Cog, cogOf, openCog, readValueAt } from './cog.ts';
import { decodeDataTile, pixelState } from './data-tile.ts';
import { renderPicture } from './picture.ts';
import { tileWindow } from './positions.ts';
import { sampleMap } from './sample.ts';
import { renderTile } from './tile.ts';

const width = 40;
const height = 30;
const nodata = -9999;
const cos30 = Math.cos(Math.PI / 6);
const samples = Float32Array.from({ length: width * height }, (_, index) => {
  const column = index % width;
  const row = Math.floor(index / width);
  const isHole = column > 20 && column < 26 && row > 10 && row < 15;
  return isHole ? nodata : column * column + 3 * row + ((column * 7 + row * 5) % 11) * 20;
});
const bands = [
  { items: { STATISTICS_MINIMUM: '0', STATISTICS_MAXIMUM: '1808', RASTER_KIND: 'continuous' } },
];

interface Placed {
  readonly epsg: number;
  readonly affine: Affine;
}

async function cogBytes({ epsg, affine }: Placed): Promise<Uint8Array> {
  const sink = memorySink();
  const image = { width, height, sampleType: 'float32', samples: [samples] } as const;
  await writeCog({ ...image, affine, epsg, nodata, bands }, sink, { overviews: 'none' });
  return sink.bytes();
}

const cogAt = async (place: Placed): Promise<Cog> => openCog(memorySource(await cogBytes(place)));

/**
 * The results of GDAL 3.6.2: `gdalwarp -et 0 -r bilinear|near -t_srs EPSG:3857 -te … -ts 256 256`
 * for the tile. They are the number of pixels with data, and the numbers of some pixels by their
 * places, row by row.
 */
interface Warped {
  readonly place: Placed;
  readonly tile: TileAddress;
  readonly count: number;
  readonly bilinear: readonly (readonly [pixel: number, value: number])[];
  readonly nearest: readonly (readonly [pixel: number, value: number])[];
}

const warped: Readonly<Record<string, Warped>> = {
  'rotated by 30°, UTM': {
    place: { epsg: 32613, affine: [100 * cos30, 50, 400_000, 50, -100 * cos30, 4_300_000] },
    tile: { z: 12, x: 840, y: 1567 },
    count: 13228,
    bilinear: [
      [32167, 1405.1272],
      [37502, 653.7183],
      [41572, 253.3298],
      [45248, 1386.9823],
      [48511, 332.3485],
      [51827, 277.5114],
      [54912, 336.8942],
      [61332, 327.6521],
    ],
    nearest: [
      [32167, 1365.0],
      [37502, 690.0],
      [41572, 215.0],
      [45248, 1482.0],
      [48511, 315.0],
      [51827, 243.0],
      [54912, 261.0],
      [61332, 303.0],
    ],
  },
  'south-up': {
    place: { epsg: 4326, affine: [0.1, 0, -108, 0, 0.1, 38] },
    tile: { z: 8, x: 52, y: 97 },
    count: 58110,
    bilinear: [
      [1162, 487.0161],
      [6392, 711.0972],
      [13365, 313.6763],
      [21500, 755.8833],
      [31769, 266.9251],
      [44356, 373.8445],
      [52751, 241.3736],
      [62630, 525.7231],
    ],
    nearest: [
      [1162, 518.0],
      [6392, 730.0],
      [13365, 284.0],
      [21500, 830.0],
      [31769, 303.0],
      [44356, 378.0],
      [52751, 214.0],
      [62630, 504.0],
    ],
  },
  'counted from 0 to 360': {
    place: { epsg: 4326, affine: [0.5, 0, 350, 0, -0.5, 45] },
    tile: { z: 4, x: 8, y: 6 },
    count: 16744,
    bilinear: [
      [618, 1634.1932],
      [4113, 619.8219],
      [9553, 1277.0929],
      [15669, 1026.198],
      [20995, 539.877],
      [26631, 601.9283],
      [31054, 1283.5487],
      [37450, 1239.5852],
    ],
    nearest: [
      [618, 1648.0],
      [4113, 599.0],
      [9553, 1315.0],
      [15669, 1049.0],
      [20995, 537.0],
      [26631, 587.0],
      [31054, 1244.0],
      [37450, 1333.0],
    ],
  },
  'across the antimeridian, UTM': {
    place: { epsg: 32660, affine: [10_000, 0, 600_000, 0, -10_000, 5_000_000] },
    tile: { z: 6, x: 0, y: 23 },
    count: 24106,
    bilinear: [
      [1348, 804.228],
      [5009, 1584.2637],
      [10014, 484.5071],
      [15750, 1520.4814],
      [22818, 557.4007],
      [29211, 494.9929],
      [34358, 753.5762],
      [41779, 696.9163],
    ],
    nearest: [
      [1348, 825.0],
      [5009, 1687.0],
      [10014, 559.0],
      [15750, 1536.0],
      [22818, 565.0],
      [29211, 461.0],
      [34358, 805.0],
      [41779, 693.0],
    ],
  },
  'around the north pole': {
    place: { epsg: 3413, affine: [150_000, 0, -3_000_000, 0, -200_000, 3_000_000] },
    tile: { z: 3, x: 5, y: 0 },
    count: 13592,
    bilinear: [
      [44804, 859.2873],
      [48189, 877.1176],
      [51489, 914.2022],
      [54606, 837.651],
      [57392, 873.3303],
      [60071, 736.2021],
      [62110, 752.8679],
      [64799, 881.7545],
    ],
    nearest: [
      [44804, 918.0],
      [48189, 918.0],
      [51489, 918.0],
      [54606, 815.0],
      [57392, 891.0],
      [60071, 712.0],
      [62110, 712.0],
      [64799, 891.0],
    ],
  },
  'in feet': {
    place: { epsg: 2231, affine: [300, 0, 3_000_000, 0, -300, 1_300_000] },
    tile: { z: 12, x: 847, y: 1548 },
    count: 8359,
    bilinear: [
      [22001, 641.2573],
      [24238, 113.4651],
      [27056, 121.2962],
      [30206, 915.6362],
      [34047, 958.0674],
      [37610, 604.7067],
      [40429, 628.8495],
      [44490, 335.6167],
    ],
    nearest: [
      [22001, 636.0],
      [24238, 78.0],
      [27056, 167.0],
      [30206, 894.0],
      [34047, 969.0],
      [37610, 681.0],
      [40429, 618.0],
      [44490, 308.0],
    ],
  },
};
const range = 1808;

test.each(Object.entries(warped))(
  'a raster %s is placed as gdalwarp places it',
  async (_, expected) => {
    const cog = await cogAt(expected.place);
    const window = tileWindow(expected.tile, 256);
    for (const [kind, points, tolerance] of [
      ['continuous', expected.bilinear, 1e-6 * range],
      ['categorical', expected.nearest, 0],
    ] as const) {
      const map = (await sampleMap({ ...cog, kind }, window))!;
      expect(map.states.filter((state) => state === pixelState.valid)).toHaveLength(expected.count);
      for (const [pixel, value] of points) {
        expect(Math.abs(map.bands[0][pixel] - value)).toBeLessThanOrEqual(tolerance + 5e-5);
      }
    }
  },
);

const southUp = warped['south-up'];
const valuation = {
  kind: 'curve',
  curve: { type: 'log', coefficients: { A: 2, B: 5, C: -1 } },
  range: { min: 0, max: 1808 },
} as const;

test('a value tile has the colours of the values, the background where there is no data', async () => {
  const tiff = await openTiff(memorySource(await cogBytes(southUp.place)));
  const rendering = {
    kind: 'values',
    valuation,
    palette: palettes[1],
    background: [1, 2, 3],
  } as const;
  const png = (await renderTile(tiff, rendering, southUp.tile))!;
  const pixels = await sharp(png).ensureAlpha().raw().toBuffer();
  const map = (await sampleMap(cogOf(tiff), tileWindow(southUp.tile, 256)))!;
  const valueAt = valuationFunction(valuation);
  let furthest = 0;
  map.states.forEach((state, pixel) => {
    const [red, green, blue, alpha] = pixels.subarray(4 * pixel, 4 * pixel + 4);
    if (state === pixelState.outside) expect(alpha).toBe(0);
    if (state === pixelState.noData) expect([red, green, blue, alpha]).toEqual([1, 2, 3, 255]);
    if (state !== pixelState.valid) return;
    const colour = colourOfValue(valueAt(map.bands[0][pixel]), palettes[1]);
    furthest = Math.max(
      furthest,
      ...colour.map((part, index) => Math.abs(part - [red, green, blue][index])),
    );
  });
  expect(furthest).toBeLessThanOrEqual(2);
});

test('a data tile has the same numbers, and those of its neighbours around them', async () => {
  const tiff = await openTiff(memorySource(await cogBytes(southUp.place)));
  const packed = (await renderTile(tiff, { kind: 'numbers' }, southUp.tile))!;
  const bytes = gunzipSync(packed);
  const tile = decodeDataTile(new Uint8Array(bytes).buffer);
  expect(tile).toMatchObject({ sizePixels: 514, borderPixels: 1, offset: 0, scale: 1 });
  const map = (await sampleMap(cogOf(tiff), tileWindow(southUp.tile, 512)))!;
  for (const [row, column] of [
    [0, 0],
    [100, 300],
    [511, 17],
  ] as const) {
    const pixel = (row + 1) * 514 + column + 1;
    expect(tile.states[pixel]).toBe(map.states[row * 512 + column]);
    expect(tile.numbers[pixel]).toBeCloseTo(map.bands[0][row * 512 + column], 3);
  }
});

// The file's numbers are 2,460,000 + n / 1,048,576, which 64 bits hold exactly and 32 bits do not
// tell apart.
test('a data tile tells numbers apart that lie close together and far from 0', async () => {
  const numbers = Float64Array.from({ length: 64 * 64 }, (_, index) => 2_460_000 + index / 2 ** 20);
  const sink = memorySink();
  const affine: Affine = [0.1, 0, 10, 0, -0.1, 40];
  const items = {
    STATISTICS_MINIMUM: '2460000',
    STATISTICS_MAXIMUM: `${2_460_000 + 4095 / 2 ** 20}`,
    RASTER_KIND: 'continuous',
  };
  const image = { width: 64, height: 64, sampleType: 'float64', samples: [numbers] } as const;
  const placed = { ...image, affine, epsg: 4326, bands: [{ items }] };
  await writeCog(placed, sink, { overviews: 'none' });
  const tiff = await openTiff(memorySource(sink.bytes()));
  const address = { z: 6, x: 34, y: 25 };
  const bytes = gunzipSync((await renderTile(tiff, { kind: 'numbers' }, address))!);
  const tile = decodeDataTile(new Uint8Array(bytes).buffer);
  const map = (await sampleMap(cogOf(tiff), tileWindow(address, 512)))!;
  let compared = 0;
  for (let pixel = 0; pixel < 512 ** 2; pixel += 1111) {
    if (map.states[pixel] !== pixelState.valid) continue;
    const [row, column] = [Math.floor(pixel / 512), pixel % 512];
    const number = tile.numbers[(row + 1) * 514 + column + 1]! * tile.scale + tile.offset;
    expect(Math.abs(number - map.bands[0][pixel])).toBeLessThan(2 ** -22);
    compared++;
  }
  expect(compared).toBeGreaterThan(50);
});

test('tiles beside a raster are none', async () => {
  const tiff = await openTiff(memorySource(await cogBytes(southUp.place)));
  const beside = { z: 8, x: 90, y: 97 };
  expect(await renderTile(tiff, { kind: 'values' }, beside)).toBeNull();
  expect(await renderTile(tiff, { kind: 'numbers' }, beside)).toBeNull();
});

test('a place is read as its pixel, however its longitude is counted', async () => {
  const cog = await cogAt(warped['counted from 0 to 360'].place);
  // Column 12 and row 8 begin at 356° east and 41° north.
  const original = samples[8 * width + 12];
  const valued = valuationFunction(valuation)(original);
  for (const longitude of [356.2, -3.8]) {
    const reading = await readValueAt(cog, [longitude, 40.8], valuation);
    expect(reading).toEqual({ isInside: true, original, valued });
  }
  const hole = { isInside: true, original: null, valued: null };
  expect(await readValueAt(cog, [1.25, 38.75])).toEqual(hole);
  expect((await readValueAt(cog, [30, 40])).isInside).toBe(false);
});

test('a picture shows all of a raster, and its world file says where', async () => {
  const cog = await cogAt(southUp.place);
  const {
    png,
    width: across,
    height: down,
    worldFile,
  } = await renderPicture(cog, { longestSide: 64 });
  const metadata = await sharp(png).metadata();
  expect([metadata.width, metadata.height]).toEqual([across, down]);
  expect(Math.max(across, down)).toBeLessThanOrEqual(64);
  const [pixelMeters, , , pixelHeight, x, y] = worldFile.split('\n').map(Number);
  expect(pixelHeight).toBe(-pixelMeters!);
  // 108° west and 41° north in EPSG:3857, by PROJ 9.1.1.
  expect(x! - pixelMeters! / 2).toBeCloseTo(-12_022_505.0057, 3);
  expect(y! + pixelMeters! / 2).toBeCloseTo(5_012_341.6638, 3);
});

// Expected: gdalwarp -et 0 -r bilinear of GDAL 3.6.2.
test('a band of a picture that is nodata counts for nothing among the bands that are not', async () => {
  const colours = [
    [0, 60, 0, 120, 180, 0, 240, 0, 0, 90, 0, 30],
    [10, 0, 50, 0, 0, 80, 90, 70, 20, 0, 60, 40],
    [0, 0, 7, 9, 200, 0, 100, 50, 0, 150, 0, 250],
  ].map((band) => Uint8Array.from(band));
  const sink = memorySink();
  await writeCog(
    {
      width: 4,
      height: 3,
      sampleType: 'uint8',
      samples: colours,
      affine: [20, 0, 1000, 0, -20, 2000],
      epsg: 3857,
      nodata: 0,
      isRgb: true,
      bands: [{ items: { RASTER_KIND: 'rgb' } }],
    },
    sink,
    { overviews: 'none' },
  );
  const cog = await openCog(memorySource(sink.bytes()));
  const window = { west: 1003, north: 1999, pixelMeters: 10, width: 7, height: 5 };
  const drawn = await sampleMap(cog, window);
  const seen = drawn!.bands.map((band) =>
    Array.from(band, (sample, index) => (drawn!.states[index] === pixelState.valid ? sample : 0)),
  );
  expect(seen).toEqual([
    [
      0, 60, 60, 60, 60, 120, 120, 180, 107, 65, 100, 203, 167, 125, 180, 163, 97, 191, 235, 223,
      157, 180, 160, 109, 181, 233, 193, 73, 180, 115, 92, 111, 194, 87, 36,
    ],
    [
      10, 10, 10, 50, 50, 50, 50, 10, 26, 66, 68, 63, 63, 68, 10, 61, 78, 81, 82, 78, 71, 20, 57,
      77, 80, 81, 73, 63, 20, 29, 62, 69, 66, 58, 48,
    ],
    [
      0, 0, 0, 7, 7, 8, 9, 200, 200, 200, 35, 35, 29, 23, 200, 200, 200, 81, 81, 66, 46, 200, 189,
      160, 120, 102, 105, 109, 200, 164, 151, 143, 115, 185, 208,
    ],
  ]);
});
