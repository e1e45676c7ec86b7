import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { buildTiff, type TiffFixture } from '../../../testing/tiff-builder.ts';
import { memorySource, openTiff, readWindow, type TiffImage } from '../../tiff/index.ts';
import { readCoarsely } from '../coarse/read-coarsely.ts';
import { ingestRaster, measureRaster } from '../index.ts';

const scratch = mkdtempSync(join(tmpdir(), 'refugia-planes-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const full = new Array<number>(6).fill(255);
// Six pixels as a file's planes hold them, and as GDAL 3.6.2 reads such files. GDAL gives YCbCr no opacity.
const inks = {
  planes: [
    [0, 40, 80, 120, 160, 200],
    [0, 25, 50, 75, 100, 125],
    [0, 90, 180, 14, 104, 194],
    [0, 17, 34, 51, 68, 85],
  ],
  colours: [
    [255, 200, 151, 108, 69, 36],
    [255, 214, 177, 144, 113, 86],
    [255, 154, 65, 192, 110, 40],
    full,
  ],
  tags: { 262: { type: 'short', values: [5] } },
} as const;
const ycbcr = {
  planes: [
    [0, 60, 120, 180, 240, 255],
    [128, 90, 200, 30, 255, 0],
    [128, 200, 60, 250, 0, 128],
  ],
  colours: [[0, 161, 25, 255, 61, 255], [0, 22, 144, 127, 255, 255], [0, 0, 248, 6, 255, 28], full],
  tags: { 262: { type: 'short', values: [6] }, 530: { type: 'short', values: [1, 1] } },
} as const;
const pictures = { inks, ycbcr };

/** Larger than what is joined at a time, and higher than what is unpacked as one strip. */
const [width, height] = [251, 307] as const;
const drawn = (six: readonly number[]) =>
  Array.from(
    { length: width * height },
    (_, index) => six[(index + Math.floor(index / width)) % 6]!,
  );
const placed = {
  33550: { type: 'double', values: [10, 10, 0] },
  33922: { type: 'double', values: [0, 0, 0, 500_000, 4_500_000, 0] },
  34735: { type: 'short', values: [1, 1, 0, 1, 3072, 0, 1, 32_613] },
} as const;

const layouts: Readonly<Record<string, Partial<TiffFixture>>> = {
  'uncompressed strips': { rowsPerStrip: 20 },
  'one strip that is unpacked as a stream': { compression: 'deflate' },
  'strips of LZW': { compression: 'lzw', rowsPerStrip: 32 },
  'tiles of differences': {
    compression: 'deflate',
    predictor: 2,
    tile: { width: 64, height: 48 },
  },
};

const cases = Object.keys(pictures).flatMap((kind) =>
  Object.keys(layouts).map((layout) => [kind as keyof typeof pictures, layout] as const),
);

function built(kind: keyof typeof pictures, layout: Partial<TiffFixture>): Promise<Uint8Array> {
  const { planes, tags } = pictures[kind];
  return buildTiff({
    width,
    height,
    bands: planes.map(drawn),
    planar: true,
    ...layout,
    tags: { ...placed, ...tags },
  });
}

async function wholeOf(image: TiffImage): Promise<number[][]> {
  const { bands } = await readWindow(image, { column: 0, row: 0, width, height });
  return bands.map((band) => Array.from(band));
}

describe.each(cases)('%s that lie apart: %s', (kind, layout) => {
  const colours = pictures[kind].colours.map(drawn);

  test('windows and coarse pictures hold red, green, blue and full opacity', async () => {
    const { image } = await openTiff(memorySource(await built(kind, layouts[layout]!)));
    expect([image.bandCount, image.colours]).toMatchObject([4, { isRgb: true, alphaBand: 3 }]);
    expect(await wholeOf(image)).toEqual(colours);
    const window = { column: 60, row: 40, width: 17, height: 30 };
    const { bands } = await readWindow(image, window, { bands: [2, 0] });
    for (const [index, band] of [2, 0].entries()) {
      const wanted = Array.from({ length: 17 * 30 }, (_, pixel) => {
        const row = 40 + Math.floor(pixel / 17);
        return colours[band]![row * width + 60 + (pixel % 17)];
      });
      expect(Array.from(bands[index]!)).toEqual(wanted);
    }
    const size = { width, height };
    const coarse = await readCoarsely(image, [1, 3], size);
    expect(coarse?.bands).toHaveLength(2);
    // Of a strip that is unpacked from its beginning, fewer rows are read.
    if (!image.layout.isTiled) return;
    expect(coarse!.bands.map((band) => Array.from(band))).toEqual([colours[1], colours[3]]);
  });

  test('the raster that is taken in, and its measure, are those of the colours', async () => {
    const path = join(scratch, `${kind}-${layout.replaceAll(' ', '-')}.tif`);
    await writeFile(path, await built(kind, layouts[layout]!));
    const facts = await ingestRaster(path, `${path}-cog`);
    expect([facts.kind, facts.bandCount]).toEqual(['rgb', 4]);
    const { image } = await openTiff(memorySource(await readFile(`${path}-cog`)));
    expect(await wholeOf(image)).toEqual(colours);
    const green = await measureRaster(path, { band: 1 });
    const sum = colours[1]!.reduce((total, value) => total + value, 0);
    expect(green.statistics!.mean).toBeCloseTo(sum / (width * height), 9);
  });
});

test('YCbCr planes whose differences are shared by pixels are refused, as they are by GDAL', async () => {
  const tags = { ...ycbcr.tags, 530: { type: 'short', values: [2, 2] } } as const;
  const bytes = await buildTiff({ width: 6, height: 1, bands: ycbcr.planes, planar: true, tags });
  await expect(openTiff(memorySource(bytes))).rejects.toThrow(
    'where the bands lie apart, each pixel must have its own differences.',
  );
});

// GDAL 3.6.2 opens such files, and then reads no pixel of them.
test('inks in more planes than four stay numbers', async () => {
  const bands = [...inks.planes, full];
  const bytes = await buildTiff({ width: 6, height: 1, bands, planar: true, tags: inks.tags });
  const { image } = await openTiff(memorySource(bytes));
  expect([image.bandCount, image.colours.isRgb]).toEqual([5, false]);
});
