import type { Page, Response } from '@playwright/test';
import {
  addEditor,
  anotherPage,
  drawRectangle,
  featuresOf,
  goOffline,
  logInForMaps,
  makeMap,
  middle,
  openMap,
  type StoredFeature,
} from './support/collaborative-map.ts';
import { expect, severeFaults, test } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 800 } });

test('what the owner draws is live in a second browser, and what an editor proposes is decided', async ({
  page,
  browser,
}) => {
  const ownerToken = await logInForMaps(page, 'fen-owner');
  const id = await makeMap(page, ownerToken);
  const editor = await anotherPage(browser);
  await logInForMaps(editor, 'fen-editor');
  await addEditor(page, ownerToken, { mapID: id, username: 'fen-editor' });
  await openMap(page, id);
  await openMap(editor, id);

  await test.step('each sees that the other is there', async () => {
    await expect(page.getByRole('list', { name: 'Also on this map' })).toContainText('fen-editor');
    await expect(editor.getByRole('list', { name: 'Also on this map' })).toContainText('fen-owner');
  });

  await test.step('the owner’s rectangle applies at once', async () => {
    await drawRectangle(page, [650, 300], [850, 500]);
    await expect(page.getByText('Polygon, drawn on this map')).toBeVisible();
    await expect.poll(async () => (await featuresOf(page, ownerToken, id)).length).toBe(1);
  });

  await test.step('its card tells its area, and asks for its name', async () => {
    await expect(page.getByText(/^[\d,]+\s+km²\s+\([\d,]+\s+ac\)$/)).toBeVisible();
    const name = page.getByRole('textbox', { name: 'name', exact: true });
    await name.fill('Upper fen');
    await name.press('Enter');
    await expect(page.getByRole('heading', { name: 'Upper fen' })).toBeVisible();
    await expect
      .poll(async () => (await featuresOf(page, ownerToken, id))[0]!.properties)
      .toEqual({ name: 'Upper fen' });
  });

  await test.step('the editor moves a corner of it, and proposes that with a note', async () => {
    await expect(async () => {
      await editor.mouse.click(...middle);
      await expect(editor.getByText('Polygon, drawn on this map')).toBeVisible({ timeout: 2000 });
    }).toPass();
    await editor.getByRole('button', { name: 'Edit the vertices' }).click();
    await editor.getByRole('button', { name: 'Vertex 1', exact: true }).focus();
    await editor.keyboard.press('Shift+ArrowDown');
    await expect(editor.getByText('1 change to propose.')).toBeVisible();
    expect(await severeFaults(editor)).toEqual([]);
    await editor.getByLabel('Note for the owner').fill('The shore runs further out');
    await editor.getByLabel('Note for the owner').blur();
    await expect.poll(() => keptNotes(editor)).toEqual(['The shore runs further out']);
    await editor.reload();
    await expect(editor.getByLabel('Note for the owner')).toHaveValue('The shore runs further out');
    await editor.getByRole('button', { name: 'Propose 1 change' }).click();
    await expect(editor.getByText('fen-editor proposes one change')).toBeVisible();
  });

  await test.step('the owner sees it, looks at both shapes and accepts', async () => {
    await page.getByRole('button', { name: 'Back to the map' }).click();
    const queue = page.getByRole('listitem').filter({ hasText: 'fen-editor proposes one change' });
    await expect(queue).toContainText('The shore runs further out');
    await expect(queue).toContainText('Changes the shape (vertices: 1 moved)');
    await queue.getByRole('button', { name: 'Show what changes' }).click();
    expect(await severeFaults(page)).toEqual([]);
    const [before] = await featuresOf(page, ownerToken, id);
    await queue.getByRole('button', { name: 'Accept' }).click();
    await expect(queue).toHaveCount(0);
    const [after] = await featuresOf(page, ownerToken, id);
    expect(after!.revision).toBeGreaterThan(before!.revision);
    expect(after!.layer).not.toBe(before!.layer);
  });

  await test.step('the owner undoes it, after a reload too', async () => {
    await page.reload();
    const accepted = (await featuresOf(page, ownerToken, id))[0]!.layer;
    const undo = page.getByRole('button', { name: /^Undo/ });
    await expect(undo).toBeEnabled();
    await undo.click();
    await expect
      .poll(async () => (await featuresOf(page, ownerToken, id))[0]!.layer)
      .not.toBe(accepted);
    await page.getByRole('button', { name: /^Redo/ }).click();
    await expect
      .poll(async () => (await featuresOf(page, ownerToken, id))[0]!.layer)
      .toBe(accepted);
  });

  await test.step('the editor leaves, and is led to their own maps', async () => {
    await editor.getByRole('button', { name: 'Leave this map' }).click();
    const dialog = editor.getByRole('dialog', { name: 'Collaborators' });
    await dialog.getByRole('button', { name: 'Leave this map' }).click();
    await expect(editor.getByText('You left the map.')).toBeVisible();
    await expect(editor).toHaveURL(/\/dashboard\?tab=my_maps$/);
    await expect(editor.getByText('You can not see this map')).toBeHidden();
  });
  await editor.close();
});

