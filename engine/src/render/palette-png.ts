import { crc32, deflateSync } from 'node:zlib';

/** Red, green, blue and alpha, 0 to 255. */
export type Rgba = readonly [number, number, number, number];

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/**
 * The end of the header: eight bits for each sample, colour type 3 (palette), and 0 for
 * compression, filter and interlacing.
 */
const paletteHeader = [8, 3, 0, 0, 0];

/**
 * Encodes a picture of numbered colours as PNG (W3C, third edition). Each colour is kept exactly,
 * whereas encoders that choose a palette themselves round translucent colours.
 *
 * @param indices of `colours`, row by row
 * @param level zlib's level of compression
 */
export function encodePalettePng(
  indices: Uint8Array,
  width: number,
  colours: readonly Rgba[],
  level = 6,
): Uint8Array {
  const height = indices.length / width;
  if (!(width > 0 && Number.isInteger(height))) {
    throw new RangeError(`${indices.length} pixels do not make rows of ${width}.`);
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set(paletteHeader, 8);
  // Each row begins with its filter. 0 means none, which suits classes.
  const rows = new Uint8Array((width + 1) * height);
  for (let row = 0; row < height; row++) {
    rows.set(indices.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  return Buffer.concat([
    signature,
    ...chunk('IHDR', header),
    ...chunk('PLTE', Uint8Array.from(colours.flatMap((colour) => colour.slice(0, 3)))),
    ...chunk(
      'tRNS',
      Uint8Array.from(colours, ([, , , alpha]) => alpha),
    ),
    ...chunk('IDAT', deflateSync(rows, { level })),
    ...chunk('IEND', new Uint8Array(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array[] {
  const name = Buffer.from(type, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(data, crc32(name)));
  return [length, name, data, check];
}
