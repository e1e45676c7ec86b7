import { decode, getBlobInfo, isLoaded, load } from 'lerc';
import { damaged } from '../errors.ts';
import { type PictureShape, requireShape } from './picture.ts';

/**
 * Decodes a LERC block, without its additional compression, to bytes pixel by pixel in this
 * machine's byte order. Pixels that its mask excludes become NaN in floating-point blocks, else 0.
 */
export async function decodeLerc(
  bytes: Uint8Array,
  shape: PictureShape,
  bytesPerSample: number,
): Promise<Uint8Array> {
  if (!isLoaded()) {
    await load();
  }
  const { width, height, bandCount, depthCount } = getBlobInfo(bytes);
  requireShape({ width, height, bands: bandCount * depthCount }, shape);
  const { pixels, mask } = decode(bytes, { returnInterleaved: true });
  const [samples] = pixels;
  if (pixels.length !== 1 || samples.BYTES_PER_ELEMENT !== bytesPerSample) {
    throw damaged('its LERC picture holds samples of another type than the image');
  }
  if (mask && (samples instanceof Float32Array || samples instanceof Float64Array)) {
    for (let index = 0; index < samples.length; index++) {
      if (mask[Math.floor(index / shape.bands)] === 0) {
        samples[index] = Number.NaN;
      }
    }
  }
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
