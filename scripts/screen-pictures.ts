import { join } from 'node:path';
import { launchProduct } from './launch-product.ts';
import { launchBrowser, PictureFolder } from './screen-pictures/picture-folder.ts';
import { takeResult, takeSetup } from './screen-pictures/scenes.ts';
import { buildWebWhenStale } from './web-build.ts';

/**
 * The second part of `npm run pictures`: Habitat Patrol's tutorial and landing page, photographed from
 * the running product on simulated imagery. Run it again when the screen changes its look.
 */
const folder = new PictureFolder(
  join(import.meta.dirname, '../web/src/features/habitat-patrol/pictures'),
);

await buildWebWhenStale();
const { address, stop } = await launchProduct({});
const browser = await launchBrowser();
try {
  await takeSetup(browser, address, folder);
  await takeResult(browser, address, folder);
} finally {
  await browser.close();
  await stop();
}
