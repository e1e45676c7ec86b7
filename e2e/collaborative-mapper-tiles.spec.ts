import type { Page } from '@playwright/test';
import {
  addEditor,
  anotherPage,
  goOffline,
  logInForMaps,
  makeMap,
  openMap,
  type StoredFeature,
} from './support/collaborative-map.ts';
import { detail, expect, test } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 800 } });

test(
  'a map of very many features comes as tiles, of which one is read, moved and seen elsewhere',
  detail,
  async ({ page, browser }) => {
    const token = await logInForMaps(page, 'heath-owner');
    const headers = { authorization: `JWT ${token}` };
    const id = await makeMap(page, token);
    await page.request.put('/api/rrm/status', { headers, data: { id, new_status: 'private' } });
    // There are somewhat more features than a browser is given, and two of them are in the middle of
    // the map.
    const inMiddle = [
      [-110.9345, 43.256],
      [-107.9345, 43.256],
    ];
    const heaths = Array.from({ length: 5_200 }, (_, index) => ({
      type: 'Feature',
      geometry: {
        type: 'Point',
        coordinates: inMiddle[index] ?? [-170 + (index % 100) / 4, index / 100],
      },
      properties: { number: index },
    }));
    const content = JSON.stringify({ type: 'FeatureCollection', features: heaths });
    const file = {
      name: 'heaths.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    };
    const multipart = { id: String(id), file };
    expect((await page.request.post('/api/rrm/upload', { headers, multipart })).ok()).toBe(true);
    const editor = await anotherPage(browser);
    await logInForMaps(editor, 'heath-editor');
    await addEditor(page, token, { mapID: id, username: 'heath-editor' });
    await test.step('how many comments a feature has is shown where no feature is here', async () => {
      const box = '-110.94,43.25,-110.93,43.26';
      const found = await page.request.get('/api/rrm/features', { headers, params: { id, box } });
      const [heath] = ((await found.json()) as { features: StoredFeature[] }).features;
      const data = { featureID: heath!.id, comment: 'Burnt in spring.' };
      expect((await page.request.post('/api/rrm/featurecomment', { headers, data })).ok()).toBe(
        true,
      );
      await openMap(page, id);
      await expect(page.getByRole('button', { name: '1 comment on this feature' })).toBeVisible();
    });

    await test.step('what is drawn snaps to a feature of the tiles', async () => {
      const listed = await page.request.get('/api/rrm/vector_layers', { headers, params: { id } });
      const layers = (await listed.json()) as { id: string; is_default: boolean }[];
      const layer_id = layers.find((layer) => layer.is_default)!.id;
      const drawn = { headers, params: { id, layer_id } };
      const places = async () => {
        const reply = await page.request.get('/api/rrm/features', drawn);
        const { features } = (await reply.json()) as { features: StoredFeature[] };
        return features.map(({ layer }) => JSON.parse(layer).coordinates);
      };
      const loading = page.getByText('Loading the features in view to snap to …');
      const inView = /\/api\/rrm\/features\?(?=.*box=)/;
      /** Holds the features in view back until the returned function is called. */
      const holdBack = async () => {
        const held = Promise.withResolvers<void>();
        await page.route(inView, async (route) => {
          await held.promise;
          await route.continue();
        });
        return () => held.resolve();
      };
      // A quick person presses before the features in view have loaded. The marker waits for them.
      const letGo = await holdBack();
      await page.getByRole('button', { name: 'Draw a marker' }).click();
      await expect(loading).toBeVisible();
      await page.mouse.click(645, 434);
      letGo();
      await expect(page.getByText('Point, of the layer Drawn on the map')).toBeVisible();
      await expect.poll(places).toEqual([[-110.9345, 43.256]]);
      await page.unroute(inView);
      await page.getByRole('button', { name: 'Delete the feature' }).click();
      await expect.poll(places).toEqual([]);

      // A marker that is dragged meanwhile waits for them, too.
      await page.getByRole('button', { name: 'Draw a marker' }).click();
      await expect(loading).toBeHidden();
      await page.mouse.click(845, 234);
      await expect.poll(places).toHaveLength(1);
      const letGoAgain = await holdBack();
      await page.getByRole('button', { name: 'Edit the vertices' }).click();
      await expect(loading).toBeVisible();
      const handle = page.getByRole('button', { name: 'Vertex 1', exact: true });
      await handle.hover();
      await page.mouse.down();
      await page.mouse.move(645, 434, { steps: 4 });
      await page.mouse.up();
      await expect
        .poll(async () => {
          const { x, width } = (await handle.boundingBox())!;
          return Math.abs(x + width / 2 - 645);
        })
        .toBeLessThan(5);
      letGoAgain();
      await expect.poll(places).toEqual([[-110.9345, 43.256]]);
      await page.unroute(inView);
      await page.getByRole('button', { name: 'Delete the feature' }).click();
      await expect.poll(places).toEqual([]);
    });
    await openMap(editor, id);
    /** The cursor is a pointing hand above a feature. */
    const cursorAtMiddle = async (each: Page) => {
      await each.mouse.move(600, 400);
      await each.mouse.move(640, 430);
      return each.locator('canvas.maplibregl-canvas').evaluate(({ style }) => style.cursor);
    };
    // A tile that is still loading during a change may contain the change already.
    await expect.poll(() => cursorAtMiddle(editor)).toBe('pointer');
    const numberOf = (each: Page) => each.getByRole('textbox', { name: 'number' });
    await expect(async () => {
      await page.mouse.click(640, 430);
      await expect(page.getByText('Point, of the layer heaths')).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(numberOf(page)).toHaveValue('0');
    const askedAgain = editor.waitForResponse((reply) => /\.mvt\?seq=\d/.test(reply.url()));
    await numberOf(page).fill('77');
    await numberOf(page).press('Enter');
    expect((await askedAgain).ok()).toBe(true);
    await expect(async () => {
      await editor.mouse.click(640, 430);
      await expect(editor.getByText('Point, of the layer heaths')).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(numberOf(editor)).toHaveValue('77');

    await test.step('without a connection it is said that a feature waits, and it opens with the next one', async () => {
      await goOffline(editor.context(), editor);
      await expect(async () => {
        await editor.mouse.click(674, 430);
        await expect(editor.getByText("The chosen feature can't be loaded")).toBeVisible({
          timeout: 2000,
        });
      }).toPass();
      await editor.context().setOffline(false);
      await expect(numberOf(editor)).toHaveValue('1');
      await expect(editor.getByText("The chosen feature can't be loaded")).toHaveCount(0);
    });

    await editor.getByRole('button', { name: 'Back to the map' }).click();
    await editor.getByRole('tab', { name: 'Layers' }).click();
    await editor.getByRole('button', { name: 'Hide heaths for me' }).click();
    await expect(editor.getByRole('button', { name: 'Show heaths' })).toBeVisible();
    await expect.poll(() => cursorAtMiddle(editor)).toBe('');
    await editor.getByRole('button', { name: 'Show heaths' }).click();
    await expect.poll(() => cursorAtMiddle(editor)).toBe('pointer');

    await test.step('a press on a cluster brings its features apart', async () => {
      const listed = await page.request.get('/api/rrm/vector_layers', { headers, params: { id } });
      const layers = (await listed.json()) as { id: string; dataset: string }[];
      const heathLayer = layers.find(({ dataset }) => dataset === 'heaths')!.id;
      const drawClusters = async (clusters: boolean) => {
        const data = { id: heathLayer, style: { clusters } };
        expect((await page.request.put('/api/rrm/vector_layers', { headers, data })).ok()).toBe(
          true,
        );
      };
      const scale = editor.locator('.maplibregl-ctrl-scale');
      const before = (await scale.textContent())!;
      await drawClusters(true);
      await openMap(editor, id);
      await expect(scale).toHaveText(before);
      await expect(async () => {
        await editor.mouse.click(657, 430);
        await expect(scale).not.toHaveText(before, { timeout: 2000 });
      }).toPass();
      await drawClusters(false);
      await openMap(editor, id);
      await expect.poll(() => cursorAtMiddle(editor)).toBe('pointer');
    });

    await page.getByRole('button', { name: 'Delete the feature' }).click();
    await expect.poll(() => cursorAtMiddle(editor)).toBe('');
    await editor.close();
  },
);
