import { describe, expect, test } from 'vitest';
import { gdalSamples } from '../../../testing/tiff-gdal-samples.ts';
import { memorySource, openTiff, readWindow } from '../index.ts';
import { coloursOfLab } from './lab.ts';

/**
 * A TIFF of 5 × 3 pixels whose colours lie in units of 2 × 2 pixels with two differences each. It was
 * written byte by byte after TIFF 6.0, section 21.
 */
const packedColours = Buffer.from(
  `
    SUkqACwAAABaX11idnlkaWdsgXxuc3F2jH9gZWNoe4Zqb21yhol0eXd8kYwNAAABAwABAAAABQAAAAEBAwABAAAAAwAAAAIBAwAD
    AAAAzgAAAAMBAwABAAAAAQAAAAYBAwABAAAABgAAABEBBAABAAAACAAAABUBAwABAAAAAwAAABYBAwABAAAAAwAAABcBBAABAAAA
    JAAAABwBAwABAAAAAQAAAA6DDAADAAAA1AAAAIKEDAAGAAAA7AAAAK+HAwAQAAAAHAEAAAAAAAAIAAgACAAAAAAAAAA+QAAAAAAA
    AD5AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGoYQQAAAAAg1lNBAAAAAAAAAAABAAEAAAADAAAEAAABAAEA
    AQQAAAEAAQAADAAAAQB5fw==
  `,
  'base64',
);

async function readBands(bytes: Uint8Array): Promise<number[][]> {
  const { image } = await openTiff(memorySource(bytes));
  const { width, height } = image;
  const { bands } = await readWindow(image, { column: 0, row: 0, width, height });
  return bands.map((band) => Array.from(band));
}

// Red, green and blue: what GDAL 3.6.2 (libtiff) reads from these files.
describe('colours that no picture codec unpacks', () => {
  test('brightness and shared differences become red, green and blue', async () => {
    expect(await readBands(packedColours)).toEqual([
      [80, 85, 94, 99, 109, 83, 88, 97, 102, 112, 104, 109, 119, 124, 133],
      [98, 103, 103, 108, 107, 101, 106, 106, 111, 110, 93, 98, 98, 103, 102],
      [72, 77, 102, 107, 131, 75, 80, 105, 110, 134, 87, 92, 117, 122, 146],
      new Array(15).fill(255),
    ]);
  });

  test.each(['inks', 'inksAndMore'] as const)(
    'four inks become red, green, blue and full opacity: %s',
    async (name) => {
      expect(await readBands(gdalSamples[name])).toEqual([
        [255, 200, 151, 108, 69, 36],
        [255, 214, 177, 144, 113, 86],
        [255, 154, 65, 192, 110, 40],
        [255, 255, 255, 255, 255, 255],
      ]);
    },
  );
});

test('CIE L*a*b* colours become red, green, blue and full opacity, as GDAL 3.6.2 reads them', async () => {
  expect(await readBands(gdalSamples.lab)).toEqual([
    [0, 0, 0, 71, 160, 0, 232, 255, 255, 93],
    [0, 0, 12, 0, 0, 169, 192, 252, 123, 89],
    [0, 0, 0, 0, 131, 255, 57, 222, 255, 39],
    new Array(10).fill(255),
  ]);
});

// GDAL 3.6.2 has these codes of files with these colours, whose light lies just beside a step.
test.each([
  [
    [147, 54, 40],
    [239, 93, 60, 255],
  ],
  [
    [134, 52, 22],
    [218, 83, 81, 255],
  ],
])('CIE L*a*b* %j is computed in single precision', (lab, rgba) => {
  const white = [96.425 / 278.893, 100 / 278.893] as const;
  expect(Array.from(coloursOfLab(Uint8Array.from(lab), white))).toEqual(rgba);
});

describe('samples of an odd number of bits', () => {
  test.each([
    ['bits20', 69_997],
    ['bits31', 143_165_576],
    ['bits24BigEndian', 1_118_481],
  ] as const)('%s', async (name, step) => {
    const wanted = Array.from({ length: 15 }, (_, index) => index * step);
    expect(await readBands(gdalSamples[name])).toEqual([wanted]);
  });
});
