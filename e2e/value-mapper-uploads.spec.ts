import { writeFile } from 'node:fs/promises';
import { drop } from './support/drop.ts';
import { requestToken } from './support/log-in.ts';
import { elevationFile, heavyFile } from './support/raster-file.ts';
import { detail, expect, test } from './support/test.ts';
import { dialog, openProject, rasterWork } from './support/value-project.ts';

test(
  'an upload that signing out has cut off goes on with the bytes that the server has',
  detail,
  async ({ context, page }) => {
    const username = 'value_uploader';
    await openProject(page, username);
    const line = await context.newCDPSession(page);
    const setBytesPerSecond = (uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await setBytesPerSecond(500_000);
    const file = await heavyFile();
    await page.getByRole('button', { name: 'Upload raster' }).click();
    await page.getByLabel('GeoTIFF file', { exact: true }).setInputFiles(file);
    await dialog(page, 'Upload a raster')
      .getByRole('button', { name: 'Upload', exact: true })
      .click();
    await expect(dialog(page, /^Uploading/).getByText(/^[2-9]\d %$/)).toBeVisible();

    const elsewhere = await context.newPage();
    await elsewhere.goto('/support/cookies');
    await elsewhere.evaluate(async () => {
      const headers = { authorization: `JWT ${localStorage.getItem('token')}` };
      await fetch('/api/accounts/logout', { method: 'POST', headers });
      localStorage.removeItem('token');
    });
    await expect(page.getByText('Error Code: 401')).toBeVisible();
    const token = await requestToken(elsewhere, username);
    await elsewhere.evaluate((value) => localStorage.setItem('token', value), token);

    await dialog(page, 'Loading the project').getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText(/heavy.tif: [1-9]\d? % uploaded/)).toBeVisible();
    await setBytesPerSecond(-1);
    const starts: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') starts.push(Number(request.headers()['upload-offset']));
    });
    await page.getByRole('button', { name: 'Go on', exact: true }).click();
    await page.getByLabel('GeoTIFF file', { exact: true }).setInputFiles(file);
    const again = dialog(page, 'Go on with heavy.tif');
    await again.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByText('File uploaded.')).toBeVisible();
    expect(starts[0]).toBeGreaterThan(0);
    await expect(dialog(page, 'Processing the raster').getByRole('listitem').last()).toHaveText(
      /Fetch the image to the map, done/,
      rasterWork,
    );
  },
);

test(
  'a raster that is dropped on the map is offered for upload, and another file is refused',
  detail,
  async ({ page }, testInfo) => {
    await openProject(page, 'value_dropper');
    const files = [
      await elevationFile(),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
    ];
    for (const { name, buffer } of files) await writeFile(testInfo.outputPath(name), buffer);

    const modal = dialog(page, 'Upload a raster');
    const upload = modal.getByRole('button', { name: 'Upload', exact: true });
    await drop(page, testInfo.outputPath('notes.txt'));
    await expect(modal.getByText('Error: File must must be of type .tif, .tiff.')).toBeVisible();
    await expect(upload).toBeDisabled();
    await modal.getByRole('button', { name: 'Cancel' }).click();

    await drop(page, testInfo.outputPath('hills.tif'));
    await expect(modal.getByText(/^hills.tif, /)).toBeVisible();
    await upload.click();
    await expect(page.getByText('File uploaded.')).toBeVisible();
  },
);
