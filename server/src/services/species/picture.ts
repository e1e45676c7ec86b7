import sharp from 'sharp';
import { type Outbound, OutboundError } from '../../platform/outbound/outbound.ts';

const contentTypes = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/webp'];
const formats = ['jpeg', 'png', 'gif', 'webp'];
const maxPixels = 60_000_000;
/** Twice the size in the panel, for dense screens. */
const sidePixels = 640;

/**
 * Fetches a picture from another service and encodes it again as WebP without its metadata.
 * @throws {OutboundError}
 */
export async function fetchPicture(outbound: Outbound, address: string): Promise<Uint8Array> {
  const { contentType, bytes } = await outbound.get(address, contentTypes.join(', '));
  if (!contentTypes.includes(contentType))
    throw outbound.unusable(
      `The picture's address answers with ${contentType || 'something else'}.`,
    );
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels });
    const metadata = await picture.metadata();
    // The format is taken from the bytes and not from the header. A vector picture, for example,
    // could load other files.
    if (!formats.includes(metadata.format))
      throw outbound.unusable(`The picture is of kind ${metadata.format}.`);
    return await picture
      .rotate()
      .resize(sidePixels, sidePixels, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
  } catch (cause) {
    if (cause instanceof OutboundError) throw cause;
    throw outbound.unusable('The picture is broken.', cause);
  }
}
