import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Photographs parts of a page into one folder, as AVIF. */
export class PictureFolder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * @param clip what of the page, in CSS pixels
   * @param widthPixels of the file
   * @param look brighter than the app shows it, for a page of text, where the same pixels look like dusk
   */
  async take(
    page: Page,
    name: string,
    clip: Clip,
    widthPixels: number,
    { brightness = 1 }: { brightness?: number } = {},
  ): Promise<void> {
    const png = await page.screenshot({ clip, animations: 'disabled' });
    const file = join(this.#path, `${name}.avif`);
    const { size } = await sharp(png)
      .resize(widthPixels)
      .modulate({ brightness })
      .avif({ quality: 55, effort: 7 })
      .toFile(file);
    console.log(`${file}: ${size} bytes`);
  }
}
