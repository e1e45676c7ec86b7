import sharp from 'sharp';
import { expect, test } from 'vitest';
import { overPicture } from './report-pictures.ts';

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } });

test('a picture covers another one, stretched to its size, where it has color', async () => {
  const half = await plain(20, 40, '#ff0000').png().toBuffer();
  const png = await plain(40, 40, '#00000000')
    .composite([{ input: half, left: 0, top: 0 }])
    .png()
    .toBuffer();
  const jpeg = await overPicture(png, await plain(8, 4, '#0000ff').jpeg().toBuffer());
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([40, 40]);
  const at = (x: number, y: number) => [...data.subarray(3 * (y * 40 + x), 3 * (y * 40 + x) + 3)];
  // JPEG keeps colors nearly.
  const [left, right] = [at(4, 20), at(36, 20)];
  expect([left[0]! > 240, left[2]! < 20, right[0]! < 20, right[2]! > 240]).toEqual(
    Array(4).fill(true),
  );
});
