import type { Page } from '@playwright/test';
import { logIn } from './log-in.ts';
import { expect } from './test.ts';

/** A file in the form that a page's file field takes. */
interface UploadedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const calls = '/api/conservation_value_mapper';

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Work on a raster waits for processors. On a busy machine it takes minutes. */
export const rasterWork = { timeout: 300_000 };

/** Closes a dialog by its Close button, which is enabled when the work is done. */
export async function closeDialog(page: Page, name: string): Promise<void> {
  await dialog(page, name).getByRole('button', { name: 'Close' }).last().click(rasterWork);
  await expect(dialog(page, name)).toBeHidden();
}

/** Makes an account and, on the screen, a project of the Value Mapper. */
export async function openProject(page: Page, username: string): Promise<void> {
  await logIn(page, username);
  await page.goto('/apps/conservationvaluemapper/dashboard');
  await page.getByRole('button', { name: 'New Project', exact: true }).click();
  await closeDialog(page, 'Loading the project');
}

/** Uploads a file on the screen. Its processing continues after this. */
export async function uploadRaster(page: Page, file: UploadedFile): Promise<void> {
  await page.getByRole('button', { name: 'Upload raster', exact: true }).click();
  await page.getByLabel('GeoTIFF file', { exact: true }).setInputFiles(file);
  await dialog(page, 'Upload a raster')
    .getByRole('button', { name: 'Upload', exact: true })
    .click();
  await expect(page.getByText('File uploaded.')).toBeVisible();
}

/**
 * Like `openWithRaster`, and waits until the view of the raster is saved. That happens two seconds
 * after the map has gone there.
 */
export async function openWithSavedView(
  page: Page,
  username: string,
  file: UploadedFile,
): Promise<void> {
  const isSaved = page.waitForResponse(
    (reply) => reply.request().method() === 'PUT' && reply.url().includes('last_center_coords'),
    { timeout: 0 },
  );
  await Promise.all([isSaved, openWithRaster(page, username, file)]);
}

/** Makes a project, and uploads a raster to it that can be read without a fault. */
export async function openWithRaster(
  page: Page,
  username: string,
  file: UploadedFile,
): Promise<void> {
  await openProject(page, username);
  await uploadRaster(page, file);
  await expect(dialog(page, 'Processing the raster').getByRole('listitem')).toHaveText([
    /Extract metadata, done/,
    /Process coordinate reference systems, done/,
    /Calculate geospatial attributes, done/,
    /Generate the image, done/,
    /Load the raster data, done/,
    /Fetch the image to the map, done/,
  ]);
  await closeDialog(page, 'Processing the raster');
}

/** Adds a layer with values to the open project, by calls. */
export async function addValuedLayer(
  page: Page,
  token: string,
  file: UploadedFile,
  valuation: { readonly fnType: string; readonly fnCoeffs: object },
): Promise<void> {
  const headers = { authorization: `JWT ${token}` };
  const projectID = /\d+$/.exec(page.url())?.[0] ?? '';
  const call = async (
    method: 'POST' | 'PUT',
    path: string,
    more: { params: Record<string, string | number>; multipart?: { file: UploadedFile } },
  ) => {
    const reply = await page.request.fetch(`${calls}/${path}`, { method, headers, ...more });
    expect(reply.status()).toBe(200);
    return await reply.json();
  };
  const { id: dataLayerID } = await call('POST', 'data_layers_ctrl', { params: { projectID } });
  const multipart = { file };
  const rasterID = await call('POST', 'orig_rst_datasets_ctrl', {
    params: { dataLayerID },
    multipart,
  });
  for (const type of ['metadata', 'crs', 'geospatial', 'img']) {
    await call('PUT', 'orig_rst_datasets_ctrl', { params: { rasterID, type } });
  }
  const { valRstDatasetID } = await call('POST', 'val_rst_datasets_ctrl', {
    params: {
      dataLayerID,
      colorPalette: JSON.stringify({ min: 'black', zero: 'gray', max: 'white' }),
      fnType: valuation.fnType,
      fnCoeffs: JSON.stringify(valuation.fnCoeffs),
    },
  });
  for (const type of ['genValRst', 'genValImg']) {
    await call('PUT', 'val_rst_datasets_ctrl', { params: { valRstDatasetID, type } });
  }
}

/** Shows the whole world with more than two copies beside it. */
export async function showWorld(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `JWT ${token}` };
  const projectID = /\d+$/.exec(page.url())?.[0] ?? '';
  const map = await page.request.get(`${calls}/maps_ctrl`, { headers, params: { projectID } });
  const { id: mapID } = await map.json();
  const center = [
    { key: 'last_center_coords', val: '[0,0]' },
    { key: 'last_zoom', val: 1 },
  ];
  const moved = await page.request.put(`${calls}/maps_ctrl`, {
    headers,
    params: { mapID, keyValUpdateArray: JSON.stringify(center) },
  });
  expect(moved.status()).toBe(200);
  await page.reload();
  await closeDialog(page, 'Loading the project');
}
