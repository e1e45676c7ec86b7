import {
  addEditor,
  anotherPage,
  logInForMaps,
  makeMap,
  openMap,
} from './support/collaborative-map.ts';
import { makeAccount, requestToken } from './support/log-in.ts';
import { unreachedByTab } from './support/tab-key.ts';
import { detail, expect, settle, test } from './support/test.ts';

test(
  '/styleguide: the Tab key comes to everything that can be pressed',
  detail,
  async ({ page }) => {
    await page.goto('/styleguide');
    await settle(page);
    expect(await unreachedByTab(page)).toEqual([]);
  },
);

test(
  'Collaborative Mapper: the focus goes where the work goes on',
  detail,
  async ({ browser, page }) => {
    const owner = await logInForMaps(page, 'keys-owner');
    const mapID = await makeMap(page, owner);
    await makeAccount(page, 'keys-editor');
    const editor = await requestToken(page, 'keys-editor');
    await addEditor(page, owner, { mapID, username: 'keys-editor' });
    const call = async (method: 'POST' | 'PUT', path: string, [token, data]: [string, object]) => {
      const headers = { authorization: `JWT ${token}` };
      const reply = await page.request.fetch(`/api/rrm/${path}`, { method, headers, data });
      expect(reply.ok(), await reply.text()).toBe(true);
      return reply.json();
    };
    // This feature is in the middle of a new map.
    const fen = (name: string) => ({
      type: 'Feature',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-113, 42],
            [-109, 42],
            [-109, 45],
            [-113, 45],
            [-113, 42],
          ],
        ],
      },
      properties: { name },
    });
    await call('POST', 'features', [owner, { mapID, feature: fen('Fen') }]);
    await openMap(page, mapID);
    const canvas = page.locator('canvas.maplibregl-canvas');
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

    await test.step('Enter on the map takes the feature in its middle in hand', async () => {
      await page.keyboard.press('Tab');
      await canvas.focus();
      await expect(page.getByText('Enter takes what is here')).toBeVisible();
      await expect(async () => {
        await page.keyboard.press('Enter');
        await expect(page.getByText('Polygon, of the layer Drawn on the map')).toBeVisible({
          timeout: 2000,
        });
      }).toPass();
      await expect(canvas).toBeFocused();
    });

    await test.step('tools give the focus back, and so does a feature that goes', async () => {
      await button('Edit the vertices').press('Enter');
      await expect(button('Move the shape')).toBeFocused();
      for (const name of ['Vertex 1', 'Add a vertex after vertex 1', 'Vertex 2']) {
        await page.keyboard.press('Tab');
        await expect(button(name)).toBeFocused();
      }
      await button('Done').press('Enter');
      await expect(button('Edit the vertices')).toBeFocused();
      await button('Delete the feature').press('Enter');
      await expect(button('Draw a marker')).toBeFocused();
      await button(/^Undo/).press('Enter');
      await expect(button(/^Redo/)).toBeEnabled();
      await button(/^Undo/).press('Enter');
      await expect(button(/^Undo/)).toBeDisabled();
      await expect(button(/^Undo/)).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(button(/^Redo/)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(button(/^Undo/)).toBeEnabled();
    });

    await test.step('a row of the table leads to its feature, and back to the layers', async () => {
      const layers = page.getByRole('tab', { name: 'Layers' });
      await page.getByRole('tab', { name: 'About' }).press('ArrowRight');
      await button('Table').press('Enter');
      await expect(page.getByRole('gridcell', { name: 'Fen', exact: true })).toBeVisible();
      await button('Close the table').press('Escape');
      await expect(button('Table')).toBeFocused();
      await button('Table').press('Enter');
      await expect(page.getByRole('gridcell', { name: 'Fen', exact: true })).toBeVisible();
      await page.getByRole('grid').press('Enter');
      await expect(page.getByRole('heading', { name: 'Fen', exact: true })).toBeVisible();
      await expect(page.getByRole('grid')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('grid')).toBeHidden();
      await expect(page.getByRole('heading', { name: 'Fen', exact: true })).toBeFocused();
      await button('Back to the map').press('Enter');
      await expect(layers).toBeFocused();
    });

    await test.step('a place is picked by key, and the comment on it is written next', async () => {
      await page.getByRole('tab', { name: 'Layers' }).press('ArrowRight');
      await button('Pick a place for it').press('Enter');
      await expect(
        page.getByText(/^Click a place on the map, or press the space bar/),
      ).toBeVisible();
      await expect(canvas).toBeFocused();
      await page.keyboard.press('Space');
      await expect(page.getByText('About the place that you picked.')).toBeVisible();
      await expect(page.getByLabel('Add a comment')).toBeFocused();
    });

    await test.step('deciding about proposals leads from one to the next, and to a conflict', async () => {
      const { features } = await (
        await page.request.get('/api/rrm/features', {
          params: { id: mapID },
          headers: { authorization: `JWT ${owner}` },
        })
      ).json();
      const [{ id: DBID, revision: latestVersion }] = features;
      for (const name of ['Great fen', 'Little fen'])
        await call('PUT', 'proposals', [
          editor,
          { DBID, mapID, latestVersion, feature: fen(name) },
        ]);
      await expect(button('Proposals (2)')).toBeVisible();
      const first = page.getByRole('listitem').filter({ hasText: 'proposes one change' }).first();
      await first.getByRole('button', { name: 'Reject', exact: true }).press('Enter');
      await expect(first.getByLabel('Why it is rejected')).toBeFocused();
      await first.getByRole('button', { name: 'Cancel' }).press('Enter');
      await expect(first.getByRole('button', { name: 'Reject', exact: true })).toBeFocused();
      await first.getByRole('button', { name: 'Accept', exact: true }).press('Enter');
      await expect(button('Proposals (1)')).toBeFocused();
      await first.getByRole('button', { name: 'Accept', exact: true }).press('Enter');
      await expect(page.getByRole('heading', { name: 'Conflict', exact: true })).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      await expect(button('Keep what I chose')).toBeEnabled();
      await button('Keep what I chose').press('Enter');
      await expect(page.getByRole('tab', { name: 'Comments' })).toBeFocused();
    });

    await test.step('letters draw and propose within 20 keys, and decide within 10', async () => {
      const other = await anotherPage(browser);
      await other.addInitScript((token) => localStorage.setItem('token', token), editor);
      await openMap(other, mapID);
      const pressed: string[] = [];
      const press = async (key: string) => {
        pressed.push(key);
        await other.keyboard.press(key);
      };
      await other.locator('canvas.maplibregl-canvas').focus();
      await press('?');
      const listed = other.getByRole('dialog', { name: 'Keyboard shortcuts' });
      for (const does of [
        'Draw a marker',
        'Choose with a box',
        'Draw several',
        'Search for a place',
      ])
        await expect(listed).toContainText(does);
      await press('Escape');
      await press('m');
      await expect(other.getByText('Click where the marker stands.')).toBeVisible();
      await press('Space');
      await expect(other.getByRole('textbox', { name: 'name', exact: true })).toBeFocused();
      await other.keyboard.type('Heronry');
      const propose = other.getByRole('button', { name: 'Propose 1 change' });
      while (pressed.length < 20) {
        await press('Tab');
        if (await propose.evaluate((element) => element === document.activeElement)) break;
      }
      await press('Enter');
      await expect(other.getByRole('button', { name: 'Proposals (1)' })).toBeVisible();
      expect(pressed.length).toBeLessThanOrEqual(20);
      await other.context().close();

      await openMap(page, mapID);
      await expect(button('Proposals (1)')).toBeVisible();
      await page.keyboard.press('g');
      await expect(button('Accept')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(button('Proposals (1)')).toBeHidden();
    });
  },
);
