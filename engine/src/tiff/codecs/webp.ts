import { decodePicture, type PictureShape } from './picture.ts';

/** Decodes a WebP block of 3 or 4 bands to bytes pixel by pixel. */
export function decodeWebp(bytes: Uint8Array, shape: PictureShape): Promise<Uint8Array> {
  return decodePicture(bytes, shape);
}
