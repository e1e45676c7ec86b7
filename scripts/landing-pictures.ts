import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAnalysis } from '@refugia/engine/analysis/run.ts';
import { createSimulationTransport, simulationCatalogue } from '@refugia/simulation/index.ts';
import sharp from 'sharp';
import { drawIcon, drawSocialPicture } from './landing-pictures/brand.ts';
import { type Picture, readPictures } from './landing-pictures/pictures.ts';

/**
 * `npm run pictures`: makes the landing page's pictures from a run of our own engine on simulated
 * scenes, and the icons from the favicon. Run it again when scenes or method change how they look.
 */
const site = join(import.meta.dirname, '../web/src/features/site/pictures');
const publicFolder = join(import.meta.dirname, '../web/public');

/** The middle of the pictures, which lies in the simulated wildfire of the examples. */
const center = { longitude: -105.52, latitude: 40.56 };
const beforeDate = '2019-07-25';
const afterDate = '2021-09-15';
/** The size in pixels of 10 m, which is the scenes' own resolution. */
const size = { width: 800, height: 592 };
const pixelMeters = 10;
/**
 * The analysed area is larger than the picture by this factor, because its sides are not parallel
 * to the pixel grid.
 */
const margin = 1.12;

/** The widths from which browsers choose. */
const widths = [1080, 640];
const avif = { quality: 48, effort: 7 } as const;
/** On a page of text the app's reflectance looks too dark, so the pictures are brightened. */
const display = { brightness: 1.28, saturation: 1.08 } as const;

function areaAround({ longitude, latitude }: typeof center) {
  const metersPerDegree = 111_320;
  const halfHeight = (size.height * pixelMeters * margin) / 2 / metersPerDegree;
  const halfWidth =
    (size.width * pixelMeters * margin) /
    2 /
    (metersPerDegree * Math.cos((latitude * Math.PI) / 180));
  const [west, east] = [longitude - halfWidth, longitude + halfWidth];
  const [south, north] = [latitude - halfHeight, latitude + halfHeight];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon' as const, coordinates: [ring] };
}

async function run(): Promise<{ before: Picture; after: Picture }> {
  const outputFolder = await mkdtemp(join(tmpdir(), 'refugia-pictures-'));
  try {
    const { catalogueUrl, collections } = simulationCatalogue;
    const result = await runAnalysis(
      { area: areaAround(center), beforeDate, afterDate },
      { transport: createSimulationTransport(), catalogueUrl, collections, outputFolder },
    );
    const { beforeDate: before, afterDate: after, statistics } = result;
    const facts = { before, after, changedHectares: Math.round(statistics.changedHectares) };
    await writeFile(join(site, 'run.json'), `${JSON.stringify(facts, null, 2)}\n`);
    return await readPictures(result.files, size);
  } finally {
    await rm(outputFolder, { recursive: true, force: true });
  }
}

const pictures = await run();
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
