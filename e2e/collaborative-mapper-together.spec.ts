import type { Page } from '@playwright/test';
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
} from './support/collaborative-map.ts';
import { emailOf, password } from './support/log-in.ts';
import { fetchMailedLink } from './support/mail.ts';
import { detail, expect, severeFaults, test } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const propertiesOf = async (page: Page, token: string, id: number) =>
  (await featuresOf(page, token, id)).map(({ properties }) => properties);

/** Makes a map with an editor, and opens it in a browser for each of the two. */
async function openForTwo(page: Page, browser: Parameters<typeof anotherPage>[0], name: string) {
  const token = await logInForMaps(page, `${name}-owner`);
  const id = await makeMap(page, token);
  const editor = await anotherPage(browser);
  const editorToken = await logInForMaps(editor, `${name}-editor`);
  await addEditor(page, token, { mapID: id, username: `${name}-editor` });
  await openMap(page, id);
  await openMap(editor, id);
  return { token, id, editor, editorToken };
}

async function takeInHand(page: Page): Promise<void> {
  await expect(async () => {
    await page.mouse.click(...middle);
    await expect(page.getByText('Polygon, of the layer Drawn on the map')).toBeVisible({
      timeout: 2000,
    });
  }).toPass();
}

async function setAttribute(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  // The card of a drawn shape opens a moment after the drawing. All its fields come at once.
  await page.getByLabel('New attribute').waitFor();
  if ((await field.count()) === 0) {
    await page.getByLabel('New attribute').fill(name);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  }
  await field.fill(value);
  await field.press('Enter');
}

/**
 * Waits until a feature is in hand and puts it down, so that the next text goes to the next
 * feature.
 */
async function letGo(page: Page): Promise<void> {
  const back = page.getByRole('button', { name: 'Back to the map' });
  await expect(back).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(back).toBeHidden();
}

const queueOf = (page: Page) => page.getByRole('listitem').filter({ hasText: ' proposes ' });

/** A field of eight corners, some of which are moved or, where null, taken out. */
function field(changes: Record<number, number[] | null> = {}) {
  const octagon = [
    [4, 0],
    [3, 3],
    [0, 4],
    [-3, 3],
    [-4, 0],
    [-3, -3],
    [0, -4],
    [3, -3],
  ];
  const corners = octagon.flatMap((corner, index) => {
    const changed = changes[index + 1];
    return changed === null ? [] : [changed ?? corner];
  });
  const ring = corners.map(([east = 0, north = 0]) => [-110 + east / 4, 43 + north / 4]);
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
}

