import { TiffError } from '../errors.ts';

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
    throw new TiffError(
      'damaged',
      `its picture has ${picture.width} × ${picture.height} pixels and ${picture.bands} bands ` +
        `instead of ${block.width} × ${block.height} and ${block.bands}`,
    );
  }
}
