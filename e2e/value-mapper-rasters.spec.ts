import type { Page } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import { elevationFile } from './support/raster-file.ts';
import { expect, severeFaults, test } from './support/test.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function close(page: Page, name: string): Promise<void> {
  await dialog(page, name).getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog(page, name)).toBeHidden();
}

/** Makes a project on the screen, and uploads elevations to it. */
async function openWithRaster(page: Page, username: string): Promise<void> {
  await logIn(page, username);
  await page.goto('/apps/conservationvaluemapper/dashboard');
  await page.getByRole('button', { name: 'New Project', exact: true }).click();
  await close(page, 'Loading the project');
  await page.getByRole('button', { name: 'Upload raster' }).click();
  await page.getByLabel('GeoTIFF file').setInputFiles(await elevationFile());
  await dialog(page, 'Upload a raster')
    .getByRole('button', { name: 'Upload', exact: true })
    .click();
  await expect(page.getByText('File uploaded.')).toBeVisible();
  await expect(dialog(page, 'Processing the raster').getByRole('listitem')).toHaveText([
    /Extract metadata, done/,
    /Process coordinate reference systems, done/,
    /Calculate geospatial attributes, done/,
    /Generate the image, done/,
    /Load the raster data, done/,
    /Fetch the image to the map, done/,
  ]);
  await close(page, 'Processing the raster');
}

const curveButton = (page: Page) => page.getByRole('button', { name: /^Valuation curve of/ });

test('a raster is uploaded, looked at, valued, and deleted', async ({ page }) => {
  await openWithRaster(page, 'value_surveyor');
  expect(await severeFaults(page)).toEqual([]);

  await page.getByRole('button', { name: /^Metadata of/ }).click();
  const metadata = page.getByRole('dialog', { name: /^Metadata of/ });
  await expect(metadata).toContainText('hills.tif');
  await expect(metadata).toContainText('EPSG:26910');
  await expect(metadata).toContainText('8.000e+1 pixels');
  await page.keyboard.press('Escape');

  await curveButton(page).click();
  const valuation = page.getByRole('dialog', { name: /^Valuation curve of/ });
  await expect(valuation.getByRole('button', { name: 'Remove' })).toBeDisabled();
  await expect(valuation.getByRole('slider', { name: 'Curvature' })).toBeDisabled();
  await expect(valuation.getByRole('img', { name: /^Linear curve, from 0 at/ })).toBeVisible();
  expect(await severeFaults(page)).toEqual([]);
  await valuation.getByRole('button', { name: /Linear/ }).click();
  await page.getByRole('option', { name: 'Exponential' }).click();
  await expect(valuation.getByRole('slider', { name: 'Curvature' })).toHaveValue('5');

  const asked: string[] = [];
  page.on('request', (request) => {
    // The base map may still be on its way.
    if (/\/tiles\/value\/|rst_datasets/.test(request.url())) asked.push(request.url());
  });
  await valuation.getByRole('slider', { name: 'Amplitude' }).focus();
  for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowRight');
  await expect(valuation.getByRole('slider', { name: 'Amplitude' })).toHaveValue('1.5');
  await expect(valuation.getByText(/points lie beyond ±1.25/)).toBeVisible();
  expect(asked).toEqual([]);

  await valuation.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog(page, 'Processing the valued raster').getByRole('listitem')).toHaveText([
    /Store the valuation settings, done/,
    /Build the valued raster, done/,
    /Generate the valued image, done/,
    /Load the valued raster data, done/,
    /Fetch the image to the map, done/,
  ]);
  await close(page, 'Processing the valued raster');
  await expect(page.getByText('Conservation value', { exact: true })).toBeVisible();

  await page.reload();
  await close(page, 'Loading the project');
  await curveButton(page).click();
  await expect(valuation.getByRole('slider', { name: 'Amplitude' })).toHaveValue('1.5');
  await valuation.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Original numbers')).toBeVisible();

  await page.getByRole('button', { name: /^Delete (?!project)/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Data layer deleted.')).toBeVisible();
  await expect(page.getByText('0 of 5 layers')).toBeVisible();
});

test('a layer is hidden, recoloured and renamed by keys alone', async ({ page }) => {
  await openWithRaster(page, 'value_keyboard');
  const hide = page.getByRole('button', { name: /^Hide/ });
  await hide.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Show/ })).toBeVisible();
  for (const colour of ['orange', 'green', 'purple', 'lightblue']) {
    await page.getByRole('button', { name: /^Background color of/ }).focus();
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('button', { name: new RegExp(`^Background color of .*: ${colour}$`) }),
    ).toBeVisible();
  }
  await page.getByRole('button', { name: /^Edit label of/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Hills');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Find Hills' })).toBeVisible();
  await page.reload();
  await close(page, 'Loading the project');
  await expect(page.getByRole('button', { name: 'Show Hills' })).toBeVisible();
});

test('a file that is no raster is refused before it is sent', async ({ page }) => {
  await logIn(page, 'value_mistaken');
  await page.goto('/apps/conservationvaluemapper/dashboard');
  await page.getByRole('button', { name: 'New Project', exact: true }).click();
  await close(page, 'Loading the project');
  await page.getByRole('button', { name: 'Upload raster' }).click();
  await page
    .getByLabel('GeoTIFF file')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await expect(page.getByText('Error: File must must be of type .tif, .tiff.')).toBeVisible();
  await expect(
    dialog(page, 'Upload a raster').getByRole('button', { name: 'Upload', exact: true }),
  ).toBeDisabled();
});