test(
  'a proposal that meets a later change is a conflict, and is settled value by value',
  detail,
  async ({ page, browser }) => {
    const { token, id, editor, editorToken } = await openForTwo(page, browser, 'sedge');
    await drawRectangle(page, [650, 300], [850, 500]);
    await setAttribute(page, 'name', 'Sedge fen');
    await setAttribute(page, 'wet', 'yes');
    const stored = () => propertiesOf(page, token, id);
    await expect.poll(stored).toEqual([{ name: 'Sedge fen', wet: 'yes' }]);

    await test.step('the editor proposes two values, and the owner changes one of them meanwhile', async () => {
      await takeInHand(editor);
      await setAttribute(editor, 'name', 'Great fen');
      await setAttribute(editor, 'wet', 'in winter');
      await editor.getByRole('button', { name: 'Propose 1 change' }).click();
      await expect(editor.getByText('1 change to propose.')).toHaveCount(0);
      await expect(editor.getByText('Live', { exact: true })).toBeVisible();
      await setAttribute(page, 'name', 'Little fen');
      await expect.poll(stored).toEqual([{ name: 'Little fen', wet: 'yes' }]);
      await page.getByRole('button', { name: 'Back to the map' }).click();
    });

    const question = page.getByRole('radiogroup', { name: 'Which value of name?' });
    await test.step('accepting asks about that one, and may wait', async () => {
      await expect(queueOf(page).getByText('The map was changed since.')).toBeVisible();
      await queueOf(page).getByRole('button', { name: 'Accept', exact: true }).click();
      await expect(page.getByText('The attribute name was changed by both.')).toBeVisible();
      await expect(question.getByRole('radio')).toHaveCount(3);
      await expect(page.getByRole('radiogroup')).not.toContainText(['wet']);
      expect(await severeFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Decide later' }).click();
      await expect(question).toHaveCount(0);
      expect(await stored()).toEqual([{ name: 'Little fen', wet: 'yes' }]);
    });

    await test.step('the choice is kept, and what was not in conflict is merged', async () => {
      await queueOf(page).getByRole('button', { name: 'Accept', exact: true }).click();
      const keep = page.getByRole('button', { name: 'Keep what I chose' });
      await expect(keep).toBeDisabled();
      await question.getByText('As this change makes it: Great fen').click();
      await keep.click();
      await expect(question).toHaveCount(0);
      await expect(queueOf(page)).toHaveCount(0);
      expect(await stored()).toEqual([{ name: 'Great fen', wet: 'in winter' }]);
      await expect(editor.getByRole('textbox', { name: 'name', exact: true })).toHaveValue(
        'Great fen',
      );
      await editor.getByRole('button', { name: 'Back to the map' }).click();
      await expect(queueOf(editor)).toHaveCount(0);
    });

    await test.step('of a shape that both changed, the disputed corner alone is asked, by keys', async () => {
      const call = async (method: 'post' | 'put', [path, as, data]: [string, string, object]) => {
        const headers = { authorization: `JWT ${as}` };
        const reply = await page.request[method](`/api/rrm/${path}`, { headers, data });
        expect(reply.ok(), await reply.text()).toBe(true);
        return await reply.json();
      };
      const feature = { geometry: field(), properties: { name: 'Meadow' } };
      const { id: DBID, revision } = await call('post', [
        'features',
        token,
        { mapID: id, feature },
      ]);
      const proposed = { geometry: field({ 5: [-5, 0], 7: [0, -5] }), properties: { name: 'Lea' } };
      const proposal = { DBID, mapID: id, latestVersion: revision, feature: proposed };
      await call('put', ['proposals', editorToken, proposal]);
      const byOwner = { geometry: field({ 2: [4, 4], 7: null }), properties: { name: 'Meadow' } };
      await call('put', ['features', token, { DBID, feature: byOwner }]);
      const shapeNow = async () => {
        const features = await featuresOf(page, token, id);
        return JSON.parse(features.find((each) => each.id === DBID)!.layer);
      };

      await expect(queueOf(page).getByText('The map was changed since.')).toBeVisible();
      await queueOf(page).getByRole('button', { name: 'Accept', exact: true }).click();
      const stretch = page.getByRole('radiogroup', { name: 'Which course of this stretch?' });
      await expect(stretch).toBeVisible();
      await expect(page.getByRole('button', { name: 'Next question' })).toHaveCount(0);
      expect(await severeFaults(page)).toEqual([]);
      await page.keyboard.press('2');
      await expect(page.getByRole('button', { name: 'Keep what I chose' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(stretch).toHaveCount(0);
      // Corners 2 and 5 and the name were disputed by nobody; corner 7 was chosen.
      expect(await shapeNow()).toEqual(field({ 2: [4, 4], 5: [-5, 0], 7: [0, -5] }));
      expect(await propertiesOf(page, token, id)).toContainEqual({ name: 'Lea' });
    });
    await editor.close();
  },
);

test(
  'who is invited by mail signs up and finds the map open, with the role',
  detail,
  async ({ page, browser }) => {
    const token = await logInForMaps(page, 'ling-owner');
    const id = await makeMap(page, token);
    await openMap(page, id);
    const email = emailOf('ling-guest');
    await page.getByRole('button', { name: 'Collaborators', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Collaborators', exact: true });
    const invite = async (address: string) => {
      await dialog.getByLabel('Username or email address').fill(address);
      await page.keyboard.press('Enter');
      await expect(page.getByText(`An invitation was mailed to ${address}.`)).toBeVisible();
    };
    const guest = await anotherPage(browser);
    let link = '';

    await test.step('an invitation is sent again, and the first link says so', async () => {
      await invite(email);
      const first = await fetchMailedLink(page.request, email, '/invitations/');
      await dialog.getByRole('button', { name: `Resend to ${email}` }).click();
      await expect(page.getByText(`A new invitation was mailed to ${email}.`)).toBeVisible();
      await expect(async () => {
        link = await fetchMailedLink(page.request, email, '/invitations/');
        expect(link).not.toBe(first);
      }).toPass();
      await guest.goto(first);
      await expect(guest.getByText('a newer mail has replaced it')).toBeVisible();
      expect(await severeFaults(page)).toEqual([]);
    });

    await test.step('one that was withdrawn says so', async () => {
      const other = emailOf('ling-other');
      await invite(other);
      const withdrawn = await fetchMailedLink(page.request, other, '/invitations/');
      await dialog.getByRole('button', { name: `Withdraw from ${other}` }).click();
      await expect(dialog.getByText(other)).toHaveCount(0);
      await guest.goto(withdrawn);
      await expect(guest.getByText('This invitation was withdrawn.')).toBeVisible();
    });

    await test.step('the link says who invites, and signing up leads to the map', async () => {
      await guest.goto(link);
      const title = { name: 'ling-owner invites you to “Untitled map”' };
      await expect(guest.getByRole('heading', title)).toBeVisible();
      expect(await severeFaults(guest)).toEqual([]);
      await guest.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
      const form = guest.getByRole('dialog', { name: 'Sign Up' });
      await form.getByLabel('First Name').fill('Heath');
      await form.getByLabel('Last Name').fill('Guest');
      await form.getByLabel('Username', { exact: true }).fill('ling-guest');
      await form.getByLabel('Email', { exact: true }).fill(email);
      await form.getByLabel('Password', { exact: true }).fill(password);
      await form.getByLabel('Confirm Password').fill(password);
      await form.getByRole('button', { name: 'Sign Up' }).click();
      await guest.getByRole('dialog', { name: 'Email Verification' }).waitFor();
      await guest.goto(await fetchMailedLink(page.request, email, '/accounts/activate?'));
      await guest.getByRole('main').getByRole('link', { name: 'Log In' }).click();
      const logIn = guest.getByRole('dialog', { name: 'Log In' });
      await logIn.getByLabel('Username').fill('ling-guest');
      await logIn.getByLabel('Password', { exact: true }).fill(password);
      await logIn.getByRole('button', { name: 'Log In' }).click();
      await expect(guest).toHaveURL(new RegExp(`/map\\?id=${id}$`));
      await expect(guest.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 });
      await expect(guest.getByRole('button', { name: 'Draw a rectangle' })).toBeVisible();
    });

    await test.step('the link leads there again, and the owner is told', async () => {
      await guest.goto(link);
      await expect(guest).toHaveURL(new RegExp(`/map\\?id=${id}$`));
      await expect(guest.getByText('Untitled map: you can now propose changes.')).toBeVisible();
      // The owner's panel, which stayed open, has followed.
      await expect(dialog.getByRole('link', { name: 'ling-guest', exact: true })).toBeVisible();
      await expect(dialog.getByText(email)).toHaveCount(0);
      await page.reload();
      await page.getByRole('button', { name: /^What is new/ }).click();
      await expect(page.getByText('ling-guest accepted your invitation')).toBeVisible();
    });

    await test.step('the owner hands the map over, and both screens learn it', async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Collaborators', exact: true }).click();
      await dialog.getByRole('button', { name: 'Hand the map over to ling-guest' }).click();
      const question = page.getByRole('alertdialog', { name: 'Hand the map over?' });
      await question.getByRole('button', { name: 'Hand over' }).click();
      await expect(
        page.getByText('ling-guest owns the map now. You are a reviewer.'),
      ).toBeVisible();
      await expect(guest.getByRole('button', { name: 'Collaborators', exact: true })).toBeVisible();
      await expect(guest.locator('code')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Leave this map' })).toBeVisible();
    });
    await guest.close();
  },
);

test('a proposal is accepted in part, and the queue at once', detail, async ({ page, browser }) => {
  const { token, id, editor } = await openForTwo(page, browser, 'rush');
  const stored = async () => (await featuresOf(page, token, id)).length;

  await test.step('one proposal of two shapes: the owner takes one', async () => {
    await drawRectangle(editor, [600, 250], [680, 330]);
    await letGo(editor);
    await drawRectangle(editor, [760, 420], [840, 500]);
    await editor.getByRole('button', { name: 'Propose 2 changes' }).click();
    const proposal = queueOf(page);
    await expect(proposal).toContainText('rush-editor proposes 2 changes');
    await proposal.getByRole('checkbox').nth(1).press('Space');
    await proposal.getByRole('button', { name: 'Accept 1 of 2' }).click();
    await expect.poll(stored).toBe(1);
  });

  await test.step('what is left stays open, for both', async () => {
    await expect(queueOf(page)).toContainText('rush-editor proposes one change');
    await expect(queueOf(editor)).toContainText('rush-editor proposes one change');
  });

  await test.step('with a second proposal, the owner accepts all', async () => {
    await drawRectangle(editor, [760, 250], [840, 330]);
    await editor.getByRole('button', { name: 'Propose 1 change' }).click();
    await page.getByRole('button', { name: 'Accept all 2' }).click();
    await expect(queueOf(page)).toHaveCount(0);
    await expect.poll(stored).toBe(3);
    await expect(queueOf(editor)).toHaveCount(0);
  });

  await test.step('a cell that the editor changes in the table is proposed from the panel', async () => {
    await letGo(editor);
    await editor.getByRole('tab', { name: 'Layers' }).click();
    await editor.getByRole('button', { name: 'Table', exact: true }).click();
    const table = editor.getByRole('region', { name: 'Table of Drawn on the map' });
    await table.getByRole('row').nth(1).getByRole('gridcell').nth(1).dblclick();
    await table.getByRole('textbox', { name: 'name', exact: true }).fill('Rushes');
    await editor.keyboard.press('Enter');
    await expect(table.getByText('1 change waits to be proposed.')).toBeVisible();
    expect(await severeFaults(editor)).toEqual([]);
    await table.getByRole('button', { name: 'To the proposal' }).click();
    await editor.getByRole('button', { name: 'Propose 1 change' }).click();
    await queueOf(page).getByRole('button', { name: 'Accept', exact: true }).click();
    await expect
      .poll(async () => (await featuresOf(page, token, id)).map(({ properties }) => properties))
      .toContainEqual({ name: 'Rushes' });
  });
  await editor.close();
});

/** Sets attributes of the only feature, as the owner would from another browser. */
async function setElsewhere(
  page: Page,
  token: string,
  [mapID, values]: [number, Record<string, string>],
): Promise<void> {
  const [feature] = await featuresOf(page, token, mapID);
  const reply = await page.request.put('/api/rrm/features', {
    headers: { authorization: `JWT ${token}` },
    data: {
      DBID: feature!.id,
      feature: {
        type: 'Feature',
        geometry: JSON.parse(feature!.layer),
        properties: { ...feature!.properties, ...values },
      },
    },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
}

test(
  'what the owner edits without a connection is merged on return, and a conflict is settled',
  detail,
  async ({ page, context, browser }) => {
    const token = await logInForMaps(page, 'reed-owner');
    const id = await makeMap(page, token);
    await openMap(page, id);
    await drawRectangle(page, [650, 300], [850, 500]);
    await setAttribute(page, 'name', 'Reed bed');
    await setAttribute(page, 'depth', '1');
    const elsewhere = await anotherPage(browser);
    const stored = () => propertiesOf(elsewhere, token, id);
    await expect.poll(stored).toEqual([{ name: 'Reed bed', depth: '1' }]);

    await test.step('each value was changed by one alone: both stay', async () => {
      await goOffline(context, page);
      await setAttribute(page, 'depth', '2');
      await expect(page.getByText('1 change kept here, to be sent when it is back.')).toBeVisible();
      await setElsewhere(elsewhere, token, [id, { name: 'Reed marsh' }]);
      await context.setOffline(false);
      await expect.poll(stored).toEqual([{ name: 'Reed marsh', depth: '2' }]);
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'name', exact: true })).toHaveValue(
        'Reed marsh',
      );
    });

    await test.step('one value was changed by both: the owner chooses', async () => {
      await goOffline(context, page);
      await setAttribute(page, 'depth', '3');
      await setElsewhere(elsewhere, token, [id, { depth: '4' }]);
      await context.setOffline(false);
      await expect(page.getByText('One of your changes was not accepted.')).toBeVisible();
      expect(await stored()).toEqual([{ name: 'Reed marsh', depth: '4' }]);
      await page.getByRole('button', { name: 'Resolve', exact: true }).click();
      const question = page.getByRole('radiogroup', { name: 'Which value of depth?' });
      await question.getByText('As this change makes it: 3').click();
      await page.getByRole('button', { name: 'Keep what I chose' }).click();
      await expect.poll(stored).toEqual([{ name: 'Reed marsh', depth: '3' }]);
      await expect(page.getByText('One of your changes was not accepted.')).toHaveCount(0);
      await expect(page.getByRole('textbox', { name: 'depth', exact: true })).toHaveValue('3');
    });
    await elsewhere.close();
  },
);

test(
  'shapes drawn without a connection are there after the page was closed, and go out on return',
  detail,
  async ({ page, context, browser }) => {
    const token = await logInForMaps(page, 'moss-owner');
    const id = await makeMap(page, token);
    await openMap(page, id);
    const elsewhere = await anotherPage(browser);
    await drawRectangle(page, [600, 420], [680, 500]);
    await setAttribute(page, 'name', 'Before');
    const stored = () => propertiesOf(elsewhere, token, id);
    await expect.poll(stored).toEqual([{ name: 'Before' }]);
    await goOffline(context, page);
    await letGo(page);
    await drawRectangle(page, [600, 250], [680, 330]);
    await letGo(page);
    await drawRectangle(page, [760, 420], [840, 500]);
    await setAttribute(page, 'name', 'Second');
    await expect(page.getByText('3 changes kept here, to be sent when it is back.')).toBeVisible();
    // There are two shapes and a name. A closing browser asks nobody.
    await page.close({ runBeforeUnload: false });
    expect(await stored()).toEqual([{ name: 'Before' }]);

    await context.setOffline(false);
    const again = await context.newPage();
    await again.addInitScript((value) => localStorage.setItem('token', value), token);
    await openMap(again, id);
    await expect.poll(stored).toEqual([{ name: 'Before' }, {}, { name: 'Second' }]);
    await again.close();
    await elsewhere.close();
  },
);

test(
  'whoever works on the map is suggested after an @, and stands out in the comment',
  detail,
  async ({ page, browser }) => {
    const { editor } = await openForTwo(page, browser, 'mint');
    await page.getByRole('tab', { name: 'Comments' }).click();
    const comment = page.getByLabel('Add a comment');
    const suggested = page.getByRole('listbox', { name: 'People to mention' });
    await comment.pressSequentially('Please look, @mi');
    await expect(suggested.getByRole('option')).toHaveText(['@mint-editor']);
    // The list may be drawn anew, with other ids.
    await expect(async () => {
      const id = await suggested.getByRole('option').getAttribute('id');
      expect(await comment.getAttribute('aria-activedescendant')).toBe(id);
    }).toPass();
    expect(await severeFaults(page)).toEqual([]);
    await comment.press('Enter');
    await expect(comment).toHaveValue('Please look, @mint-editor ');
    await comment.pressSequentially('@m');
    await expect(suggested.getByRole('option')).toHaveText(['@mint-editor']);
    await comment.press('Escape');
    await expect(suggested).toHaveCount(0);
    await comment.press('Backspace');
    await comment.press('Backspace');
    await comment.pressSequentially('the fence is gone.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await editor.getByRole('tab', { name: 'Comments' }).click();
    const sent = editor.getByRole('listitem').filter({ hasText: 'the fence is gone.' });
    await expect(sent.getByRole('link', { name: '@mint-editor' })).toBeVisible();
    await editor.close();
  },
);
