import type { PhotoCrop } from '@refugia/contract/account/profile.ts';
import { limits } from '@refugia/contract/limits.ts';
import sharp from 'sharp';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { createPictureDecoder } from '../../../services/pictures/picture-decoder.ts';
import { isPicture } from '../../../services/pictures/picture-signature.ts';

const { photoMaxPixels, photoSizePixels } = limits.account;

function refuse(code: string, sentence: string): ApiFailure {
  return new ApiFailure(400, code, sentence, { file: sentence });
}

const damaged = () =>
  refuse(
    'photo_damaged',
    'This picture can not be read: its file is damaged. Please choose another.',
  );

/** The picture's size as browsers show it, with its orientation applied. */
async function inspect(file: Buffer): Promise<{ width: number; height: number }> {
  if (!isPicture(file)) {
    throw refuse(
      'photo_type',
      'This file is not a picture. Please choose a JPEG, PNG or WebP file.',
    );
  }
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw damaged();
    });
  const { width, height } = metadata.autoOrient;
  if ((metadata.pages ?? 1) > 1) {
    throw refuse(
      'photo_animated',
      'This picture is animated. Please choose one that stands still.',
    );
  }
  if (width * height > photoMaxPixels) {
    const millions = photoMaxPixels / 1_000_000;
    throw refuse(
      'photo_too_many_pixels',
      `This picture is ${width} × ${height} pixels large. Please choose one of at most ${millions} million pixels.`,
    );
  }
  return { width, height };
}

function middleSquare({ width, height }: { width: number; height: number }): PhotoCrop {
  const cropSize = Math.min(width, height);
  return {
    cropX: Math.floor((width - cropSize) / 2),
    cropY: Math.floor((height - cropSize) / 2),
    cropSize,
  };
}

const decode = createPictureDecoder({ pixels: photoMaxPixels, seconds: 20 });

/**
 * Makes an uploaded picture into a profile photo: a square WebP without metadata, of 512 pixels or
 * of the picture's own size if that is smaller.
 * @param crop the square that is kept, in pixels of the picture as it is shown
 * @throws {ApiFailure} 400 for a file that is not a still picture, or is too large; it is not
 * decoded then
 */
export async function makePhoto(file: Buffer, crop?: PhotoCrop): Promise<Uint8Array> {
  const size = await inspect(file);
  const { cropX, cropY, cropSize } = crop ?? middleSquare(size);
  if (cropX + cropSize > size.width || cropY + cropSize > size.height) {
    throw refuse(
      'photo_crop',
      `The part to keep reaches beyond the picture, which is ${size.width} × ${size.height} pixels large.`,
    );
  }
  const side = Math.min(photoSizePixels, cropSize);
  const photo = await decode(
    file,
    (picture) =>
      picture
        .autoOrient()
        .extract({ left: cropX, top: cropY, width: cropSize, height: cropSize })
        .resize(side, side)
        .webp({ quality: 82 }),
    damaged,
  );
  return photo.bytes;
}
