import type { Page, Request } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import { elevationFile } from './support/raster-file.ts';
import { detail, expect, test } from './support/test.ts';
import {
  closeDialog,
  dialog,
  openWithRaster,
  rasterWork,
  uploadRaster,
} from './support/value-project.ts';

/**
 * Delays calls.
 * @returns a function that lets them continue
 */
async function hold(page: Page, method: string, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() === method) await promise;
    await route.continue();
  });
  return resolve;
}

const closeOf = (page: Page, name: string) =>
  dialog(page, name).getByRole('button', { name: 'Close' }).last();

/**
 * Expects that a modal offers no way to close it while its step is under way, except for its own
 * button.
 */
async function expectHeldOpen(page: Page, name: string, step: RegExp): Promise<void> {
  await expect(dialog(page, name).getByRole('listitem').filter({ hasText: step })).toBeVisible();
  await expect(closeOf(page, name)).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(closeOf(page, name)).toBeDisabled();
}

test('Close is pressed only when the last step of a modal is done', async ({ page }) => {
  await logIn(page, 'value_patient');
  await page.goto('/apps/conservationvaluemapper/dashboard');
  const loadMap = await hold(page, 'GET', /maps_ctrl/);
  await page.getByRole('button', { name: 'New Project', exact: true }).click();
  await expectHeldOpen(page, 'Loading the project', /Map data, in progress/);
  loadMap();
  await closeDialog(page, 'Loading the project');

  const begin = await hold(page, 'POST', /\/api\/uploads$/);
  const draw = await hold(page, 'PUT', /type=img/);
  await page.getByRole('button', { name: 'Upload raster' }).click();
  await page.getByLabel('GeoTIFF file', { exact: true }).setInputFiles(await elevationFile());
  await dialog(page, 'Upload a raster')
    .getByRole('button', { name: 'Upload', exact: true })
    .click();
  await expectHeldOpen(page, 'Uploading hills.tif', /Upload the file, in progress/);
  begin();
  await expectHeldOpen(page, 'Processing the raster', /Generate the image, in progress/);
  draw();
  await closeDialog(page, 'Processing the raster');

  const value = await hold(page, 'PUT', /type=genValImg/);
  await page.getByRole('button', { name: /^Valuation curve of/ }).click();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expectHeldOpen(
    page,
    'Processing the valued raster',
    /Generate the valued image, in progress/,
  );
  value();
  await closeDialog(page, 'Processing the valued raster');
});

// Specification part 3, section 4: Close is enabled when the last step of a modal succeeds, and besides
// only when the extraction of metadata fails.
test(
  'after a failure Close waits still, and there is another way out',
  detail,
  async ({ page }) => {
    await logIn(page, 'value_stranded');
    await page.goto('/apps/conservationvaluemapper/dashboard');
    await page.route(/maps_ctrl/, async (route) => {
      if (route.request().method() === 'GET') await route.abort();
      else await route.continue();
    });
    await page.getByRole('button', { name: 'New Project', exact: true }).click();
    await expectHeldOpen(page, 'Loading the project', /Map data, failed/);
    await dialog(page, 'Loading the project').getByRole('link', { name: 'Exit' }).click();
    await expect(page.getByRole('tab', { name: 'My Projects' })).toBeVisible();
    await page.unroute(/maps_ctrl/);
    await page.getByRole('row').getByRole('link').click();
    await closeDialog(page, 'Loading the project');

    await page.route(/type=geospatial/, (route) => route.abort());
    await uploadRaster(page, await elevationFile());
    await expectHeldOpen(page, 'Processing the raster', /Calculate geospatial attributes, failed/);
    const processing = dialog(page, 'Processing the raster');
    await processing.getByRole('button', { name: 'Finish later' }).click();
    await expect(processing).toBeHidden();
  },
);

test(
  'values that are to take the place of others are followed after a reload',
  detail,
  async ({ page }) => {
    await openWithRaster(page, 'value_returner', await elevationFile());
    await page.route(/type=genValImg/, (route) => route.abort());
    await page.getByRole('button', { name: /^Valuation curve of/ }).click();
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    const processing = dialog(page, 'Processing the valued raster');
    await expectHeldOpen(page, 'Processing the valued raster', /Generate the valued image, failed/);
    await processing.getByRole('button', { name: 'Finish later' }).click();
    await expect(processing).toBeHidden();
    await page.unroute(/type=genValImg/);

    // The server is done with so small a raster at once: the reply says that it is still at work.
    await page.route(/val_rst_datasets_ctrl\?.*type=all/, async (route) => {
      const response = await route.fetch();
      const [valued] = await response.json();
      const { id } = valued;
      const done = { ...valued.processing, state: 'done' };
      const running = { ...valued.processing, state: 'running' };
      const json = [{ ...valued, processing: done, replacement: { id, processing: running } }];
      await route.fulfill({ response, json });
    });
    await page.reload();
    await closeDialog(page, 'Loading the project');
    await expect(processing.getByRole('listitem').last()).toHaveText(/done/, rasterWork);
    await closeDialog(page, 'Processing the valued raster');
    await expect(page.getByText('Conservation value', { exact: true })).toBeVisible();
  },
);

/** The attributes of the map that a call saves, by their keys. */
function savedBy(request: Request): Record<string, unknown> {
  const url = new URL(request.url());
  if (request.method() !== 'PUT' || !url.pathname.endsWith('/maps_ctrl')) return {};
  const pairs = JSON.parse(url.searchParams.get('keyValUpdateArray') ?? '[]');
  return Object.fromEntries(pairs.map(({ key, val }: { key: string; val: unknown }) => [key, val]));
}

// By the specification, part 3, section 9, a span over 0.1 and up to 0.8 degrees is shown at zoom
// 11.
test(
  'Find leads back to the raster, at the zoom of its size, and that is saved',
  detail,
  async ({ page }) => {
    await openWithRaster(page, 'value_finder', await elevationFile());
    const away = page.waitForRequest((request) => Number(savedBy(request).last_zoom) < 11);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await away;
    const found = page.waitForRequest((request) => Number(savedBy(request).last_zoom) === 11);
    await page.getByRole('button', { name: /^Find hills/ }).click();
    const [latitude, longitude] = JSON.parse(String(savedBy(await found).last_center_coords));
    // The place is UTM zone 10N, 472,000 m east and 4,931,000 m north, converted by gdaltransform of
    // GDAL 3.6.2.
    expect(latitude).toBeCloseTo(44.5318, 1);
    expect(longitude).toBeCloseTo(-123.3524, 1);
  },
);
