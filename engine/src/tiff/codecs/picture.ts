import { damaged, unsupported } from '../errors.ts';

/**
 * The expected size and bands of a block's picture. `height` is the largest number of rows allowed.
 */
export interface PictureShape {
  readonly width: number;
  readonly height: number;
  readonly bands: number;
}

/**
 * Decodes a picture with sharp to bytes pixel by pixel. Four bands are ink colours in a JPEG
 * (`isInk`), and colours with opacity otherwise.
 */
export async function decodePicture(
  bytes: Uint8Array,
  shape: PictureShape,
  isInk = false,
): Promise<Uint8Array> {
  const options = { limitInputPixels: shape.width * shape.height, failOn: 'error' } as const;
  const space = isInk ? 'cmyk' : shape.bands === 1 ? 'b-w' : 'srgb';
  // Loaded when the first picture is decoded, because most runs and threads have none.
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(bytes, options)
    .pipelineColourspace(space)
    .toColourspace(space)
    .raw()
    .toBuffer({ resolveWithObject: true });
  requireShape({ width: info.width, height: info.height, bands: info.channels }, shape);
  return data;
}

/** Throws if a picture does not have its block's size. */
export function requireShape(picture: PictureShape, block: PictureShape): void {
  if (
    picture.width !== block.width ||
    picture.height > block.height ||
    picture.bands !== block.bands
  ) {
    throw damaged(
      `its picture has ${picture.width} × ${picture.height} pixels and ${picture.bands} bands ` +
        `instead of ${block.width} × ${block.height} and ${block.bands}`,
    );
  }
}

const marker = {
  startOfFrame: 0xc0,
  huffmanTable: 0xc4,
  extension: 0xc8,
  arithmeticTable: 0xcc,
  lastStartOfFrame: 0xcf,
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  adobe: 0xee,
} as const;

/**
 * Decodes a JPEG block to bytes pixel by pixel. Its tables may be stored once in the file for all
 * blocks. YCbCr becomes RGB.
 */
export async function decodeJpeg(
  bytes: Uint8Array,
  shape: PictureShape,
  options: { tables: Uint8Array | undefined; isYcbcr: boolean },
): Promise<Uint8Array> {
  const stream = joinTables(bytes, options.tables);
  const { hasAdobe, ...picture } = readStructure(stream);
  requireShape(picture, shape);
  if (shape.bands !== 4) {
    const needsMark = shape.bands === 3 && !hasAdobe;
    return decodePicture(needsMark ? markColors(stream, options.isYcbcr) : stream, shape);
  }
  // The picture decoder treats four bands as inverted ink colours, but in a TIFF they are plain
  // samples.
  const samples = await decodePicture(stream, shape, true);
  for (let index = 0; index < samples.length; index++) {
    samples[index] = 255 - samples[index];
  }
  return samples;
}

/** One whole JPEG stream from the shared tables and a block's own part. */
function joinTables(bytes: Uint8Array, tables: Uint8Array | undefined): Uint8Array {
  if (bytes[0] !== 0xff || bytes[1] !== marker.startOfImage) throw damaged('it is no JPEG picture');
  if (!tables || tables.length < 4) return bytes;
  const hasEnd = tables.at(-2) === 0xff && tables.at(-1) === marker.endOfImage;
  return Buffer.concat([hasEnd ? tables.subarray(0, -2) : tables, bytes.subarray(2)]);
}

/**
 * Declares in the stream (Adobe's APP14 segment) how its colours are stored. Without it a decoder
 * guesses, and mistakes RGB for YCbCr.
 */
function markColors(stream: Uint8Array, isYcbcr: boolean): Uint8Array {
  const name = Buffer.from('Adobe');
  const segment = [0xff, marker.adobe, 0, 14, ...name, 0, 100, 0, 0, 0, 0, isYcbcr ? 1 : 0];
  return Buffer.concat([stream.subarray(0, 2), Uint8Array.from(segment), stream.subarray(2)]);
}

/**
 * Reads size and number of bands from the frame header, before the stream is given to a decoder.
 */
function readStructure(stream: Uint8Array): PictureShape & { hasAdobe: boolean } {
  let hasAdobe = false;
  let position = 2;
  while (position + 10 <= stream.length && stream[position] === 0xff) {
    const code = stream[position + 1];
    const readUint16 = (place: number) =>
      (stream[position + place] << 8) | stream[position + place + 1];
    if (isStartOfFrame(code)) {
      if (stream[position + 4] !== 8) {
        throw unsupported(`its JPEG picture has samples of ${stream[position + 4]} bits.`);
      }
      return {
        height: readUint16(5),
        width: readUint16(7),
        bands: stream[position + 9],
        hasAdobe,
      };
    }
    if (code === marker.startOfScan) break;
    hasAdobe ||= code === marker.adobe;
    position += 2 + readUint16(2);
  }
  throw damaged('its JPEG picture has no frame header');
}

function isStartOfFrame(code: number): boolean {
  return (
    code >= marker.startOfFrame &&
    code <= marker.lastStartOfFrame &&
    code !== marker.huffmanTable &&
    code !== marker.extension &&
    code !== marker.arithmeticTable
  );
}
