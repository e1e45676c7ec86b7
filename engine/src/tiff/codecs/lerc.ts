import { decode, isLoaded, load } from 'lerc';
import { TiffError } from '../errors.ts';
import type { PictureShape } from './picture.ts';

/**
 * Decodes a LERC block (wholly unpacked) to bytes pixel by pixel, in this machine's byte order.
 * Pixels that its mask leaves out become NaN in floating-point blocks, else 0.
 */
export async function decodeLerc(bytes: Uint8Array, shape: PictureShape): Promise<Uint8Array> {
  if (!isLoaded()) {
    await load();
  }
  const { width, height, pixels, mask, depthCount } = decode(bytes, { returnInterleaved: true });
  const [samples] = pixels;
  if (
    width !== shape.width ||
    height > shape.height ||
    pixels.length !== 1 ||
    depthCount !== shape.bands
  ) {
    throw new TiffError(
      'damaged',
      `its LERC picture has ${width} × ${height} pixels and ${depthCount} bands ` +
        `instead of ${shape.width} × ${shape.height} and ${shape.bands}`,
    );
  }
  if (mask && (samples instanceof Float32Array || samples instanceof Float64Array)) {
    for (let index = 0; index < samples.length; index++) {
      if (mask[Math.floor(index / depthCount)] === 0) {
        samples[index] = Number.NaN;
      }
    }
  }
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
