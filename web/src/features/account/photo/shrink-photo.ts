import type { PhotoSize } from './photo-crop.ts';

/**
 * The lengths of the longer side that are tried in turn, in pixels. The square that is kept never
 * needs more than the first.
 */
const longerSides = [2_400, 1_600, 1_200, 800] as const;
const jpegQuality = 0.85;

/** The size of a picture whose longer side is at most this; a small one keeps its own. */
export function shrunkSize({ width, height }: PhotoSize, longerSide: number): PhotoSize {
  const scale = Math.min(1, longerSide / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/**
 * A smaller JPEG of a picture, as large as the limit allows. The picture is upright already:
 * `createImageBitmap` has turned it as its file asks for.
 * @throws when the browser makes no JPEG of it that is small enough
 */
export async function shrinkPhoto(
  picture: ImageBitmap,
  name: string,
  maxBytes: number,
): Promise<File> {
  for (const longerSide of longerSides) {
    const { width, height } = shrunkSize(picture, longerSide);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) break;
    // A JPEG has no transparency. Transparent parts become white instead of black.
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, width, height);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
    if (blob.size <= maxBytes) {
      return new File([blob], name.replace(/\.\w+$/, '.jpg'), { type: blob.type });
    }
  }
  throw new Error('The photo can not be made small enough.');
}
