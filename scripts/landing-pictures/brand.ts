import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { TrueColourPicture } from './pictures.ts';

const social = { width: 1200, height: 630 };
/** The icon's background. A phone rounds its corners. */
const ground = '#1d6b4a';

/** Draws the picture for shared links: both dates, and the brand's mark between them. */
export async function drawSocialPicture(options: {
  before: TrueColourPicture;
  after: TrueColourPicture;
  /** Factors by which the pictures are brighter and more saturated than in the app. */
  display: { brightness: number; saturation: number };
  markFile: string;
}): Promise<Buffer> {
  const { before, after, display, markFile } = options;
  const half = social.width / 2;
  const cover = (picture: TrueColourPicture) =>
    sharp(picture.data, { raw: picture.info })
      .removeAlpha()
      .modulate(display)
      .resize({ ...social, fit: 'cover' })
      .png()
      .toBuffer();
  const right = await sharp(await cover(after))
    .extract({ left: half, top: 0, width: half, height: social.height })
    .toBuffer();
  const markPixels = 128;
  const divider = `<svg xmlns="http://www.w3.org/2000/svg" width="${social.width}" height="${social.height}"><rect x="${half - 3}" width="6" height="100%" fill="#fff"/><circle cx="${half}" cy="50%" r="92" fill="#fff"/></svg>`;
  return sharp(await cover(before))
    .composite([
      { input: right, left: half, top: 0 },
      { input: Buffer.from(divider) },
      {
        input: await drawIcon(markFile, markPixels, 'transparent'),
        left: half - markPixels / 2,
        top: (social.height - markPixels) / 2,
      },
    ])
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
}

/**
 * Draws the mark as a square PNG.
 * @param background `full` also fills the corners, for platforms that cut icons to their own shape
 */
export async function drawIcon(
  markFile: string,
  pixels: number,
  background: 'transparent' | 'full',
): Promise<Buffer> {
  const mark = sharp(await readFile(markFile), { density: (72 * pixels) / 32 }).resize(pixels);
  const filled = background === 'full' ? mark.flatten({ background: ground }) : mark;
  return filled.png({ compressionLevel: 9 }).toBuffer();
}
