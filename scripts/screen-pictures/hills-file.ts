import { buildTiff } from '../../engine/testing/tiff-builder.ts';

const width = 480;
const height = 400;
const pixelMeters = 90;

/** Smooth noise between 0 and 1, interpolated between hashed corners. */
function noise(x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const blend = (share: number) => share * share * (3 - 2 * share);
  const [right, down] = [blend(x - left), blend(y - top)];
  const corner = (column: number, row: number) => {
    const hashed = Math.sin(column * 127.1 + row * 311.7) * 43_758.5453;
    return hashed - Math.floor(hashed);
  };
  const upper = corner(left, top) * (1 - right) + corner(left + 1, top) * right;
  const lower = corner(left, top + 1) * (1 - right) + corner(left + 1, top + 1) * right;
  return upper * (1 - down) + lower * down;
}

/** Ridges and valleys. At each scale, the places where the noise crosses its middle become crests. */
function elevation(column: number, row: number): number {
  let sum = 0;
  for (let octave = 0; octave < 6; octave++) {
    const scale = 2 ** octave / 130;
    const fold = 1 - Math.abs(2 * noise(column * scale + 17 * octave, row * scale) - 1);
    sum += fold ** 2 / 2 ** octave;
  }
  return Math.round(700 * sum);
}

/** A GeoTIFF of made-up elevations in Oregon (NAD83 / UTM zone 10N), 43 by 36 km. */
export async function hillsFile(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const band = Array.from({ length: width * height }, (_, index) =>
    elevation(index % width, Math.floor(index / width)),
  );
  const buffer = await buildTiff({
    width,
    height,
    bands: [band],
    format: 'float',
    bits: 32,
    compression: 'deflate',
    tags: {
      33550: { type: 'double', values: [pixelMeters, pixelMeters, 0] },
      33922: { type: 'double', values: [0, 0, 0, 440_000, 4_950_000, 0] },
      34735: {
        type: 'short',
        values: [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 26_910],
      },
    },
  });
  return { name: 'elevation.tif', mimeType: 'image/tiff', buffer: Buffer.from(buffer) };
}
