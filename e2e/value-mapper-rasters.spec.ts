import type { Page } from '@playwright/test';
import { elevationFile, largeFile, unplacedFile } from './support/raster-file.ts';
import { detail, expect, severeFaults, test } from './support/test.ts';
import {
  closeDialog as close,
  dialog,
  openProject,
  openWithRaster,
  rasterWork,
  uploadRaster,
} from './support/value-project.ts';

const curveButton = (page: Page) => page.getByRole('button', { name: /^Valuation curve of/ });

test('a raster is uploaded, looked at, valued, and deleted', async ({ page }) => {
  await openWithRaster(page, 'value_surveyor', await elevationFile());
  expect(await severeFaults(page)).toEqual([]);

  await page.getByRole('button', { name: /^Metadata of/ }).click();
  const metadata = page.getByRole('dialog', { name: /^Metadata of/ });
  await expect(metadata).toContainText('hills.tif');
  await expect(metadata).toContainText('EPSG:26910');
  await expect(metadata).toContainText('8.000e+1 pixels');
  await page.keyboard.press('Escape');

  await curveButton(page).click();
  const valuation = page.getByRole('dialog', { name: /^Valuation curve of/ });
  await expect(valuation.getByRole('button', { name: 'Remove', exact: true })).toBeDisabled();
  // The specification begins with half of the amplitude, which is none of the sentences.
  await expect(valuation.getByRole('radio', { name: 'More is better' })).not.toBeChecked();
  await valuation.getByRole('button', { name: 'Advanced' }).click();
  await expect(valuation.getByRole('slider', { name: 'Curvature' })).toBeDisabled();
  await expect(valuation.getByRole('img', { name: /^Linear curve, from 0 at/ })).toBeVisible();
  expect(await severeFaults(page)).toEqual([]);
  await valuation.getByRole('button', { name: /Linear/ }).click();
  await page.getByRole('option', { name: 'Exponential' }).click();
  await expect(valuation.getByRole('slider', { name: 'Curvature' })).toHaveValue('5');

  const asked: string[] = [];
  page.on('request', (request) => {
    // The base map may still be loading.
    if (/\/tiles\/value\/|rst_datasets/.test(request.url())) asked.push(request.url());
  });
  await valuation.getByRole('slider', { name: 'Amplitude' }).focus();
  for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowRight');
  await expect(valuation.getByRole('slider', { name: 'Amplitude' })).toHaveValue('1.5');
  await expect(valuation.getByText(/points lie beyond ±1.25/)).toBeVisible();
  expect(asked).toEqual([]);

  await valuation.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(dialog(page, 'Processing the valued raster').getByRole('listitem')).toHaveText(
    [
      /Store the valuation settings, done/,
      /Build the valued raster, done/,
      /Generate the valued image, done/,
      /Load the valued raster data, done/,
      /Fetch the image to the map, done/,
    ],
    rasterWork,
  );
  // The focus is on the button that closes the list of finished steps.
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Processing the valued raster')).toBeHidden();
  await expect(page.getByText('Conservation value', { exact: true })).toBeVisible();

  await page.reload();
  await close(page, 'Loading the project');
  await curveButton(page).click();
  await valuation.getByRole('button', { name: 'Advanced' }).click();
  await expect(valuation.getByRole('slider', { name: 'Amplitude' })).toHaveValue('1.5');
  const removed = page.waitForResponse(
    (reply) => reply.request().method() === 'DELETE' && reply.url().includes('/val_rst_datasets_'),
  );
  await valuation.getByRole('button', { name: 'Remove', exact: true }).click();
  expect((await removed).status()).toBe(200);
  await expect(page.getByText('Original numbers')).toBeVisible();

  await page.getByRole('button', { name: /^Delete (?!project)/ }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete this data layer?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(page.getByText('Data layer deleted.')).toBeVisible();
  await expect(page.getByText('0 of 5 layers')).toBeVisible();
});

test(
  'a large raster is seen coarsely while it is processed, and whole then',
  detail,
  async ({ page }) => {
    await openProject(page, 'value_coarse');
    const tiles: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 200 && response.url().includes('/tiles/value/data/')) {
        tiles.push(response.url());
      }
    });
    // The last step is delayed until the coarse picture has been seen. However quick the server is,
    // the screen then knows only what the earlier steps have told it.
    const seen = Promise.withResolvers<void>();
    await page.route(/orig_rst_datasets_ctrl\?.*type=img/, async (route) => {
      await seen.promise;
      await route.continue();
    });
    await uploadRaster(page, await largeFile());
    const processing = dialog(page, 'Processing the raster');
    const note = processing.getByText('The map shows a coarse picture');
    await expect(note).toBeVisible();
    await expect
      .poll(() => tiles.filter((url) => url.endsWith('-coarse')).length)
      .toBeGreaterThan(0);
    expect(tiles.every((url) => url.endsWith('-coarse'))).toBe(true);
    seen.resolve();
    // The server reads 26 million pixels meanwhile, which takes a busy machine some minutes.
    await expect(processing.getByRole('listitem').last()).toHaveText(/done/, rasterWork);
    await expect(note).toBeHidden();
    await expect.poll(() => tiles.some((url) => !url.endsWith('-coarse'))).toBe(true);
    await close(page, 'Processing the raster');
  },
);

