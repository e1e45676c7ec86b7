import { limits } from '@refugia/contract/limits.ts';
import sharp from 'sharp';
import { isPicture } from '../../../services/pictures/picture-signature.ts';

/**
 * The error for a file that can't be shown as a picture. The message is a sentence for a person.
 */
export class RasterRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RasterRefusal';
  }
}

/** The picture of a file, for the map. */
export interface MapPicture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  /**
   * West, south, east, north in degrees; null when the file does not say where the picture lies.
   */
  readonly place: readonly [number, number, number, number] | null;
  readonly notes: readonly string[];
}

/** The longer side of the stored picture. */
const { maxPicturePixels } = limits.habitatPatrol;
const maxReadPixels = 200_000_000;
const decodeSeconds = 30;

const unreadable =
  'The picture can not be read: its file is damaged, or of another kind than its name says.';

/** The end of the last decoding. Pictures are decoded one at a time to limit the memory. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Converts a JPEG, PNG or WebP into a PNG without metadata. Its orientation is applied, and a very
 * large picture is made smaller.
 * @throws {RasterRefusal} for a file of another format, or one that can't be decoded
 */
export async function pictureOf(file: Uint8Array): Promise<MapPicture> {
  if (!isPicture(file)) throw new RasterRefusal(unreadable);
  return await decodePicture(file);
}

/**
 * Does the same for a file of any format that the picture library reads.
 * @throws {RasterRefusal} for a file that can't be decoded
 */
export async function decodePicture(file: Uint8Array): Promise<MapPicture> {
  const work = turn.then(() =>
    sharp(file, { limitInputPixels: maxReadPixels })
      .autoOrient()
      .resize(maxPicturePixels, maxPicturePixels, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png()
      .timeout({ seconds: decodeSeconds })
      .toBuffer({ resolveWithObject: true })
      .catch((error: Error) => {
        const isTooLarge = /pixel limit/.test(error.message);
        throw new RasterRefusal(
          isTooLarge
            ? `The picture has more than ${maxReadPixels / 1_000_000} million pixels. Please make it smaller.`
            : unreadable,
        );
      }),
  );
  turn = work.catch(() => {});
  const { data, info } = await work;
  return {
    png: data,
    width: info.width,
    height: info.height,
    place: null,
    notes: ['The file does not say where the picture lies: place it on the map by hand.'],
  };
}
