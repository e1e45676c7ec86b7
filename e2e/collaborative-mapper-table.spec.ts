import type { Locator } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import {
  addFieldsAndLayer,
  changeFeature,
  makeFeature,
  makeMap,
  openMap,
} from './support/make-map.ts';
import { detail, expect, severeFaults, test } from './support/test.ts';

test(
  'the table of a map: loading, failing, sorted, and beside what it shows',
  detail,
  async ({ page }) => {
    await logIn(page, 'table-owner');
    await page.goto('/support/cookies');
    const id = await makeMap(page, 'Springs');
    const ids: string[] = [];
    for (const [name, depth] of [
      ['Spring', 3],
      ['Well', 20],
      ['Brook', 1],
    ] as const) {
      const coordinates = [-110 - depth / 10, 43];
      ids.push(await makeFeature(page, id, { type: 'Point', coordinates }, { name, depth }));
    }
    const wellId = ids[1]!;
    await openMap(page, id);
    await page.getByRole('tab', { name: 'Layers' }).click();
    const drawer = page.getByRole('region', { name: 'Table of Drawn on the map' });
    const names = drawer.getByRole('gridcell', { name: /Spring|Well|Brook/ });
    const ofRows = (url: URL) =>
      url.pathname === '/api/rrm/features' && url.searchParams.has('limit');

    await test.step('it says that rows are loading, and that they could not be loaded', async () => {
      const seen = Promise.withResolvers<void>();
      await page.route(ofRows, async (route) => {
        await seen.promise;
        await route.fulfill({ status: 400, json: { error: 'Not today.', code: 'not_today' } });
      });
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await expect(drawer.getByText('Loading the rows')).toBeVisible();
      expect(await severeFaults(page)).toEqual([]);
      seen.resolve();
      await expect(drawer.getByText('Some rows could not be loaded.')).toBeVisible();
      await expect(drawer.getByText('Loading the rows')).toBeHidden();
      await page.unroute(ofRows);
      await drawer.getByRole('button', { name: 'Try again' }).click();
      await expect(names).toHaveText(['Spring', 'Well', 'Brook']);
      await expect(drawer.getByText('Some rows could not be loaded.')).toBeHidden();
    });

    await test.step('a press on a head sorts, numbers by their size', async () => {
      const head = drawer.getByRole('columnheader', { name: /^depth/ });
      const sort = head.getByRole('button', { name: 'depth', exact: true });
      const isSorted = Promise.withResolvers<void>();
      await page.route(ofRows, async (route) => {
        await isSorted.promise;
        await route.continue();
      });
      await sort.click();
      await expect(head).toHaveAttribute('aria-sort', 'ascending');
      // The rows of the question before stay until the answer is there.
      await expect(drawer.getByText('Loading the rows')).toBeVisible();
      await expect(drawer.getByRole('grid')).toHaveAttribute('aria-busy', 'true');
      await expect(names).toHaveText(['Spring', 'Well', 'Brook']);
      isSorted.resolve();
      await expect(names).toHaveText(['Brook', 'Spring', 'Well']);
      await expect(drawer.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
      await page.unroute(ofRows);
      await sort.click();
      await expect(head).toHaveAttribute('aria-sort', 'descending');
      await expect(names).toHaveText(['Well', 'Spring', 'Brook']);
      await sort.click();
      await expect(head).toHaveAttribute('aria-sort', 'none');
      await expect(names).toHaveText(['Spring', 'Well', 'Brook']);
    });

    await test.step('in a cell, Escape discards the new text and Enter saves it once', async () => {
      const depth = drawer.getByRole('textbox', { name: 'depth', exact: true });
      const depths = drawer.getByRole('gridcell', { name: /^\d+$/ });
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/rrm/operations')) sent.push(request.postData() ?? '');
      });
      await depths.first().dblclick();
      await depth.fill('66');
      await depth.press('Escape');
      await expect(depth).toHaveCount(0);
      await expect(drawer.getByRole('grid')).toBeFocused();
      await expect(depths).toHaveText(['3', '20', '1']);
      const isRead = Promise.withResolvers<void>();
      await page.route(ofRows, async (route) => {
        await isRead.promise;
        await route.continue();
      });
      const reading = page.waitForRequest((request) => ofRows(new URL(request.url())));
      await page.keyboard.press('Enter');
      await depth.fill('4');
      await depth.press('Enter');
      await reading;
      // The new value stays while the rows are read anew.
      await page.keyboard.press('Enter');
      await expect(depth).toHaveValue('4');
      const read = page.waitForResponse((reply) => ofRows(new URL(reply.url())));
      isRead.resolve();
      await read;
      await page.unroute(ofRows);
      await depth.press('Enter');
      await expect(depths).toHaveText(['4', '20', '1']);
      expect(sent).toHaveLength(1);
      await expect(page.getByText('was not accepted')).toHaveCount(0);
    });

    await test.step('what others change is there, and moves no text to another feature', async () => {
      const head = drawer.getByRole('columnheader', { name: /^depth/ });
      const sort = head.getByRole('button', { name: 'depth', exact: true });
      await sort.click();
      await expect(names).toHaveText(['Brook', 'Spring', 'Well']);
      const depth = drawer.getByRole('textbox', { name: 'depth', exact: true });
      await drawer.getByRole('gridcell', { name: '1', exact: true }).last().dblclick();
      await depth.fill('7');
      await changeFeature(page, wellId, {
        geometry: { type: 'Point', coordinates: [-112, 43] },
        properties: { name: 'Well', depth: 0 },
      });
      await expect(names).toHaveText(['Well', 'Brook', 'Spring']);
      await depth.press('Enter');
      await expect(names).toHaveText(['Well', 'Spring', 'Brook']);
      await sort.click();
      await sort.click();
      await expect(names).toHaveText(['Spring', 'Well', 'Brook']);
    });

    await test.step('several rows are chosen, and changed and deleted as one step', async () => {
      const depths = drawer.getByRole('gridcell', { name: /^\d+$/ });
      const chosen = (count: number) =>
        page.getByRole('status').filter({ hasText: new RegExp(`^${count} features? chosen$`) });
      const undo = page.getByRole('button', { name: /^Undo: / });
      await names.nth(0).click({ modifiers: ['ControlOrMeta'] });
      await names.nth(1).click({ modifiers: ['Shift'] });
      await expect(chosen(2)).toBeVisible();
      await expect(drawer.getByRole('row', { selected: true })).toHaveCount(2);
      expect(await severeFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Set a field' }).click();
      await page.getByRole('dialog').getByRole('button', { name: /Field/ }).click();
      await page.getByRole('option', { name: 'depth', exact: true }).click();
      await page.getByRole('textbox', { name: 'Value' }).fill('9');
      await page.keyboard.press('Enter');
      await expect(depths).toHaveText(['9', '9', '7']);
      await undo.click();
      await expect(depths).toHaveText(['4', '0', '7']);

      const grid = drawer.getByRole('grid');
      await grid.focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Space');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await expect(chosen(3)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(chosen(3)).toHaveCount(0);
      await page.keyboard.press('Control+a');
      await expect(chosen(3)).toBeVisible();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('button', { name: 'Delete 3 features' }).click();
      await expect(drawer.getByText('There are no features here yet.')).toBeVisible();
      await undo.click();
      await expect(names).toHaveText(['Spring', 'Well', 'Brook']);
    });

    await test.step('cells and the form for many have the control for the type of a field', async () => {
      await addFieldsAndLayer(page, id, {
        layer: 'Checked',
        fields: [
          { key: 'seen', name: 'Last seen', type: 'date' },
          { key: 'wet', name: 'Wet', type: 'boolean' },
          { key: 'use', name: 'Use', type: 'choice', choices: ['bath', 'mill'] },
          { key: 'flow', name: 'Flow', type: 'number' },
        ],
      });
      const grid = drawer.getByRole('grid');
      const heads = drawer.getByRole('columnheader');
      await expect(heads.filter({ hasText: 'Flow' })).toBeVisible();
      const column = async (name: string) => {
        const texts = await heads.allTextContents();
        return texts.findIndex((text) => text.startsWith(name));
      };
      const cell = async (name: string) =>
        drawer
          .getByRole('row')
          .nth(1)
          .getByRole('gridcell')
          .nth(await column(name));
      const set = async (name: string, enter: (input: Locator) => Promise<unknown>) => {
        await (await cell(name)).dblclick();
        const input = drawer.getByLabel(name, { exact: true });
        await enter(input);
        await input.press('Enter');
      };
      await set('Last seen', (input) => input.fill('2026-05-31'));
      await expect(await cell('Last seen')).toHaveText('2026-05-31');
      await set('Wet', (input) => input.selectOption('No'));
      await expect(await cell('Wet')).toHaveText('No');
      await set('Use', (input) => input.selectOption('mill'));
      await expect(await cell('Use')).toHaveText('mill');
      await set('Flow', (input) => input.fill('much'));
      await expect(page.getByText('“Flow” must be a number.')).toBeVisible();
      const flow = drawer.getByLabel('Flow', { exact: true });
      await expect(flow).toHaveValue('much');
      await flow.fill('2.5');
      await flow.press('Enter');
      await expect(await cell('Flow')).toHaveText('2.5');
      await set('Use', (input) => input.selectOption('No value'));
      await expect(await cell('Use')).toHaveText('');

      await grid.focus();
      await page.keyboard.press('Control+a');
      await page.getByRole('button', { name: 'Set a field' }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('button', { name: /Field/ }).click();
      await page.getByRole('option', { name: 'Wet', exact: true }).click();
      await form.getByRole('button', { name: /Value/ }).click();
      await page.getByRole('option', { name: 'Yes', exact: true }).click();
      await form.getByRole('button', { name: 'Set it' }).click();
      await expect(drawer.getByRole('gridcell', { name: 'Yes', exact: true })).toHaveCount(3);
    });

    await test.step('several rows move to another layer as one step', async () => {
      await drawer.getByRole('grid').focus();
      await page.keyboard.press('Control+a');
      await page.getByRole('button', { name: 'Move', exact: true }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('button', { name: /Layer/ }).click();
      await page.getByRole('option', { name: 'Checked', exact: true }).click();
      expect(await severeFaults(page)).toEqual([]);
      await form.getByRole('button', { name: 'Move them' }).click();
      await expect(drawer.getByText('There are no features here yet.')).toBeVisible();
      await page.getByRole('button', { name: /^Undo: / }).click();
      await expect(names).toHaveText(['Spring', 'Well', 'Brook']);
    });

    const show = drawer.getByRole('img', { name: 'Show on the map' });
    const card = (name: string) => page.getByRole('heading', { name, exact: true });

    await test.step('a row is shown beside the table, which covers neither map nor panel', async () => {
      await show.nth(1).click();
      await expect(card('Well')).toBeVisible();
      await show.nth(2).click();
      await expect(card('Brook')).toBeVisible();
      const stage = page.locator('canvas.maplibregl-canvas');
      const panel = page.getByRole('region', { name: 'Springs', exact: true });
      await expect(async () => {
        const { y: tableTop } = (await drawer.boundingBox())!;
        const { y: stageTop, height: stageHeight } = (await stage.boundingBox())!;
        expect(Math.round(stageTop + stageHeight - tableTop)).toBeLessThanOrEqual(1);
        const { y: panelTop, height: panelHeight } = (await panel.boundingBox())!;
        expect(panelTop + panelHeight).toBeLessThanOrEqual(tableTop);
      }).toPass();
    });

    await test.step('the bar of a tool covers none of the buttons, in whatever columns', async () => {
      const edit = page.getByRole('button', { name: 'Edit the vertices' });
      await edit.click();
      const hint = page.getByText(/^Drag a corner to move it/);
      await expect(hint).toBeVisible();
      for (const name of ['Edit the vertices', 'Search for a place', 'Zoom in', 'Base map']) {
        await expect(async () => {
          const button = (await page.getByRole('button', { name, exact: true }).boundingBox())!;
          const { x, width } = (await hint.boundingBox())!;
          expect(x + width, name).toBeLessThanOrEqual(button.x);
        }).toPass();
      }
      await edit.click();
      await expect(hint).toBeHidden();
      await drawer.getByRole('grid').focus();
    });

    await test.step('Escape closes the table, and the next one puts the feature down', async () => {
      await page.keyboard.press('Escape');
      await expect(drawer).toBeHidden();
      await expect(card('Brook')).toBeVisible();
      // A tooltip that is still open takes an Escape for itself.
      await expect(async () => {
        await page.keyboard.press('Escape');
        await expect(card('Brook')).toBeHidden({ timeout: 2000 });
      }).toPass();
    });

    await test.step('on a phone, a row that is shown takes the place of the table', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      // The layer that was made above it has the first one.
      const opener = page.getByRole('button', { name: 'Table', exact: true }).last();
      await opener.click();
      // The map ends where the table begins, so that each of its buttons can be reached.
      const zoomOut = page.getByRole('button', { name: 'Zoom out', exact: true });
      await expect(async () => {
        const { y: tableTop } = (await drawer.boundingBox())!;
        const { y, height } = (await zoomOut.boundingBox())!;
        expect(y + height).toBeLessThanOrEqual(tableTop);
      }).toPass();
      await page.keyboard.press('Escape');
      await expect(opener).toBeFocused();
      await opener.click();
      await show.first().click();
      await expect(card('Spring')).toBeVisible();
      await expect(drawer).toBeHidden();
    });
  },
);