test('a click and a key read the numbers of a layer, until these change', async ({ page }) => {
  await openWithRaster(page, 'value_reader', await elevationFile());
  const reading = page.getByRole('status').filter({ hasText: /^hills: / });
  const canvas = page.locator('canvas.maplibregl-canvas');
  await canvas.focus();
  await page.keyboard.press('Enter');
  await expect(reading).toHaveText(/^hills: [\d,]+$/);
  // The top of the hill lies in the middle of the part that the panel leaves free.
  await canvas.click({ position: { x: 935, y: 400 } });
  await expect(reading).toHaveText(/^hills: 1,\d{3}$/);

  await curveButton(page).click();
  await canvas.click({ position: { x: 935, y: 400 } });
  await expect(reading).toHaveText(/^hills: 1,\d{3} → value 0\.\d+ \(preview\)$/);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await close(page, 'Processing the valued raster');
  await expect(reading).toBeHidden();
  await canvas.click({ position: { x: 935, y: 400 } });
  await expect(reading).toHaveText(/^hills: 1,\d{3} → value 0\.\d+$/);
});

test('a curve is chosen by a sentence, dragged, typed, undone and stored', async ({ page }) => {
  await openWithRaster(page, 'value_planner', await elevationFile());
  await test.step('a layer is hidden, recoloured and renamed by keys alone', async () => {
    // A dialog that closes gives the focus back, or to the list of layers where its button is gone.
    await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeFocused();
    await curveButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^Valuation curve of/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(curveButton(page)).toBeFocused();
    // The uppermost layer's curve opens by its number, too.
    await page.keyboard.press('1');
    await expect(page.getByRole('dialog', { name: /^Valuation curve of/ })).toBeFocused();
    await page.keyboard.press('Escape');
    const hide = page.getByRole('button', { name: /^Hide/ });
    await hide.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Show hills' })).toBeVisible();
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
  await page.getByRole('button', { name: 'Show Hills' }).click();

  await curveButton(page).click();
  const valuation = page.getByRole('dialog', { name: /^Valuation curve of/ });
  const best = valuation.getByLabel('Best around', { exact: true });
  await valuation.getByText('Best around …').click();
  await expect(valuation.getByRole('img', { name: /^Peak curve, from / })).toBeVisible();
  const chosen = await best.inputValue();
  expect(await severeFaults(page)).toEqual([]);

  const top = valuation.getByRole('button', { name: /^Top of the peak: value 1 at/ });
  const box = (await top.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(best).not.toHaveValue(chosen);
  await top.press('ArrowUp');
  await page.keyboard.press('ControlOrMeta+z');
  await valuation.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(best).toHaveValue(chosen);

  await valuation.getByText('Only between … and …').click();
  const from = valuation.getByLabel('Only above', { exact: true });
  await from.fill('400');
  await from.press('Enter');
  await page.keyboard.press('Tab');
  await expect(valuation.getByLabel('and up to', { exact: true })).toBeFocused();
  await valuation.getByRole('button', { name: 'Apply', exact: true }).click();
  await close(page, 'Processing the valued raster');
  await curveButton(page).click();
  await expect(from).toHaveValue('400');
  await expect(valuation.getByRole('radio', { name: /^Only between/ })).toBeChecked();
});

test('a file that is no raster is refused before it is sent', async ({ page }) => {
  await openProject(page, 'value_mistaken');
  await page.getByRole('button', { name: 'Upload raster' }).click();
  await page
    .getByLabel('GeoTIFF file', { exact: true })
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await expect(page.getByText('Error: File must must be of type .tif, .tiff.')).toBeVisible();
  await expect(
    dialog(page, 'Upload a raster').getByRole('button', { name: 'Upload', exact: true }),
  ).toBeDisabled();
});

test('a file that only looks like a raster is refused, and its layer takes another one', async ({
  page,
}) => {
  await openProject(page, 'value_renamer');
  await page.getByRole('button', { name: 'Upload raster' }).click();
  const name = `${'n'.repeat(150)}.tif`;
  const buffer = Buffer.from('<html>this is a page</html>'.repeat(9));
  await page
    .getByLabel('GeoTIFF file', { exact: true })
    .setInputFiles({ name, mimeType: 'image/tiff', buffer });
  const upload = page.getByRole('button', { name: 'Upload', exact: true });
  await upload.click();
  const uploading = dialog(page, `Uploading ${name}`);
  await expect(uploading.getByRole('alert')).toContainText('This file is no TIFF');
  // The name is longer than a line of the dialog, and stays within it.
  const overflow = () => uploading.evaluate((node) => node.scrollWidth - node.clientWidth);
  await expect.poll(overflow).toBe(0);
  await close(page, `Uploading ${name}`);
  await expect(page.getByText('This layer has no raster yet.')).toBeVisible();
  expect(await severeFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Upload its file' }).click();
  await page.getByLabel('GeoTIFF file', { exact: true }).setInputFiles(await elevationFile());
  await upload.click();
  const processing = dialog(page, 'Processing the raster');
  await expect(processing).toContainText('hills.tif');
  await expect(processing.getByRole('listitem').last()).toHaveText(/done/, rasterWork);
  await close(page, 'Processing the raster');
  await expect(page.getByText('1 of 5 layers')).toBeVisible();
  await expect(page.getByText('This layer has no raster yet.')).toBeHidden();
});

test('a file without a place fails as specified, its layer warns, and a code helps', async ({
  page,
}) => {
  await openProject(page, 'value_unplaced');
  await uploadRaster(page, await unplacedFile());
  const processing = dialog(page, 'Processing the raster');
  // The server's reason stands beside the sentence of the specification, which stands there once.
  await expect(processing.getByRole('alert').getByText(/^ERROR: /)).toHaveCount(1);
  await expect(processing.getByRole('alert')).toContainText('names no coordinate reference system');
  // No toast covers the steps.
  const toasts = page.getByRole('region', { name: /notification/i });
  await expect(toasts).toContainText('CVM error when extracting metadata');
  // The list stands beside the map, and toasts above the map's middle.
  await expect(async () => {
    const [toast, list] = [await toasts.boundingBox(), await processing.boundingBox()];
    expect(list!.x).toBeGreaterThanOrEqual(toast!.x + toast!.width);
  }).toPass();
  // The dialog is higher than the rest of the screen, and its buttons stay in sight.
  for (const name of ['Try again', 'Close']) {
    const button = processing.getByRole('button', { name }).last();
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  await expect(processing).toContainText(
    "ERROR: The upload raster file does not contain required metadata attributes. Please use the Refugia contact form for support on this issue citing 'CVM error when extracting metadata'.",
  );
  await close(page, 'Processing the raster');
  const warning = page.getByRole('img', {
    name: 'unplaced has failed validation on raster upload.',
  });
  await warning.focus();
  await expect(page.getByRole('tooltip')).toHaveText(
    'unplaced has failed validation on raster upload.',
  );
  expect(await severeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await processing.getByLabel('EPSG code of the file’s coordinates').fill('32610');
  await processing.getByRole('button', { name: 'Use this code' }).click();
  await expect(processing.getByRole('listitem').last()).toHaveText(/done/, rasterWork);
  await close(page, 'Processing the raster');
  await expect(warning).toBeHidden();
});
