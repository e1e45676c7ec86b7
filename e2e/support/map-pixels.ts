import type { Page } from '@playwright/test';
import sharp from 'sharp';

export async function chooseBaseMap(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Base map' }).click();
  await page.getByRole('radio', { name }).check({ force: true });
  await page.keyboard.press('Escape');
}

/** Red, green and blue of a picture's pixels, one after the other. */
function coloursOf(png: Buffer): Promise<Buffer> {
  return sharp(png).removeAlpha().raw().toBuffer();
}

/** How many pixels of the screen have about this colour. */
export async function countPixels(
  page: Page,
  [red, green, blue]: [number, number, number],
): Promise<number> {
  const data = await coloursOf(await page.screenshot());
  let count = 0;
  for (let at = 0; at < data.length; at += 3) {
    const distance =
      Math.abs(data[at]! - red) + Math.abs(data[at + 1]! - green) + Math.abs(data[at + 2]! - blue);
    if (distance < 24) count++;
  }
  return count;
}

/**
 * For each colour: how many pixels of a picture of the screen have it, within 2 of 255 in red, green and
 * blue.
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
