import sharp from 'sharp';
import { ApiFailure } from '../../platform/http/failure.ts';

export const logoPixels = { width: 440, height: 176 };
export const locatorPixels = { width: 1_400, height: 800 };

/** A picture as a JPEG on a ground of one color, which a PDF holds as it is. */
export function onGround(png: Buffer, background = '#ffffff'): Promise<Buffer> {
  return sharp(png).flatten({ background }).jpeg({ quality: 88 }).toBuffer();
}

/** A picture over another one of the same place, as a JPEG. */
export async function overPicture(png: Buffer, below: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(png).metadata();
  const ground = sharp(below).resize({ width, height, fit: 'fill' });
  return await ground
    .composite([{ input: png }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

/**
 * Decodes a picture of the caller and encodes it anew, so that nothing else of its file is passed on.
 * @throws {ApiFailure} 400 when it is no picture
 */
export async function decodePicture(
  field: string,
  address: string | undefined,
  size: { width: number; height: number },
): Promise<{ picture: Buffer; aspect: number } | undefined> {
  if (address === undefined) return undefined;
  const bytes = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: 20_000_000 })
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 88 })
      .toBuffer({ resolveWithObject: true });
    return { picture: data, aspect: info.width / info.height };
  } catch {
    const sentence = 'This picture could not be read. Use a PNG, JPEG or WebP.';
    throw new ApiFailure(400, 'invalid_request', sentence, { [field]: sentence });
  }
}
