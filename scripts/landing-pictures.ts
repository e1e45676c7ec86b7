import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawIcon, drawSocialPicture } from './landing-pictures/brand.ts';
import { readPictures, type TrueColourPicture } from './landing-pictures/pictures.ts';
import { landingExample, runOf, screenExample, size } from './landing-pictures/run.ts';

/**
 * `npm run pictures`: makes the landing page's pictures from a run of our own engine on simulated
 * scenes, and the icons from the favicon, and writes down the figures of all examples that pages and
 * pictures tell. Run it again when scenes or method change how they look.
 */
const site = join(import.meta.dirname, '../web/src/features/site/pictures');
const publicFolder = join(import.meta.dirname, '../web/public');

const widths = [1080, 640];
const avif = { quality: 48, effort: 7 } as const;
/** On a page of text the app's reflectance looks too dark, so the pictures are brightened. */
const display = { brightness: 1.28, saturation: 1.08 } as const;

async function makeRun(): Promise<{ before: TrueColourPicture; after: TrueColourPicture }> {
  const outputFolder = await mkdtemp(join(tmpdir(), 'refugia-pictures-'));
  try {
    const { facts: screens } = await runOf(screenExample, join(outputFolder, 'screens'));
    const { facts: landing, files } = await runOf(landingExample, join(outputFolder, 'landing'));
    const facts = JSON.stringify({ landing, screens }, null, 2);
    await writeFile(join(site, 'run.json'), `${facts}\n`);
    await writeInReadme(screens.changedHectares);
    return await readPictures(files, size);
  } finally {
    await rm(outputFolder, { recursive: true, force: true });
  }
}

async function writeInReadme(hectares: number): Promise<void> {
  const file = join(import.meta.dirname, '../README.md');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/result's [\d,]+ hectares/, `result's ${hectares} hectares`));
}

const pictures = await makeRun();
for (const [name, picture] of Object.entries(pictures)) {
  for (const width of widths) {
    const file = join(site, `${name}-${width}.avif`);
    const { size: bytes } = await sharp(picture.data, { raw: picture.info })
      .modulate(display)
      .resize(width)
      .avif(avif)
      .toFile(file);
    console.log(`${file}: ${bytes} bytes`);
  }
}
await writeFile(
  join(publicFolder, 'social.jpg'),
  await drawSocialPicture({
    ...pictures,
    display,
    markFile: join(publicFolder, 'favicon.svg'),
  }),
);
for (const [name, pixels] of [
  ['apple-touch-icon.png', 180],
  ['icon-192.png', 192],
  ['icon-512.png', 512],
  ['favicon.png', 48],
] as const) {
  const background = name === 'favicon.png' ? 'transparent' : 'full';
  await writeFile(
    join(publicFolder, name),
    await drawIcon(join(publicFolder, 'favicon.svg'), pixels, background),
  );
}