test('an editor withdraws a proposal, the owner rejects another, and points are not moved', async ({
  page,
  browser,
}) => {
  const ownerToken = await logInForMaps(page, 'bog-owner');
  const id = await makeMap(page, ownerToken);
  const editor = await anotherPage(browser);
  await logInForMaps(editor, 'bog-editor');
  await addEditor(page, ownerToken, { mapID: id, username: 'bog-editor' });
  await openMap(page, id);
  await openMap(editor, id);

  for (const note of ['First', 'Second']) {
    await drawRectangle(editor, [650, 300], [850, 500]);
    await editor.getByLabel('Note for the owner').fill(note);
    await editor.getByRole('button', { name: 'Propose 1 change' }).click();
    await editor.keyboard.press('Escape');
    await expect(editor.getByRole('listitem').filter({ hasText: note })).toBeVisible();
  }
  const first = editor.getByRole('listitem').filter({ hasText: 'First' });
  await editor.getByRole('button', { name: 'Previous proposal' }).click();
  await first.getByRole('button', { name: 'Withdraw' }).click();
  await expect(first).toHaveCount(0);
  const second = page.getByRole('listitem').filter({ hasText: 'Second' });
  await second.getByRole('button', { name: 'Comment' }).click();
  const talk = page.getByRole('dialog', { name: 'Comments on the proposal of bog-editor' });
  await talk.getByLabel('Add a comment').fill('Which bog is it?');
  await talk.getByRole('button', { name: 'Send' }).click();
  await expect(talk.getByText('Which bog is it?')).toBeVisible();
  await talk.getByRole('button', { name: 'Close' }).click();
  await expect(second.getByRole('button', { name: 'Comments (1)' })).toBeVisible();
  await second.getByRole('button', { name: 'Reject' }).click();
  await second.getByLabel('Why it is rejected').fill('Not a bog');
  await second.getByRole('button', { name: 'Reject it' }).click();
  await expect(editor.getByRole('listitem').filter({ hasText: 'Second' })).toHaveCount(0);
  expect(await featuresOf(page, ownerToken, id)).toEqual([]);

  await page.getByRole('button', { name: 'Draw a marker' }).click();
  await page.mouse.click(...middle);
  await expect.poll(async () => (await featuresOf(page, ownerToken, id)).length).toBe(1);
  await expect(async () => {
    await editor.mouse.click(...middle);
    await expect(editor.getByText('Point, drawn on this map')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await editor.getByRole('button', { name: 'Edit the vertices' }).click();
  await expect(
    editor.getByText('To edit point data, propose a new point and/or delete the old one'),
  ).toBeVisible();
  await editor.close();
});

/** The notes of the edits that the browser has stored, which takes it a moment. */
function keptNotes(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('collaborative-mapper');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction('edits').objectStore('edits').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result.map(({ note }: { note: string }) => note));
          };
        };
      }),
  );
}

test('edits that could not be sent survive a reload, and are sent when the server answers', async ({
  page,
}) => {
  const token = await logInForMaps(page, 'mere-owner');
  const id = await makeMap(page, token);
  await openMap(page, id);
  await page.route('**/api/rrm/operations', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await drawRectangle(page, [650, 300], [850, 500]);
  await expect(page.getByText('Saving 1 change')).toBeVisible();
  await expect.poll(() => keptNotes(page)).toEqual(['']);
  await page.reload();
  await expect(page.getByText('Saving 1 change')).toBeVisible();
  expect(await featuresOf(page, token, id)).toEqual([]);
  await page.unroute('**/api/rrm/operations');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect.poll(async () => (await featuresOf(page, token, id)).length).toBe(1);
});

test('a shape is drawn and deleted with the keyboard alone', async ({ page }) => {
  const token = await logInForMaps(page, 'keyed-owner');
  const id = await makeMap(page, token);
  await openMap(page, id);
  await page.getByRole('button', { name: 'Draw a polygon' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('canvas.maplibregl-canvas')).toBeFocused();
  for (const way of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
    await page.keyboard.press('Space');
    await page.keyboard.press(way);
  }
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await featuresOf(page, token, id)).length).toBe(1);
  await page.getByRole('button', { name: 'Delete the feature' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await featuresOf(page, token, id)).length).toBe(0);
  const undo = page.getByRole('button', { name: /^Undo/ });
  await expect(undo).toHaveAccessibleName(/: Deleted/);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await featuresOf(page, token, id)).length).toBe(1);

  /** Holds calls that change something back until the returned function is called. */
  const holdBack = async (address: string) => {
    const held = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      if (route.request().method() !== 'GET') await held.promise;
      await route.continue();
    });
    return () => held.resolve();
  };

  await test.step('a change is undone that is not sent yet', async () => {
    const drawn = await featuresOf(page, token, id);
    const letGo = await holdBack('**/api/rrm/operations');
    const isStep = (reply: Response) =>
      reply.url().includes('/api/rrm/undoredo') && reply.request().method() === 'POST';
    await page.getByRole('button', { name: 'Draw a marker' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await expect(page.getByText('Saving 1 change')).toBeVisible();
    const undone = page.waitForResponse(isStep);
    await page.keyboard.press('Control+z');
    letGo();
    await undone;
    const idsOf = (features: StoredFeature[]) => features.map((feature) => feature.id);
    expect(idsOf(await featuresOf(page, token, id))).toEqual(idsOf(drawn));
  });

  await test.step('each press takes a step back, however late the answers come', async () => {
    const letGo = await holdBack('**/api/rrm/undoredo');
    await expect(page.getByRole('button', { name: /^Redo: .* a point/ })).toBeEnabled();
    await page.keyboard.press('Control+Shift+z');
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('Control+z');
    letGo();
    await expect(undo).toHaveAccessibleName('Undo');
    await expect(undo).toBeDisabled();
    expect(await featuresOf(page, token, id)).toEqual([]);
  });
});

