import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { launchProduct } from './launch-product.ts';
import { takeCollaborativeMapper, takeValueMapper } from './screen-pictures/app-scenes.ts';
import { launchBrowser, PictureFolder } from './screen-pictures/picture-folder.ts';
import { buildWebWhenStale } from './web-build.ts';

/**
 * The last part of `npm run pictures`, which makes a picture of each app for the README. Habitat
 * Patrol's is that of the landing page. The others are photographed from the running product.
 */
const root = join(import.meta.dirname, '..');
const path = join(root, 'docs/pictures');
await mkdir(path, { recursive: true });
await sharp(join(root, 'web/src/features/habitat-patrol/pictures/screen-light.avif'))
  .resize(1280)
  .webp({ quality: 80, effort: 6 })
  .toFile(join(path, 'habitat-patrol.webp'));

await buildWebWhenStale();
const { address, stop } = await launchProduct({});
const browser = await launchBrowser();
try {
  const folder = new PictureFolder(path, 'webp');
  await takeCollaborativeMapper(browser, address, folder);
  await takeValueMapper(browser, address, folder);
} finally {
  await browser.close();
  await stop();
}
