import type { Page } from '@playwright/test';
import {
  addEditor,
  anotherPage,
  drawRectangle,
  featuresOf,
  logInForMaps,
  makeMap,
  middle,
  openMap,
} from './support/collaborative-map.ts';
import { emailOf, makeAccount, password } from './support/log-in.ts';
import { fetchMailedLink } from './support/mail.ts';
import { detail, expect, severeFaults, test } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 800 }, drawsSeldom: true });

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
    await expect(page.getByText('Polygon, of the layer Drawn on the map')).toBeVisible();
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
      await expect(editor.getByText('Polygon, of the layer Drawn on the map')).toBeVisible({
        timeout: 2000,
      });
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
    await queue.getByRole('button', { name: 'Accept', exact: true }).click();
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
    await expect(editor.getByRole('dialog', { name: 'This map is private' })).toBeHidden();
  });
  await editor.close();
});

test(
  'an editor withdraws a proposal, the owner rejects another, and points are not moved',
  detail,
  async ({ page, browser }) => {
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
    await first.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect(first).toHaveCount(0);
    const second = page.getByRole('listitem').filter({ hasText: 'Second' });
    await second.getByRole('button', { name: 'Comment', exact: true }).click();
    const talk = page.getByRole('dialog', { name: 'Comments on the proposal of bog-editor' });
    await talk.getByLabel('Add a comment').fill('Which bog is it?');
    await talk.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(talk.getByText('Which bog is it?')).toBeVisible();
    await talk.getByRole('button', { name: 'Close' }).click();
    await expect(second.getByRole('button', { name: 'Comments (1)' })).toBeVisible();
    await second.getByRole('button', { name: 'Reject', exact: true }).click();
    await second.getByLabel('Why it is rejected').fill('Not a bog');
    await second.getByRole('button', { name: 'Reject it' }).click();
    await expect(editor.getByRole('listitem').filter({ hasText: 'Second' })).toHaveCount(0);
    expect(await featuresOf(page, ownerToken, id)).toEqual([]);

    await page.getByRole('button', { name: 'Draw a marker' }).click();
    await page.mouse.click(...middle);
    await expect.poll(async () => (await featuresOf(page, ownerToken, id)).length).toBe(1);
    await expect(async () => {
      await editor.mouse.click(...middle);
      await expect(editor.getByText('Point, of the layer Drawn on the map')).toBeVisible({
        timeout: 2000,
      });
    }).toPass();
    await editor.getByRole('button', { name: 'Edit the vertices' }).click();
    await expect(
      editor.getByText('To edit point data, propose a new point and/or delete the old one'),
    ).toBeVisible();
    await editor.close();
  },
);

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

test(
  'edits that could not be sent survive a reload, and are sent when the server answers',
  detail,
  async ({ page }) => {
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
  },
);

test(
  'whoever may not see a map is led to the site’s root, and its link’s token is not kept in the address',
  detail,
  async ({ page, browser }) => {
    const token = await logInForMaps(page, 'moor-owner');
    const id = await makeMap(page, token);
    const headers = { authorization: `JWT ${token}` };
    await page.request.put('/api/rrm/status', { headers, data: { id, new_status: 'private' } });
    const map = (await (
      await page.request.get('/api/rrm/map_requests', { headers, params: { id } })
    ).json()) as { token: string };
    const visitor = await anotherPage(browser);
    const dialog = visitor.getByRole('dialog', { name: 'This map is private' });
    for (const unreadable of [2_147_483_647, id]) {
      await visitor.goto(`/apps/collaborativemapper/map?id=${unreadable}`);
      await expect(visitor).toHaveURL(/\/landing\?modal=private-map/);
      await expect(dialog.getByText('or there is no such map')).toBeVisible();
    }
    expect(await severeFaults(visitor)).toEqual([]);
    await visitor.goto(`/apps/collaborativemapper/map?id=${id}&token=${map.token}`);
    await expect(visitor.getByRole('button', { name: 'Draw a polygon' })).toBeVisible();
    await expect(visitor).toHaveURL(new RegExp(`map\\?id=${id}$`));
    await visitor.goto(`/apps/collaborativemapper/map?id=${id}`);
    await expect(visitor.getByRole('button', { name: 'Draw a polygon' })).toBeVisible();
    await visitor.close();
  },
);

test('who may not see a map logs in and asks its owner, who lets them in by one press', async ({
  page,
  browser,
}) => {
  const ownerToken = await logInForMaps(page, 'glade-owner');
  const id = await makeMap(page, ownerToken);
  const guest = await anotherPage(browser);
  await makeAccount(guest, 'glade-guest');
  await guest.goto(`/apps/collaborativemapper/map?id=${id}`);
  const dialog = guest.getByRole('dialog', { name: 'This map is private' });
  await dialog.getByRole('button', { name: 'Log In' }).click();
  const logIn = guest.getByRole('dialog', { name: 'Log In' });
  await logIn.getByLabel('Username').fill('glade-guest');
  await logIn.getByLabel('Password', { exact: true }).fill(password);
  await logIn.getByRole('button', { name: 'Log In' }).click();
  await dialog.getByRole('button', { name: 'Ask the owner' }).click();
  await expect(dialog.getByText('its owner is asked now')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(guest).toHaveURL(/\/profile\/glade-guest$/);

  await page.goto(await fetchMailedLink(page.request, emailOf('glade-owner'), 'section=people'));
  const people = page.getByRole('dialog', { name: 'Collaborators', exact: true });
  await people.getByRole('button', { name: 'Let glade-guest in' }).click();
  await expect(page.getByText('glade-guest can now read the map.')).toBeVisible();
  await guest.goto(await fetchMailedLink(page.request, emailOf('glade-guest'), `map?id=${id}`));
  await expect(guest.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 });
  await guest.close();
});

test(
  'a view-only link opens the map for viewing, and closes it when it is revoked',
  detail,
  async ({ page, browser }) => {
    const token = await logInForMaps(page, 'vale-owner');
    const id = await makeMap(page, token);
    await openMap(page, id);
    await drawRectangle(page, [650, 300], [850, 500]);
    await expect.poll(async () => (await featuresOf(page, token, id)).length).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'View-only links' }).click();
    const dialog = page.getByRole('dialog', { name: 'View-only links' });
    await dialog.getByLabel('Name of the new link').fill('Board');
    await page.keyboard.press('Enter');
    const link = await dialog.locator('code').textContent();
    await expect(dialog.getByRole('button', { name: 'Revoke Board' })).toBeVisible();
    expect(await severeFaults(page)).toEqual([]);

    const visitor = await anotherPage(browser);
    await visitor.goto(link ?? '');
    await expect(visitor.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(visitor).toHaveURL(new RegExp(`map\\?id=${id}$`));
    await expect(visitor.getByText('Private: you view it by a link')).toBeVisible();
    for (const name of ['Draw a polygon', 'Export', 'History', 'Copy link']) {
      await expect(visitor.getByRole('button', { name })).toHaveCount(0);
    }
    await visitor.getByRole('tab', { name: 'Comments' }).click();
    await expect(visitor.getByText('This map does not have any comments yet...')).toBeVisible();
    await expect(visitor.getByText('Sign up or log in to comment')).toHaveCount(0);

    await dialog.getByRole('button', { name: 'Revoke Board' }).click();
    await expect(visitor.getByRole('dialog', { name: 'This map is private' })).toBeVisible();
    await visitor.close();
  },
);
