import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { requestToken } from './support/log-in.ts';
import { stripesFile } from './support/raster-file.ts';
import { detail, expect, severeFaults, test } from './support/test.ts';
import {
  addValuedLayer,
  dialog,
  openProject,
  rasterWork,
  showWorld,
} from './support/value-project.ts';

const zones = (page: Page) => page.getByRole('region', { name: 'Zones' });
const rows = (page: Page) => zones(page).getByRole('row');

/** Two parcels, given in an order that no column sorts by itself. */
const parcels = (west: number, east: number) => {
  const box = (name: string, from: number, to: number) => ({
    type: 'Feature',
    properties: { name },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [from, -5],
          [to, -5],
          [to, 5],
          [from, 5],
          [from, -5],
        ],
      ],
    },
  });
  const middle = (west + east) / 2;
  const features = [box('Poor west', west, middle), box('Good east', middle, east)];
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
};

test(
  'zones are uploaded, compared, found on the map, downloaded, drawn and deleted',
  detail,
  async ({ page }) => {
    await openProject(page, 'zone_planner');
    const token = await requestToken(page, 'zone_planner');
    const file = await stripesFile();
    await addValuedLayer(page, token, file, { fnType: 'lin', fnCoeffs: { A: 1, B: 0, C: 0 } });
    await showWorld(page);
    await expect(zones(page).getByText('Add parcels, watersheds or counties')).toBeVisible();

    await zones(page).getByRole('button', { name: 'Upload a file' }).click();
    const upload = dialog(page, 'Upload zones');
    await upload.getByLabel('Vector file with polygons').setInputFiles({
      name: 'parcels.geojson',
      mimeType: 'application/json',
      buffer: parcels(-90, 90),
    });
    await upload.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(upload).toBeHidden();
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).nth(1)).toContainText('Poor west');
    expect(await severeFaults(page)).toEqual([]);

    await zones(page).getByRole('columnheader', { name: 'Mean' }).click();
    await zones(page).getByRole('columnheader', { name: 'Mean' }).click();
    await expect(rows(page).nth(1)).toContainText('Good east');

    await rows(page).nth(1).getByRole('button', { name: 'Good east' }).click();
    const download = page.waitForEvent('download');
    await zones(page).getByRole('button', { name: 'Download the zones as CSV' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('parcels.csv');
    const [head, first] = (await readFile((await saved.path())!, 'utf8')).split('\r\n');
    expect(head).toContain('zone_name,value_hectares,value_mean');
    expect(first).toContain('Poor west');

    const places = page.getByRole('region', { name: 'Best places' });
    await places.getByRole('button', { name: 'Find' }).click();
    await expect(places.getByText(/chosen hold \d+ % of the value/)).toBeVisible(rasterWork);
    await places
      .getByRole('button', { name: /: Free$/ })
      .first()
      .click();
    await expect(places.getByRole('button', { name: /: In$/ })).toHaveCount(1);
    await places.getByText('Mark units by pressing them on the map').click();
    await page.mouse.click(800, 400);
    expect(await severeFaults(page)).toEqual([]);
    const unitsDownload = page.waitForEvent('download');
    await places.getByRole('button', { name: 'Download the units as CSV' }).click();
    expect((await unitsDownload).suggestedFilename()).toBe('best-places.csv');
    const asked = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/selections'),
    );
    await places.getByRole('button', { name: 'Find' }).click();
    expect((await asked).postDataJSON().in).toHaveLength(2);
    await expect(places.getByText(/chosen hold \d+ % of the value/)).toBeVisible(rasterWork);

    await zones(page).getByRole('button', { name: 'Draw a zone' }).click();
    for (const [x, y] of [
      [700, 350],
      [900, 350],
      [900, 500],
    ] as const) {
      await page.mouse.click(x, y);
    }
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).nth(1)).toContainText('Drawn zone 1');

    await zones(page).getByRole('button', { name: 'Delete Drawn zone 1' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(rows(page).nth(1)).toContainText('Poor west');
  },
);
