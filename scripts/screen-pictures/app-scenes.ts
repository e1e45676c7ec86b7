import type { Browser, Page } from '@playwright/test';
import { hillsFile } from './hills-file.ts';
import { Person } from './person.ts';
import type { PictureFolder } from './picture-folder.ts';
import { screen, settleMilliseconds } from './screen.ts';

const whole = { x: 0, y: 0, ...screen };
/** Twice the width at which a reader of the repository sees it. */
const widthPixels = 1280;

type Position = readonly [longitude: number, latitude: number];

const polygon = (...ring: readonly Position[]) => ({
  type: 'Polygon',
  coordinates: [[...ring, ring[0]]],
});

/** Made-up places between Oregon's coast and the Willamette. */
const meadow = polygon([-123.62, 44.56], [-123.5, 44.59], [-123.44, 44.53], [-123.55, 44.48]);
const oldForest = polygon(
  [-123.86, 44.54],
  [-123.76, 44.58],
  [-123.7, 44.51],
  [-123.72, 44.44],
  [-123.82, 44.43],
);
const creek = {
  type: 'LineString',
  coordinates: [
    [-123.9, 44.62],
    [-123.8, 44.61],
    [-123.71, 44.63],
    [-123.62, 44.61],
    [-123.52, 44.64],
  ],
};
const corridor = polygon([-123.7, 44.51], [-123.62, 44.56], [-123.55, 44.48], [-123.72, 44.44]);

/** Photographs a map with features of its owner and a proposal of an editor, as the owner sees it. */
export async function takeCollaborativeMapper(
  browser: Browser,
  address: string,
  folder: PictureFolder,
): Promise<void> {
  const owner = await Person.join(address, 'coast-range');
  const editor = await Person.join(address, 'creek-walker');
  const mapID = await owner.send<number>('POST', '/api/rrm/map_requests?type=map', {
    name: 'Coast Range corridor',
  });
  for (const [attr, val] of [
    ['summary', 'Where elk can cross between the old forest and the meadow.'],
    ['center', [44.53, -123.81]],
    ['zoom', 11],
  ] as const) {
    await owner.send('PUT', '/api/rrm/map_requests', { id: mapID, attr, val });
  }
  for (const [name, geometry] of [
    ['Old forest', oldForest],
    ['Wet meadow', meadow],
    ['Spawning creek', creek],
  ] as const) {
    const feature = { type: 'Feature', geometry, properties: { name } };
    await owner.send('POST', '/api/rrm/features', { mapID, feature });
  }
  await owner.send('POST', '/api/rrm/map_users', { mapID, username: 'creek-walker' });
  await editor.send('POST', '/api/rrm/proposals', {
    type: 'add',
    mapID,
    feature: { type: 'Feature', geometry: corridor, properties: { name: 'Corridor' } },
    note: 'Elk cross here between forest and meadow.',
  });

  const context = await owner.window(browser);
  const page = await context.newPage();
  await page.goto(`/apps/collaborativemapper/map?id=${mapID}`);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.waitForTimeout(2 * settleMilliseconds);
  await folder.take(page, 'collaborative-mapper', whole, { widthPixels });
  await context.close();
}

/** Photographs a project with elevations, and the curve that turns them into values. */
export async function takeValueMapper(
  browser: Browser,
  address: string,
  folder: PictureFolder,
): Promise<void> {
  const owner = await Person.join(address, 'ridge-keeper');
  const context = await owner.window(browser);
  const page = await context.newPage();
  await openCurveDialog(page);
  await page.getByRole('slider', { name: 'Amplitude' }).press('End');
  await page.getByRole('slider', { name: 'Offset' }).press('Home');
  await page.getByRole('button', { name: /Black\/White/ }).click();
  await page.getByRole('option', { name: 'Purple/Yellow' }).click();
  await page.waitForTimeout(2 * settleMilliseconds);
  await folder.take(page, 'value-mapper', whole, { widthPixels });
  await context.close();
}

/** Makes a project, uploads the hills and opens the dialog of their valuation curve. */
export async function openCurveDialog(page: Page): Promise<void> {
  await page.goto('/apps/conservationvaluemapper/dashboard');
  await page.getByRole('button', { name: 'New Project', exact: true }).click();
  const close = async (name: string) => {
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
  };
  await close('Loading the project');
  await page.getByRole('button', { name: 'Upload raster' }).click();
  await page.getByLabel('GeoTIFF file').setInputFiles(await hillsFile());
  const upload = page.getByRole('dialog', { name: 'Upload a raster' });
  await upload.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('Fetch the image to the map, done').waitFor();
  await close('Processing the raster');

  await page.getByRole('button', { name: /^Valuation curve of/ }).click();
}
