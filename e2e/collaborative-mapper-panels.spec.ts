import type { Page } from '@playwright/test';
import { crawlUntil, expectRedirect, stopClock } from './support/clock.ts';
import { logIn, makeAccount } from './support/log-in.ts';
import { makeFeature, makeMap, mapPage, openMap } from './support/make-map.ts';
import { expect, horizontalOverflow, settle, severeFaults, test } from './support/test.ts';

test.use({ drawsSeldom: true });

const openSection = (page: Page, name: 'About' | 'Layers' | 'Comments') =>
  page.getByRole('tab', { name }).click();

/** Opens the page of a person who is logged in and has made a map. */
async function ownMap(page: Page, username: string, name: string): Promise<number> {
  await logIn(page, username);
  await page.goto('/support/cookies');
  const id = await makeMap(page, name);
  await openMap(page, id);
  return id;
}

/** Makes the map public in About. @param choice a checkbox that is ticked before */
async function makePublic(page: Page, choice?: RegExp): Promise<void> {
  await page.getByText('Anybody may find and read it.').click();
  const dialog = page.getByRole('alertdialog', { name: 'Make this map public?' });
  if (choice) await dialog.getByText(choice).click();
  await dialog.getByRole('button', { name: 'Make public' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('radio', { name: /^Public/ })).toBeChecked();
}

const meadow = {
  type: 'Polygon',
  coordinates: [
    [
      [-111, 43],
      [-110.5, 43],
      [-110.5, 43.4],
      [-111, 43.4],
      [-111, 43],
    ],
  ],
};

test('the owner sets a map up in About, and deletes it', async ({ page }) => {
  const id = await ownMap(page, 'about-owner', 'First name');
  const panel = page.getByRole('region', { name: /name|Creek map/ });

  await test.step('name and summary are changed in their places, and kept', async () => {
    await page.getByRole('button', { name: 'Edit Name' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Creek map');
    await page.getByRole('button', { name: 'Done' }).click();
    // The field closes when the server has saved it. Until then there would be two such buttons.
    await expect(page.getByRole('button', { name: 'Edit Name' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit Summary' }).click();
    await page.getByLabel('Summary', { exact: true }).fill('Where the creek floods.');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Where the creek floods.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Where the creek floods.')).toBeVisible();
    await expect(panel.getByText('Creek map').first()).toBeVisible();
  });

  await test.step('privacy, base layer and drawing controls', async () => {
    await page.getByText('Anybody may find and read it.').click();
    const dialog = page.getByRole('alertdialog', { name: 'Make this map public?' });
    await expect(dialog.getByText('What was deleted, how things were before')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('radio', { name: /^Private/ })).toBeChecked();
    await makePublic(page);
    await page.getByText('Satellite', { exact: true }).click();
    await expect(page.getByRole('radio', { name: 'Satellite' })).toBeChecked();
    await page.getByText('Drawing controls').click();
    await expect(page.getByRole('checkbox', { name: 'Drawing controls' })).not.toBeChecked();
    await page.reload();
    await expect(page.getByRole('radio', { name: /^Public/ })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Satellite' })).toBeChecked();
    const controls = page.getByRole('checkbox', { name: 'Drawing controls' });
    await expect(controls).not.toBeChecked();
    await expect(page.getByRole('button', { name: /^Draw a/ })).toHaveCount(0);
    // The specification gives the owner undo and redo whatever else is switched off.
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(controls).toBeChecked();
    await page.getByRole('button', { name: /^Redo/ }).click();
    await expect(controls).not.toBeChecked();
  });

  await test.step('the token is shown and can be replaced', async () => {
    const token = page.locator('code');
    const before = await token.textContent();
    await page.getByRole('button', { name: 'Replace token' }).click();
    await page
      .getByRole('alertdialog', { name: 'Replace the token?' })
      .getByRole('button', { name: 'Replace', exact: true })
      .click();
    await expect(token).not.toHaveText(before ?? '');
  });

  await test.step('collaborators are found, added and removed', async () => {
    await makeAccount(page, 'willow-counts');
    await page.getByRole('button', { name: 'Collaborators', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Collaborators', exact: true });
    const field = dialog.getByLabel('Username or email address');
    await field.fill('llow-cou');
    await dialog.getByRole('button', { name: 'Add willow-counts' }).click();
    await expect(page.getByText('willow-counts can now propose changes.')).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('');
    await expect(dialog.getByText('no username contains')).toHaveCount(0);
    await dialog.getByRole('button', { name: /Role of willow-counts/ }).click();
    await page.getByRole('option', { name: /^Reviewer/ }).click();
    await expect(page.getByText('willow-counts can now decide about proposals.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove willow-counts' }).click();
    await expect(page.getByText('willow-counts was removed.')).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'On this map' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a viewer sees all of it, and changes nothing', async () => {
    const visitor = await page.context().browser()!.newPage();
    await visitor.goto(new URL(mapPage(id), page.url()).href);
    await expect(visitor.getByText('Where the creek floods.')).toBeVisible();
    await expect(visitor.getByText('Public: anybody may read it')).toBeVisible();
    await expect(visitor.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
    await expect(visitor.getByRole('button', { name: 'Delete map' })).toHaveCount(0);
    await expect(visitor.locator('code')).toHaveCount(0);
    await visitor.close();
  });

  await test.step('the map is deleted, and the dashboard follows', async () => {
    await page.getByRole('button', { name: 'Delete map' }).click();
    await stopClock(page);
    await page
      .getByRole('alertdialog', { name: 'Delete this map?' })
      .getByRole('button', { name: 'Delete map' })
      .click();
    await crawlUntil(page, () => page.getByText('Map deleted.').isVisible());
    // The specification, part 2 §9: the dashboard follows after 1.5 s.
    await expectRedirect(page, { after: 1_500, to: /\/apps\/collaborativemapper\/dashboard$/ });
  });
});

test('a picture of the map, and where its owner leaves it, are saved', async ({ page }) => {
  const id = await ownMap(page, 'view-owner', 'Seen from here');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const saved = async () => {
    const headers = { authorization: `JWT ${token}` };
    const reply = await page.request.get('/api/rrm/map_requests', { headers, params: { id } });
    const { center, zoom, thumbnail } = await reply.json();
    const [latitude, longitude] = JSON.parse(center);
    return { latitude, longitude, zoom, hasPicture: Boolean(thumbnail) };
  };
  expect(await saved()).toMatchObject({ longitude: -110.9345, zoom: 4 });
  await expect.poll(async () => (await saved()).hasPicture).toBe(true);
  const canvas = page.locator('canvas.maplibregl-canvas');
  await canvas.press('ArrowRight');
  await expect.poll(async () => (await saved()).longitude).toBeGreaterThan(-110);
  await canvas.press('+');
  await expect.poll(async () => (await saved()).zoom).toBe(5);

  await test.step('also by an owner who leaves right after a movement', async () => {
    // The scale tells when the map has moved. Its view is not saved yet.
    const scale = page.locator('.maplibregl-ctrl-scale');
    const near = (await scale.textContent())!;
    await canvas.press('-');
    await expect(scale).not.toHaveText(near);
    const far = (await scale.textContent())!;
    await page.getByRole('link', { name: 'Exit', exact: true }).click();
    await expect(page).toHaveURL(/\/apps\/collaborativemapper\/dashboard$/);
    await expect.poll(async () => (await saved()).zoom).toBe(4);
    await openMap(page, id);
    await expect(scale).toHaveText(far);
    await canvas.press('+');
    await expect(scale).toHaveText(near);
    await page.goto('about:blank');
    await expect.poll(async () => (await saved()).zoom).toBe(5);
  });
});

test('comments: on the map and on a feature, by who has an account', async ({ page }) => {
  const id = await ownMap(page, 'comment-owner', 'Comments here');
  const featureId = await makeFeature(page, id, meadow, { name: 'Wet meadow' });
  await page.reload();
  await openSection(page, 'Comments');

  await test.step('an empty map says so, and an empty comment is refused', async () => {
    await expect(page.getByText('This map does not have any comments yet...')).toBeVisible();
    await expect(page.getByText('Start a conversation with map collaborators...')).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Please type a comment before submitting')).toBeVisible();
  });

  await test.step('a comment is sent, and one’s own is deleted', async () => {
    await page.getByLabel('Add a comment').fill('Ask @comment-owner about the fence.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('about the fence.')).toBeVisible();
    await expect(page.getByRole('link', { name: '@comment-owner' })).toHaveAttribute(
      'href',
      '/profile/comment-owner',
    );
    await page.getByRole('button', { name: 'Delete my comment' }).click();
    await expect(page.getByText('about the fence.')).toBeHidden();
  });

  await test.step('a place is picked for a comment, which stands on the map there', async () => {
    await page.getByRole('button', { name: 'Pick a place for it' }).click();
    await expect(page.getByText('Click a place on the map')).toBeAttached();
    await page.mouse.click(1000, 600);
    await expect(page.getByText('About the place that you picked.')).toBeVisible();
    await page.getByLabel('Add a comment').fill('The gate is here.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(
      page.getByRole('button', { name: 'Comment of comment-owner on this place' }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'On a place' })).toBeVisible();
    await expect(page.getByText('About the place that you picked.')).toBeHidden();
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await expect(
      page.getByRole('button', { name: 'Comment of comment-owner on this place' }),
    ).toBeHidden();
    await expect(page.getByText('Dismissed', { exact: true })).toHaveCount(1);
  });

  await test.step('the owner sees how many comments a feature has, and dismisses one', async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const reply = await page.request.post('/api/rrm/featurecomment', {
      headers: { authorization: `JWT ${token}` },
      data: { featureID: featureId, comment: 'Under water in May.' },
    });
    expect(reply.ok()).toBe(true);
    await expect(page.getByRole('button', { name: '1 comment on this feature' })).toBeVisible();
    await expect(page.getByText('Under water in May.')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await expect(page.getByText('Dismissed', { exact: true })).toHaveCount(2);
    await expect(page.getByRole('button', { name: '1 comment on this feature' })).toBeHidden();
  });

  await test.step('a visitor is asked to log in', async () => {
    await openSection(page, 'About');
    await makePublic(page, /Publish the .*comment.* written so far, too/);
    const visitor = await page.context().browser()!.newPage();
    await visitor.goto(new URL(mapPage(id), page.url()).href);
    await openSection(visitor, 'Comments');
    await expect(visitor.getByText('Sign up or log in to comment')).toBeVisible();
    await expect(visitor.getByText('Under water in May.')).toBeVisible();
    await expect(visitor.getByRole('button', { name: 'Dismiss', exact: true })).toHaveCount(0);
    await visitor.close();
  });
});

const upload = {
  name: 'ponds.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', geometry: meadow, properties: { name: 'Heron pond', depth: 2 } },
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [-110.2, 43.1] },
          properties: { name: 'Spring', depth: 1 },
        },
        { type: 'Feature', geometry: null, properties: { name: 'Nowhere' } },
      ],
    }),
  ),
};

test('a vector layer: uploaded, edited in its table, styled, renamed, hidden and deleted', async ({
  page,
}) => {
  await ownMap(page, 'layer-owner', 'Layers here');
  await openSection(page, 'Layers');

  await test.step('a file comes in, and what was left out is said', async () => {
    await page.getByRole('button', { name: 'Upload vector file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload a vector layer' });
    await dialog.locator('input[type=file]').setInputFiles(upload);
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByText(/^File uploaded\./)).toBeVisible();
    await expect(dialog.getByText('1 part of the file is not in the layer:')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  const layers = page.getByRole('list', { name: 'Vector layers' });
  await expect(layers.getByText('ponds')).toBeVisible();
  await page.getByRole('button', { name: 'More about ponds' }).click();

  await test.step('with the keyboard, a cell of the table is changed', async () => {
    await layers.getByRole('button', { name: 'Table', exact: true }).first().click();
    const table = page.getByRole('grid', { name: 'Table of ponds' });
    await expect(table.getByRole('gridcell', { name: 'Heron pond' })).toBeVisible();
    await expect(table.getByRole('columnheader', { name: /^depth/ })).toBeVisible();
    const heads = await table.getByRole('columnheader').allTextContents();
    const column = heads.findIndex((head) => head.startsWith('depth'));
    await table.focus();
    for (let step = 0; step < column; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.type('3.5');
    await page.keyboard.press('Enter');
    await expect(table.getByRole('gridcell', { name: '3.5' })).toBeVisible();
    await expect(table).toBeFocused();
    await page.getByRole('button', { name: 'Close the table' }).click();
    await layers.getByRole('button', { name: 'Table', exact: true }).first().click();
    await expect(table.getByRole('gridcell', { name: '3.5' })).toBeVisible();
  });

  await test.step('rows are sorted and filtered with the keyboard', async () => {
    const table = page.getByRole('grid', { name: 'Table of ponds' });
    const names = table.getByRole('row').getByRole('gridcell', { name: /pond|Spring/i });
    await expect(names).toHaveCount(2);
    const asTheyCame = await names.allTextContents();
    const head = table.getByRole('columnheader', { name: /^name/ });
    await expect(head).toBeVisible();
    const column = (await table.getByRole('columnheader').allTextContents()).indexOf('name');
    await table.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowUp');
    for (let step = 0; step < column; step += 1) await page.keyboard.press('ArrowRight');
    await expect(table).toHaveAttribute(
      'aria-activedescendant',
      (await head.getAttribute('id')) ?? '',
    );
    await page.keyboard.press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect(names).toHaveText(asTheyCame.toSorted());
    await page.keyboard.press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(names).toHaveText(asTheyCame.toSorted().toReversed());
    expect(await severeFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'none');
    await expect(names).toHaveText(asTheyCame);

    const drawer = page.getByRole('region', { name: 'Table of ponds' });
    await drawer.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    // The value has the focus, for a word that is in any field.
    await page.keyboard.type('heron');
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Show only features where' });
    expect(await severeFaults(page)).toEqual([]);
    await form.getByRole('button', { name: /Field/ }).click();
    await page.getByRole('option', { name: 'depth', exact: true }).click();
    await form.getByRole('button', { name: /Condition/ }).click();
    await page.getByRole('option', { name: '>', exact: true }).click();
    await form.getByRole('textbox', { name: 'Value' }).fill('deep');
    await form.getByRole('button', { name: 'Add condition' }).click();
    await expect(form.getByText('compares numbers')).toBeVisible();
    await form.getByRole('textbox', { name: 'Value' }).fill('1000');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(drawer.getByText('No feature meets all conditions.')).toBeVisible();
    await drawer.getByRole('button', { name: 'Remove the condition: depth > 1000' }).click();
    await expect(names).toHaveText(['Heron pond']);
    await expect(drawer.getByRole('status').filter({ hasText: '1 of 2 features' })).toBeVisible();
  });

  await test.step('the filter holds for the legend, is in the address and outlives a reload', async () => {
    await expect(layers.getByText('1 of 2', { exact: true })).toBeVisible();
    await page.reload();
    const chip = page.getByRole('button', {
      name: 'Remove the condition: any field contains heron',
    });
    await expect(chip).toBeVisible();
    await expect(page.getByText('Filter of ponds: 1 of 2 features')).toBeVisible();
    expect(await severeFaults(page)).toEqual([]);
    await chip.press('Enter');
    await expect(chip).toHaveCount(0);
    await page.getByRole('tab', { name: 'Layers' }).click();
    await page.getByRole('button', { name: 'More about ponds' }).click();
    await layers.getByRole('button', { name: 'Table', exact: true }).first().click();
    const table = page.getByRole('grid', { name: 'Table of ponds' });
    await expect(table.getByRole('gridcell', { name: 'Heron pond' })).toBeVisible();
  });

  await test.step('a column is added, renamed and removed', async () => {
    const table = page.getByRole('grid', { name: 'Table of ponds' });
    const popover = (name: string) => page.getByRole('dialog', { name, exact: true });
    await page.getByRole('button', { name: 'Add column' }).click();
    await popover('New column').getByLabel('Name', { exact: true }).fill('visited');
    await popover('New column').getByRole('button', { name: 'Add', exact: true }).click();
    await expect(table.getByRole('columnheader', { name: 'visited' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Change the column visited' }).click();
    await popover('visited').getByLabel('Name', { exact: true }).fill('last visit');
    await popover('visited').getByRole('button', { name: 'Rename', exact: true }).click();
    await expect(table.getByRole('columnheader', { name: 'last visit' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Change the column last visit' }).click();
    await popover('last visit').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(table.getByRole('columnheader', { name: 'last visit' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Close the table' }).click();
  });

  await test.step('colored by the values of a field, with a legend', async () => {
    await layers.getByRole('button', { name: 'Style', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Style of ponds' });
    await dialog.getByRole('button', { name: /Color by$/ }).click();
    await page.getByRole('option', { name: 'Values of a field' }).click();
    await expect(dialog.getByLabel('Spring')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('list', { name: 'Legend' })).toContainText('Spring');
  });

  await test.step('colored by classes of numbers, by keys alone, and undone', async () => {
    const dialog = page.getByRole('dialog', { name: 'Style of ponds' });
    const choose = async (field: RegExp, option: string) => {
      await dialog.getByRole('button', { name: field }).press('Enter');
      await page.getByRole('option', { name: option, exact: true }).press('Enter');
    };
    await layers.getByRole('button', { name: 'Style', exact: true }).press('Enter');
    await choose(/Color by$/, 'Classes of numbers');
    await choose(/Field$/, 'depth');
    const classes = dialog.getByRole('list', { name: 'Classes of numbers' }).getByRole('listitem');
    await expect(classes).toHaveCount(2);
    await expect(classes.first()).toContainText('Less than 3.5');
    const upperEnd = dialog.getByRole('spinbutton', { name: 'Break above class 1' });
    await upperEnd.fill('1.5');
    await upperEnd.press('Enter');
    await expect(dialog.getByRole('button', { name: /Classes$/ })).toContainText('By hand');
    await dialog.getByRole('radio', { name: 'Greens' }).press('Space');
    await dialog.getByRole('textbox', { name: 'Unit in the legend' }).fill('m');
    await choose(/Label$/, 'name');
    await dialog.getByRole('slider', { name: 'Line width' }).press('End');
    await dialog.getByRole('radio', { name: 'wetland' }).press('Space');
    await dialog.getByRole('checkbox', { name: /^Count points/ }).press('Space');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    const legend = page.getByRole('list', { name: 'Legend' });
    await expect(legend).toContainText('Less than 1.5 m');
    await expect(legend).toContainText('1.5 m or more');

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(legend).toContainText('Spring');
  });

  await test.step('renamed and hidden', async () => {
    await layers.getByRole('button', { name: 'Edit Name' }).click();
    await layers.getByLabel('Name', { exact: true }).fill('Heron ponds');
    await layers.getByRole('button', { name: 'Done' }).click();
    await layers.getByRole('button', { name: 'Hide Heron ponds' }).click();
    await expect(layers.getByRole('button', { name: 'Show Heron ponds' })).toBeVisible();
  });

  await test.step('deleted, and back by its history', async () => {
    await layers.getByRole('button', { name: 'Delete Heron ponds' }).click();
    await page
      .getByRole('alertdialog', { name: 'Delete this vector layer?' })
      .getByRole('button', { name: 'Delete layer' })
      .click();
    await expect(page.getByText(/^Vector layer deleted\./)).toBeVisible();
    await expect(layers.getByRole('button', { name: 'More about Heron ponds' })).toBeHidden();
    await openSection(page, 'About');
    await page.getByRole('button', { name: 'History', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'History', exact: true })).toHaveCount(1);
    await page
      .getByRole('button', { name: /^Revert: .*Heron ponds/ })
      .first()
      .click();
    await expect(page.getByText('The change was taken back.')).toBeVisible();
    await openSection(page, 'Layers');
    await expect(layers.getByRole('button', { name: 'More about Heron ponds' })).toBeVisible();
  });
});

test('species: what takes an account, and what can not be found', async ({ page }) => {
  const id = await ownMap(page, 'species-owner', 'Species here');
  const token = await page.locator('code').textContent();

  await test.step('a visitor with the map’s token adds no range', async () => {
    const visitor = await page.context().browser()!.newPage();
    await visitor.goto(new URL(`${mapPage(id)}&token=${token}`, page.url()).href);
    await openSection(visitor, 'Layers');
    await expect(visitor).not.toHaveURL(/token/);
    await visitor.getByRole('button', { name: 'Species range', exact: true }).click();
    await expect(
      visitor.getByText('To add species ranges to the map, please sign up to make an account.'),
    ).toBeVisible();
    await visitor.close();
  });

  await test.step('nor does a visitor of a public map', async () => {
    await makePublic(page);
    const visitor = await page.context().browser()!.newPage();
    await visitor.goto(new URL(mapPage(id), page.url()).href);
    await openSection(visitor, 'Layers');
    const range = visitor.getByRole('button', { name: 'Species range', exact: true });
    await expect(range).toBeVisible();
    await expect(visitor.getByRole('button', { name: 'Upload vector file' })).toBeHidden();
    await range.click();
    await expect(
      visitor.getByText('To add species ranges to the map, please sign up to make an account.'),
    ).toBeVisible();
    await visitor.close();
  });

  await test.step('a search for occurrences that finds nothing says so', async () => {
    await page.route('**/api/rrm/gbif?*', (route) =>
      route.fulfill({ status: 404, json: { error: 'None.', code: 'not_found' } }),
    );
    await openSection(page, 'Layers');
    await page.getByRole('button', { name: 'Add occurrences' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add species occurrences' });
    await dialog.getByLabel('Species', { exact: true }).fill('Unicorn');
    await dialog.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(
      dialog.getByText(
        'An error occured. Try searching a different species, or make sure your spelling is correct.',
      ),
    ).toBeVisible();
  });
});

test('the panels are accessible light and dark, and no wider than a phone', async ({ page }) => {
  const id = await ownMap(page, 'panel-quality', 'Quality here');
  await makeFeature(page, id, meadow, { name: 'Wet meadow' });
  for (const section of ['About', 'Layers', 'Comments'] as const) {
    await openSection(page, section);
    await settle(page);
    expect(await severeFaults(page), section).toEqual([]);
  }
  await openSection(page, 'Layers');
  const colors = page.getByRole('list', { name: 'Colors of features' });
  await expect(colors).toContainText('Proposed for deletion');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(page.getByRole('gridcell', { name: 'Wet meadow' })).toBeVisible();
  expect(await severeFaults(page), 'Table').toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => horizontalOverflow(page)).toBe(0);
  expect(await severeFaults(page), 'Table in the dark').toEqual([]);
  await page.getByRole('button', { name: 'Close the table' }).click();
  for (const section of ['About', 'Layers', 'Comments'] as const) {
    await openSection(page, section);
    await expect.poll(() => horizontalOverflow(page), section).toBe(0);
    expect(await severeFaults(page), `${section} in the dark`).toEqual([]);
  }
  const searchButton = page.getByRole('button', { name: 'Search for a place' });
  await page.getByRole('button', { name: 'Pick a place for it' }).click();
  await expect(async () => {
    const { x: buttonsLeft } = (await searchButton.boundingBox())!;
    const request = (await page.getByText(/^Click a place on the map/).boundingBox())!;
    expect(request.x).toBeGreaterThanOrEqual(0);
    expect(request.x + request.width).toBeLessThanOrEqual(buttonsLeft);
  }).toPass();
  await page.keyboard.press('Escape');
  await searchButton.click();
  await expect
    .poll(async () => (await page.getByRole('search').boundingBox())!.x)
    .toBeGreaterThanOrEqual(0);
});
