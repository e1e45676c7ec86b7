import type { Page } from '@playwright/test';
import {
  addEditor,
  anotherPage,
  featuresOf,
  goOffline,
  logInForMaps,
  makeMap,
  middle,
  openMap,
} from './support/collaborative-map.ts';
import { changeFeature, makeFeature } from './support/make-map.ts';
import { detail, expect, test } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 800 } });

/** A square around the middle of a map that was just made. */
const square = {
  type: 'Polygon',
  coordinates: [
    [
      [-104, 40],
      [-98, 40],
      [-98, 46],
      [-104, 46],
      [-104, 40],
    ],
  ],
};

async function takeInHand(page: Page): Promise<void> {
  await expect(async () => {
    await page.mouse.click(...middle);
    await expect(page.getByText('Polygon, of the layer Drawn on the map')).toBeVisible({
      timeout: 2000,
    });
  }).toPass();
}

test(
  'who works on a feature that another person deletes is told so, and the tool is put down',
  detail,
  async ({ page }) => {
    const token = await logInForMaps(page, 'crake-owner');
    const id = await makeMap(page, token);
    await openMap(page, id);
    const feature = await makeFeature(page, id, square, { name: 'Crake fen' });
    await takeInHand(page);
    await page.getByRole('button', { name: 'Edit the vertices' }).click();
    const hint = page.getByText(/^Drag a corner to move it/);
    await expect(hint).toBeVisible();
    const deleted = await page.request.delete('/api/rrm/features', {
      params: { id: feature },
      headers: { authorization: `JWT ${token}` },
    });
    expect(deleted.ok()).toBe(true);
    await expect(page.getByText('“Crake fen” is no longer on the map.')).toBeVisible();
    await expect(hint).toBeHidden();
    await expect(page.getByRole('tab', { name: 'About' })).toBeVisible();
  },
);

test(
  'a text that was begun stays when somebody else changes the attribute',
  detail,
  async ({ page }) => {
    const token = await logInForMaps(page, 'ruff-owner');
    const id = await makeMap(page, token);
    await openMap(page, id);
    const feature = await makeFeature(page, id, square, { name: 'Ruff fen' });
    await takeInHand(page);
    const name = page.getByRole('textbox', { name: 'name', exact: true });
    await name.fill('Ruff fen in the no');
    await changeFeature(page, feature, { geometry: square, properties: { name: 'Ruff bog' } });
    await expect(page.getByText('Somebody else wrote “Ruff bog” meanwhile.')).toBeVisible();
    await expect(name).toHaveValue('Ruff fen in the no');
    await name.fill('Ruff fen in the north');
    await name.press('Enter');
    const saved = async () => (await featuresOf(page, token, id))[0]?.properties;
    await expect.poll(saved).toEqual({ name: 'Ruff fen in the north' });
    await changeFeature(page, feature, { geometry: square, properties: { name: 'Ruff mire' } });
    await expect(name).toHaveValue('Ruff mire');
  },
);

test(
  'an editor who loses the connection before the first change can propose it all the same',
  detail,
  async ({ page, browser }) => {
    const owner = await anotherPage(browser);
    const token = await logInForMaps(owner, 'godwit-owner');
    const id = await makeMap(owner, token);
    await openMap(owner, id);
    await makeFeature(owner, id, square, { name: 'Godwit fen' });
    await logInForMaps(page, 'godwit-editor');
    await addEditor(owner, token, { mapID: id, username: 'godwit-editor' });
    await openMap(page, id);
    await takeInHand(page);
    const isLoaded = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('own-changes')),
      );
    await expect.poll(isLoaded).toBe(true);
    await goOffline(page.context(), page);
    const name = page.getByRole('textbox', { name: 'name', exact: true });
    await name.fill('Great fen');
    await name.press('Enter');
    await page.getByRole('button', { name: 'Propose 1 change' }).click();
    await expect(page.getByText('1 change kept here, to be sent when it is back.')).toBeVisible();
    await page.context().setOffline(false);
    await expect(owner.getByText('godwit-editor proposes one change')).toBeVisible();
    expect((await featuresOf(owner, token, id))[0]?.properties).toEqual({ name: 'Godwit fen' });
    await owner.close();
  },
);

test(
  'a part of the page that could not be loaded has its style after another try',
  detail,
  async ({ page }) => {
    const token = await logInForMaps(page, 'whimbrel-owner');
    await openMap(page, await makeMap(page, token));
    await page.route('**/*.css', (route) => route.abort());
    await page.getByRole('tab', { name: 'Comments' }).click();
    await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible();
    await page.unroute('**/*.css');
    const styleSheets = () => page.evaluate(() => document.styleSheets.length);
    const before = await styleSheets();
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await expect(page.getByLabel('Add a comment')).toBeVisible();
    await expect.poll(styleSheets).toBeGreaterThan(before);
  },
);

test(
  'on an enlarged page, a long name and those who are on the map stand beside each other',
  detail,
  async ({ page, browser }) => {
    const token = await logInForMaps(page, 'dunlin-owner');
    const id = await makeMap(page, token);
    const saved = await page.request.put('/api/rrm/map_requests', {
      headers: { authorization: `JWT ${token}` },
      data: { id, attr: 'name', val: 'Sphagnumdominatedblanketbogs of the north' },
    });
    expect(saved.ok()).toBe(true);
    const editor = await anotherPage(browser);
    await logInForMaps(editor, 'dunlin-editor');
    await addEditor(page, token, { mapID: id, username: 'dunlin-editor' });
    await openMap(editor, id);
    await page.setViewportSize({ width: 720, height: 450 });
    await openMap(page, id);
    const people = page.getByRole('list', { name: 'Also on this map' });
    await expect(people.getByRole('listitem')).toHaveCount(1);
    const heading = page.getByRole('heading', { level: 2, name: 'Sphagnumdominatedblanketbogs' });
    await expect(async () => {
      const words = await heading.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { right, bottom } = range.getBoundingClientRect();
        return { right, bottom };
      });
      const { x, y } = (await people.boundingBox())!;
      expect(words.right <= x || words.bottom <= y).toBe(true);
    }).toPass();
    await editor.close();

    await test.step('on a phone with text twice as large, no tab is cut, and one text tells the keys', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      for (const name of ['About', 'Layers', 'Comments']) {
        const tab = page.getByRole('tab', { name, exact: true });
        const right = async () => {
          const { x, width } = (await tab.boundingBox())!;
          return x + width;
        };
        await expect.poll(right, name).toBeLessThanOrEqual(390);
      }
      await page.locator('canvas.maplibregl-canvas').focus();
      await page.keyboard.press('ArrowLeft');
      const told = page.getByText('Enter takes what is here');
      await expect(told).toBeInViewport({ ratio: 1 });
      const { x, width } = (await told.boundingBox())!;
      const buttons = (await page
        .getByRole('button', { name: 'Zoom in', exact: true })
        .boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(buttons.x);
      await expect(page.getByText('Arrow keys move the map')).toBeHidden();
    });
  },
);
