import { TiffError } from '../errors.ts';
import { decodePicture, type PictureShape } from './picture.ts';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const adobeSegment = 0xee;

/**
 * Decodes a JPEG block, whose tables may stand in the file once for all blocks, to bytes pixel by
 * pixel. YCbCr becomes RGB. `height` is the most rows that the block may have.
 */
export async function decodeJpeg(
  bytes: Uint8Array,
  shape: PictureShape,
  options: { tables: Uint8Array | undefined; isYcbcr: boolean },
): Promise<Uint8Array> {
  const stream = joinTables(bytes, options.tables);
  if (shape.bands !== 4) {
    const needsMark = shape.bands === 3 && !hasAdobeSegment(stream);
    return decodePicture(needsMark ? markColors(stream, options.isYcbcr) : stream, shape);
  }
  // The picture decoder takes four bands for ink, and turns them: in a TIFF they are plain samples.
  const samples = await decodePicture(stream, shape, true);
  for (let index = 0; index < samples.length; index++) {
    samples[index] = 255 - samples[index];
  }
  return samples;
}

/** One whole JPEG stream from the shared tables and a block's own part. */
function joinTables(bytes: Uint8Array, tables: Uint8Array | undefined): Uint8Array {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) {
    throw new TiffError('damaged', 'it is no JPEG picture');
  }
  if (!tables || tables.length < 4) {
    return bytes;
  }
  const hasEnd = tables[tables.length - 2] === 0xff && tables[tables.length - 1] === endOfImage;
  const head = tables.subarray(0, hasEnd ? tables.length - 2 : tables.length);
  return Buffer.concat([head, bytes.subarray(2)]);
}

/**
 * Says in the stream itself (Adobe's APP14 segment) how its colours are stored. Without it a decoder
 * guesses, and takes RGB for YCbCr.
 */
function markColors(stream: Uint8Array, isYcbcr: boolean): Uint8Array {
  const transform = isYcbcr ? 1 : 0;
  const segment = [
    0xff,
    adobeSegment,
    0,
    14,
    ...Buffer.from('Adobe'),
    0,
    100,
    0,
    0,
    0,
    0,
    transform,
  ];
  return Buffer.concat([stream.subarray(0, 2), Uint8Array.from(segment), stream.subarray(2)]);
}

function hasAdobeSegment(stream: Uint8Array): boolean {
  let position = 2;
  while (position + 4 <= stream.length && stream[position] === 0xff) {
    const marker = stream[position + 1];
    if (marker === startOfScan) {
      return false;
    }
    if (marker === adobeSegment) {
      return true;
    }
    position += 2 + ((stream[position + 2] << 8) | stream[position + 3]);
  }
  return false;
}