test('whoever may not see a map is led to the site’s root, and its link’s token is not kept in the address', async ({
  page,
  browser,
}) => {
  const token = await logInForMaps(page, 'moor-owner');
  const id = await makeMap(page, token);
  const headers = { authorization: `JWT ${token}` };
  await page.request.put('/api/rrm/status', { headers, data: { id, new_status: 'private' } });
  const map = (await (
    await page.request.get('/api/rrm/map_requests', { headers, params: { id } })
  ).json()) as { token: string };
  const visitor = await anotherPage(browser);
  await visitor.goto(`/apps/collaborativemapper/map?id=${id}`);
  await expect(visitor).toHaveURL(/\/landing$/);
  await expect(visitor.getByText('You can not see this map')).toBeVisible();
  await visitor.goto(`/apps/collaborativemapper/map?id=${id}&token=${map.token}`);
  await expect(visitor.getByRole('button', { name: 'Draw a polygon' })).toBeVisible();
  await expect(visitor).toHaveURL(new RegExp(`map\\?id=${id}$`));
  await visitor.goto(`/apps/collaborativemapper/map?id=${id}`);
  await expect(visitor.getByRole('button', { name: 'Draw a polygon' })).toBeVisible();
  await visitor.close();
});

test('a map of very many features comes as tiles, of which one is read, moved and seen elsewhere', async ({
  page,
  browser,
}) => {
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
  const file = { name: 'heaths.json', mimeType: 'application/json', buffer: Buffer.from(content) };
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
    expect((await page.request.post('/api/rrm/featurecomment', { headers, data })).ok()).toBe(true);
    await openMap(page, id);
    await expect(page.getByRole('button', { name: '1 comment on this feature' })).toBeVisible();
  });

  await test.step('what is drawn snaps to a feature of the tiles', async () => {
    const drawn = { headers, params: { id, layer_id: 'drawn' } };
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
    await expect(page.getByText('Point, drawn on this map')).toBeVisible();
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

  await page.getByRole('button', { name: 'Delete the feature' }).click();
  await expect.poll(() => cursorAtMiddle(editor)).toBe('');
  await editor.close();
});

test.describe('by fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('no hint of a drawing tool speaks of keys or clicks', async ({ page }) => {
    const token = await logInForMaps(page, 'fen-phone');
    await openMap(page, await makeMap(page, token));
    for (const tool of ['marker', 'line', 'polygon', 'rectangle', 'circle']) {
      await page.getByRole('button', { name: `Draw a ${tool}`, exact: true }).tap();
      const hint = page.getByRole('status').filter({ hasText: /finger|[Tt]ap/ });
      await expect(hint).toBeVisible();
      expect(await hint.textContent()).not.toMatch(/Escape|Enter|Backspace|[Cc]lick/);
    }
  });

  test('the buttons stand in two columns beside a feature in hand', async ({ page }) => {
    const token = await logInForMaps(page, 'fen-columns');
    await openMap(page, await makeMap(page, token));
    await page.getByRole('button', { name: 'Draw a marker' }).tap();
    await page.touchscreen.tap(120, 250);
    await expect(page.getByText('Point, drawn on this map')).toBeVisible();
    const buttons = page.getByRole('region', { name: 'Map controls' }).getByRole('button');
    await expect(buttons.filter({ visible: true })).toHaveCount(17);
    const places = await buttons.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect().left),
    );
    expect(new Set(places).size).toBe(2);
  });
});
