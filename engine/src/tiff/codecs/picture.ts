import sharp from 'sharp';
import { TiffError } from '../errors.ts';

/** What a picture codec is told of a block. */
export interface PictureShape {
  readonly width: number;
  readonly height: number;
  readonly bands: number;
}

/** Decodes a picture with sharp after checking that it has the block's shape. */
export async function decodePicture(
  bytes: Uint8Array,
  shape: PictureShape,
  keepsFourColors = false,
): Promise<Uint8Array> {
  let picture = sharp(bytes, {
    limitInputPixels: shape.width * shape.height,
    failOn: 'error',
    unlimited: false,
  });
  if (keepsFourColors) {
    picture = picture.pipelineColourspace('cmyk').toColourspace('cmyk');
  }
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  if (info.width !== shape.width || info.height > shape.height || info.channels !== shape.bands) {
    throw new TiffError(
      'damaged',
      `its picture has ${info.width} × ${info.height} pixels and ${info.channels} bands ` +
        `instead of ${shape.width} × ${shape.height} and ${shape.bands}`,
    );
  }
  return data;
}
