import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** Chooses a base map by its name on the screen. */
export async function chooseBaseMap(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Base map', exact: true }).click();
  await page.getByRole('radio', { name, exact: true }).check({ force: true });
  await page.keyboard.press('Escape');
}

/** The red, green and blue values of a picture's pixels, one after the other. */
function coloursOf(png: Buffer): Promise<Buffer> {
  return sharp(png).removeAlpha().raw().toBuffer();
}

type Colour = readonly [red: number, green: number, blue: number];

/** Counts the pixels of the screen that have about this colour. */
export async function countPixels(page: Page, colour: Colour): Promise<number> {
  return countSimilarColours(await page.screenshot(), colour);
}

/** Counts the pixels of a picture that have about this colour. */
export async function countSimilarColours(
  png: Buffer,
  [red, green, blue]: Colour,
): Promise<number> {
  const data = await coloursOf(png);
  let count = 0;
  for (let at = 0; at < data.length; at += 3) {
    const distance =
      Math.abs(data[at]! - red) + Math.abs(data[at + 1]! - green) + Math.abs(data[at + 2]! - blue);
    if (distance < 24) count++;
  }
  return count;
}

/**
 * Counts, for each colour, the pixels of a picture that differ by at most 2 of 255 in red, green
 * and blue.
 */
export async function countSameColours(
  png: Buffer,
  colours: readonly (readonly number[])[],
): Promise<number[]> {
  const data = await coloursOf(png);
  const counts = colours.map(() => 0);
  for (let at = 0; at < data.length; at += 3) {
    colours.forEach((colour, index) => {
      const isSame = colour.every((part, place) => Math.abs(data[at + place]! - part) <= 2);
      if (isSame) counts[index]!++;
    });
  }
  return counts;
}
