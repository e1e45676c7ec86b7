import type { Page } from '@playwright/test';
import { addEditor, logInForMaps, makeMap, openMap } from './support/collaborative-map.ts';
import { makeAccount, requestToken } from './support/log-in.ts';
import { elevationFile } from './support/raster-file.ts';
import { detail, expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';

const ponds = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-111, 43] },
      properties: { name: 'Heron pond' },
    },
  ],
});

/** Makes a map with a vector layer, a raster layer, an editor and a proposal of theirs. */
async function makeFullMap(page: Page): Promise<number> {
  const owner = await logInForMaps(page, 'modal-owner');
  const headers = { authorization: `JWT ${owner}` };
  const mapID = await makeMap(page, owner);
  await makeAccount(page, 'modal-editor');
  await addEditor(page, owner, { mapID, username: 'modal-editor' });
  const files = [
    { name: 'ponds.json', mimeType: 'application/json', buffer: Buffer.from(ponds) },
    await elevationFile(),
  ];
  for (const file of files) {
    const multipart = { id: String(mapID), file };
    const reply = await page.request.post('/api/rrm/upload', { headers, multipart });
    expect(reply.ok(), await reply.text()).toBe(true);
  }
  const reply = await page.request.post('/api/rrm/proposals', {
    headers: { authorization: `JWT ${await requestToken(page, 'modal-editor')}` },
    data: { type: 'add', mapID, feature: JSON.parse(ponds).features[0] },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  return mapID;
}

interface Focus {
  name: string;
  /** Whether it is inside of the open dialog. */
  isInside: boolean;
  /** The place of the element in the document. */
  position: number;
}

/**
 * What has the focus. When the element with the focus is replaced, for example by a list that has
 * loaded, the dialog takes the focus back a frame later.
 */
async function readFocus(page: Page): Promise<Focus> {
  const focus = await page.evaluate(() => {
    const active = document.activeElement;
    if (active === null || active === document.body) return null;
    return {
      name: active.getAttribute('aria-label') ?? active.textContent ?? '',
      isInside: Boolean(active.closest('[role=dialog], [role=alertdialog]')),
      position: [...document.querySelectorAll('*')].indexOf(active),
    };
  });
  if (focus !== null) return focus;
  await page.waitForFunction(() => document.activeElement !== document.body);
  return await readFocus(page);
}

/**
 * Opens a modal by its button, goes once around in it with Tab, or twelve stops far, and back, and
 * closes it, all by keys. The focus has to stay inside and to return to the button.
 */
async function walkByKeys(page: Page, button: string | RegExp, title: string | RegExp) {
  const opener = page.getByRole('button', { name: button, exact: true }).first();
  await opener.press('Enter');
  const dialog = page
    .getByRole('dialog', { name: title })
    .or(page.getByRole('alertdialog', { name: title }));
  await expect(dialog).toBeVisible();
  await expect.poll(async () => (await readFocus(page)).isInside).toBe(true);
  const stops = new Set<string>();
  for (const key of ['Tab', 'Shift+Tab']) {
    const passed = new Set<number>();
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press(key);
      const { name, isInside, position } = await readFocus(page);
      expect(isInside, `${title}: ${key} leads to ${name}`).toBe(true);
      stops.add(name);
      if (passed.has(position)) break;
      passed.add(position);
    }
  }
  expect([...stops], `${title} has a Close button on the way`).toContain('Close');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

test('every modal of the map is opened, walked and left by keys', async ({ page }) => {
  await openMap(page, await makeFullMap(page));

  await test.step('comment: on a proposal, and on a raster layer', async () => {
    await walkByKeys(page, 'Comment', 'Comments on the proposal of modal-editor');
    await page.getByRole('tab', { name: 'About' }).press('ArrowRight');
    await walkByKeys(page, 'Comments on hills.tif: 0', 'Comments on hills.tif');
  });

  await test.step('vector and raster upload', async () => {
    await walkByKeys(page, 'Upload vector file', 'Upload a vector layer');
    await walkByKeys(page, 'Upload raster', 'Upload a raster layer');
  });

  await test.step('species range import, and species occurrence import', async () => {
    await walkByKeys(page, 'Species range', 'Add a species range');
    await walkByKeys(page, 'Add occurrences', 'Add species occurrences');
  });

  await test.step('style and deletion of a vector layer', async () => {
    await page.getByRole('button', { name: 'More about ponds' }).press('Enter');
    await walkByKeys(page, 'Style', 'Style of ponds');
    await walkByKeys(page, 'Delete ponds', 'Delete this vector layer?');
  });

  await test.step('place and deletion of a raster layer', async () => {
    await walkByKeys(page, 'Place', 'Place hills.tif');
    await walkByKeys(page, 'Delete hills.tif', 'Delete this raster layer?');
  });

  await test.step('collaborators, token and deletion of the map', async () => {
    await page.getByRole('tab', { name: 'Layers' }).press('ArrowLeft');
    await walkByKeys(page, 'Collaborators', 'Collaborators');
    await walkByKeys(page, 'View-only links', 'View-only links');
    await walkByKeys(page, 'Replace token', 'Replace the token?');
    await walkByKeys(page, 'Delete map', 'Delete this map?');
  });
});

test('a species range that was added is named as its layer is', detail, async ({ page }) => {
  const token = await logInForMaps(page, 'range-owner');
  await openMap(page, await makeMap(page, token));
  await page.getByRole('tab', { name: 'Layers' }).click();
  await page.getByRole('button', { name: 'Species range', exact: true }).click();
  const modal = page.getByRole('dialog', { name: 'Add a species range' });
  await modal.getByRole('combobox').fill('Whooping');
  await page.getByRole('option', { name: 'Whooping crane' }).click();
  await modal.getByRole('button', { name: 'Add range' }).click();
  await expectToast(page, 'success', '“Range of Whooping crane” is on the map.');
  await expect(page.getByRole('button', { name: 'Species range', exact: true })).toBeFocused();
});
