import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  anotherPage,
  featuresOf,
  logInForMaps,
  makeMap,
  openMap,
} from './support/collaborative-map.ts';
import { drop } from './support/drop.ts';
import { detail, expect, test } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const ponds = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-111, 43] },
  properties: { name: 'Heron pond' },
};

test(
  'a vector file that is dropped on a map becomes a layer, and nothing else leaves the map',
  detail,
  async ({ page, browser }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'dropped-'));
    const inFolder = (name: string) => path.join(folder, name);
    await mkdir(inFolder('photos'));
    for (const name of ['ponds.geojson', 'notes.txt', 'ponds.shp', 'ponds.dbf']) {
      await writeFile(inFolder(name), JSON.stringify(ponds));
    }
    const token = await logInForMaps(page, 'drop-owner');
    const id = await makeMap(page, token);
    await openMap(page, id);
    const dialog = page.getByRole('dialog', { name: 'Upload a vector layer' });

    await test.step('a folder and several files are refused', async () => {
      await drop(page, inFolder('photos'));
      await expect(page.getByText('This is a folder. Please drop a file.')).toBeVisible();
      await drop(page, inFolder('ponds.geojson'), inFolder('notes.txt'));
      await expect(page.getByText('Please drop one file at a time.')).toBeVisible();
      await drop(page, inFolder('ponds.shp'), inFolder('ponds.dbf'));
      await expect(
        page.getByText('Please put the files of a Shapefile into one zip'),
      ).toBeVisible();
      await expect(dialog).toHaveCount(0);
    });

    await test.step('a file that is no map says so', async () => {
      await drop(page, inFolder('notes.txt'));
      await expect(dialog.getByText('notes.txt')).toBeVisible();
      await expect(dialog.getByText('File must must be of type')).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step('a vector file is uploaded', async () => {
      await drop(page, inFolder('ponds.geojson'));
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
      await expect(page.getByText(/^File uploaded/)).toBeVisible();
      const names = async () =>
        (await featuresOf(page, token, id)).map(({ properties }) => properties.name);
      await expect.poll(names).toEqual(['Heron pond']);
    });

    await test.step('a visitor is told who adds layers', async () => {
      const published = await page.request.put('/api/rrm/status', {
        headers: { authorization: `JWT ${token}` },
        data: { id, new_status: 'public' },
      });
      expect(published.ok()).toBe(true);
      const visitor = await anotherPage(browser);
      await openMap(visitor, id);
      await drop(visitor, inFolder('ponds.geojson'));
      await expect(
        visitor.getByText('Only the owner and the collaborators of this map add layers.'),
      ).toBeVisible();
      await visitor.close();
    });
    await rm(folder, { recursive: true });
  },
);
