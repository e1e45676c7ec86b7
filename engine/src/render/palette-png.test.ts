import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePalettePng, type Rgba } from './palette-png.ts';

const colours: readonly Rgba[] = [
  [0, 0, 0, 0],
  [227, 87, 3, 230],
  [17, 48, 180, 255],
];

test('sharp reads back every pixel as it was given', async () => {
  const width = 37;
  const indices = Uint8Array.from({ length: width * 11 }, (_, index) => (index * index) % 3);
  const png = encodePalettePng(indices, width, colours);
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width, height: 11, channels: 4 });
  expect(Array.from(data)).toEqual(Array.from(indices).flatMap((index) => [...colours[index]]));
});

test('refuses rows that do not fit', () => {
  expect(() => encodePalettePng(new Uint8Array(10), 3, colours)).toThrow(/10 pixels/);
});
