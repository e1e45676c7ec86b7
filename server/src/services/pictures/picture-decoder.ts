import sharp, { type Sharp } from 'sharp';

/**
 * Decodes a picture, and encodes what `change` makes of it.
 * @param refuse makes the error that is thrown when this fails
 */
export type PictureDecoder = (
  file: Uint8Array,
  change: (picture: Sharp) => Sharp,
  refuse: (cause: Error) => Error,
) => Promise<{ readonly bytes: Buffer; readonly width: number; readonly height: number }>;

/** Makes a decoder that takes one picture at a time, to limit the memory. */
export function createPictureDecoder(limits: {
  readonly pixels: number;
  readonly seconds: number;
}): PictureDecoder {
  /** The end of the last decoding. */
  let turn: Promise<unknown> = Promise.resolve();
  return async (file, change, refuse) => {
    const decoded = turn.then(() =>
      change(sharp(file, { limitInputPixels: limits.pixels }))
        .timeout({ seconds: limits.seconds })
        .toBuffer({ resolveWithObject: true })
        .catch((error: Error) => {
          throw refuse(error);
        }),
    );
    turn = decoded.catch(() => {});
    const { data, info } = await decoded;
    return { bytes: data, width: info.width, height: info.height };
  };
}
