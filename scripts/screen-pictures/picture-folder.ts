import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { ensureBrowser } from '../browser.ts';

export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Photographs parts of a page into one folder. */
export class PictureFolder {
  readonly #path: string;
  readonly #format: 'avif' | 'webp';

  /** @param format AVIF files are the smallest; WebP is for documents, because more viewers show it */
  constructor(path: string, format: 'avif' | 'webp' = 'avif') {
    this.#path = path;
    this.#format = format;
  }

  /**
   * Photographs a part of a page into a file.
   * @param clip the part, in CSS pixels
   * @param file.widthPixels the width of the file
   * @param file.brightness a factor above 1 makes the picture brighter than the app, because on a
   * page of text the same pixels look dark
   */
  async take(
    page: Page,
    name: string,
    clip: Clip,
    { widthPixels, brightness = 1 }: { widthPixels: number; brightness?: number },
  ): Promise<void> {
    const png = await page.screenshot({ clip, animations: 'disabled' });
    const file = join(this.#path, `${name}.${this.#format}`);
    const picture = sharp(png).resize(widthPixels).modulate({ brightness });
    const packed =
      this.#format === 'avif'
        ? picture.avif({ quality: 55, effort: 7 })
        : picture.webp({ quality: 80, effort: 6 });
    const { size } = await packed.toFile(file);
    console.log(`${file}: ${size} bytes`);
  }
}

/** Starts a browser that draws maps without a graphics card, whoever runs it. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await ensureBrowser(),
    args: [
      // Chromium's sandbox does not start for root, as whom containers run.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
    ],
  });
}
