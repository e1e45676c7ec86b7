import { limits } from '@refugia/contract/limits.ts';
import sharp from 'sharp';
import { isPicture } from '../../../services/pictures/picture-signature.ts';

/** Why a file can't be shown as a picture, as a sentence for a person. */
export class RasterRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RasterRefusal';
  }
}

/** A file as it is shown on a map. */
export interface MapPicture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** West, south, east, north in degrees; null for a picture that does not say where it lies. */
  readonly place: readonly [number, number, number, number] | null;
  readonly notes: readonly string[];
}

/** Longer side of what is kept, and pixels of what is read at most. */
const { maxPicturePixels } = limits.habitatPatrol;
const maxReadPixels = 200_000_000;
const decodeSeconds = 30;

const unreadable =
  'The picture can not be read: its file is damaged, or of another kind than its name says.';

/** Pictures are decoded one after the other, so that many at once don't fill the memory. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * A JPEG, PNG or WebP as a PNG without metadata, turned as it is meant to be seen and made smaller where
 * it is very large.
 * @throws {RasterRefusal}
 */
export async function pictureOf(file: Uint8Array): Promise<MapPicture> {
  if (!isPicture(file)) throw new RasterRefusal(unreadable);
  return await decodePicture(file);
}

/** The same for a file that is known to be a picture. @throws {RasterRefusal} */
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
