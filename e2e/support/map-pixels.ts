import type { Page } from '@playwright/test';

export async function chooseBaseMap(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Base map' }).click();
  await page.getByRole('radio', { name }).check({ force: true });
  await page.keyboard.press('Escape');
}

/** How many pixels of the screen have about this colour. */
export async function countPixels(page: Page, colour: [number, number, number]): Promise<number> {
  const picture = (await page.screenshot()).toString('base64');
  return page.evaluate(
    async ([source, red, green, blue]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      drawing.drawImage(image, 0, 0);
      const { data } = drawing.getImageData(0, 0, image.width, image.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const distance =
          Math.abs(data[at] - red) + Math.abs(data[at + 1] - green) + Math.abs(data[at + 2] - blue);
        if (distance < 24) count++;
      }
      return count;
    },
    [picture, ...colour] as const,
  );
}

/**
 * For each colour: how many pixels of a picture of the screen have it, within 2 of 255 in red, green and
 * blue.
 */
export async function countSameColours(
  page: Page,
  png: Buffer,
  colours: readonly (readonly number[])[],
): Promise<number[]> {
  const picture = png.toString('base64');
  return page.evaluate(
    async ([source, wanted]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      drawing.drawImage(image, 0, 0);
      const { data } = drawing.getImageData(0, 0, image.width, image.height);
      const counts = wanted.map(() => 0);
      for (let at = 0; at < data.length; at += 4) {
        wanted.forEach((colour, index) => {
          const isSame = colour.every((part, place) => Math.abs(data[at + place] - part) <= 2);
          if (isSame) counts[index]++;
        });
      }
      return counts;
    },
    [picture, colours] as const,
  );
}
