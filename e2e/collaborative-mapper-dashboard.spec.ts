import type { Page } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import { makeMap } from './support/make-map.ts';
import { expect, settle, severeFaults, test } from './support/test.ts';

const dashboard = '/apps/collaborativemapper/dashboard';

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') });

test('the landing page of Collaborative Mapper leads to the dashboard', async ({ page }) => {
  await page.goto('/apps/collaborativemapper/home');
  for (const title of ['Many propose, one decides', 'Your data in, your data out', 'Timeline'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Learn More about beta testing' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign Up for beta testing' })).toBeVisible();
  await page.getByRole('link', { name: 'Open App' }).click();
  await expect(page).toHaveURL(dashboard);
  await expect(page.getByRole('tab', { name: 'Public Maps' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

test('visitors are told what takes an account', async ({ page }) => {
  await page.goto(dashboard);
  await expect(page.getByText('Please log in to create a map.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Map' }).click();
  await expect(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'My Maps' }).click();
  await expect(page.getByText('Please log in to view my maps.')).toBeVisible();
  await expect(page).toHaveURL(`${dashboard}?tab=my_maps`);
});

test('lists that are empty say so, and lists that fail name the error', async ({ page }) => {
  await page.route('**/api/rrm/maps_requests?*', (route) => route.fulfill({ json: [] }));
  await logIn(page, 'empty-lists');
  await page.goto(dashboard);
  await expect(page.getByText('There are no public maps to display.')).toBeVisible();
  await page.getByRole('tab', { name: 'My Maps' }).click();
  await expect(page.getByText('There are no my maps to display.')).toBeVisible();

  await page.unroute('**/api/rrm/maps_requests?*');
  await page.route('**/api/rrm/maps_requests?*', (route) =>
    route.fulfill({ status: 400, json: { error: 'Not today.', code: 'not_today' } }),
  );
  const sentence = 'Something has gone wrong. Please use the contact form to submit a bug citing';
  await page.goto(dashboard);
  await expect(page.getByText(`${sentence} the error 'get CM public maps'.`)).toBeVisible();
  await page.getByRole('tab', { name: 'My Maps' }).click();
  await expect(page.getByText(`${sentence} the error 'get CM my maps'.`)).toBeVisible();
});

test('a person’s maps: five a page, found, sorted, forked, deleted and restored', async ({
  page,
}) => {
  await logIn(page, 'map-keeper');
  await page.goto('/support/cookies');
  for (const name of ['Alder', 'Birch', 'Cedar', 'Dogwood', `Elder${'W'.repeat(45)}`, 'Fir'])
    await makeMap(page, name);
  await page.goto(`${dashboard}?tab=my_maps`);

  await test.step('five a page, the newest first', async () => {
    for (const head of ['Map', 'Owner', 'Date', 'Actions'])
      await expect(page.getByRole('columnheader', { name: head })).toBeVisible();
    await expect(rows(page)).toHaveCount(5);
    await expect(rows(page).first()).toContainText('Fir');
    // The cell shows the part of the date before its time.
    await expect(rows(page).first().getByRole('gridcell').nth(1)).toHaveText(/^\d{4}-\d{2}-\d{2}$/);
    // A name of 50 letters leaves owner and date on one line each.
    const elder = rows(page).filter({ hasText: 'Elder' });
    for (const words of [/^map-keeper$/, /^\d{4}-\d{2}-\d{2}$/])
      await expect
        .poll(async () => (await elder.getByText(words).boundingBox())!.height)
        .toBeLessThan(30);
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(`${dashboard}?tab=my_maps&page=2`);
    await page.reload();
    await expect(rows(page)).toHaveText(/Alder/);
  });

  await test.step('every owner leads to their profile, and the name to the map', async () => {
    await expect(page.getByRole('link', { name: 'map-keeper', exact: true })).toHaveAttribute(
      'href',
      '/profile/map-keeper',
    );
    await expect(page.getByRole('link', { name: 'Alder', exact: true })).toHaveAttribute(
      'href',
      /^\/apps\/collaborativemapper\/map\?id=\d+$/,
    );
  });

  await test.step('sorted by name, and found by a part of it', async () => {
    await page.getByRole('columnheader', { name: 'Map' }).click();
    await expect(rows(page).first()).toContainText('Alder');
    await expect(page).toHaveURL(/sort=name/);
    await page.getByLabel('Search maps and owners').fill('edar');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toHaveText([/Cedar/]);
    await page.getByLabel('Search maps and owners').fill('nothing like it');
    await expect(page.getByText('No map fits')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(rows(page)).toHaveCount(5);
  });

  await test.step('a fork is a map of one’s own', async () => {
    await page.getByRole('button', { name: 'Fork Birch' }).click();
    await expect(page.getByText(/Copied to your maps as/)).toBeVisible();
  });

  await test.step('a map that is deleted can be restored', async () => {
    await page.goto(`${dashboard}?tab=my_maps&search=Dogwood`);
    await page.getByRole('button', { name: 'Delete Dogwood' }).click();
    await page
      .getByRole('alertdialog', { name: 'Delete this map?' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    await expect(page.getByText('Map deleted.')).toBeVisible();
    await expect(page.getByText('No map fits')).toBeVisible();
    await page.getByRole('button', { name: 'Deleted maps (1)' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Deleted maps (1)' })).toBeVisible();
    await page.getByRole('button', { name: 'Restore Dogwood' }).click();
    await expect(page.getByText('Map restored.')).toBeVisible();
    await expect(rows(page)).toHaveText([/Dogwood/]);
  });

  // The reload removes the notices about earlier actions.
  await page.reload();
  await expect(rows(page)).toHaveText([/Dogwood/]);
  await settle(page);
  expect(await severeFaults(page)).toEqual([]);
});

test('the picture of a private map is shown to whoever may open it', async ({ page }) => {
  await logIn(page, 'map-pictures');
  await page.goto('/support/cookies');
  const id = await makeMap(page, 'Pictured');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const sent = await page.request.put('/api/rrm/upload', {
    headers: { authorization: `JWT ${token}` },
    multipart: {
      mapID: String(id),
      image_data: { name: 'a.png', mimeType: 'image/png', buffer: await page.screenshot() },
    },
  });
  expect(sent.ok()).toBe(true);
  await page.goto(`${dashboard}?tab=my_maps`);
  // Thumbnails are 480 pixels wide. An image that did not load has no width.
  await expect(rows(page).locator('img')).toHaveJSProperty('naturalWidth', 480);
});

test('Create Map makes a map and opens it', async ({ page }) => {
  await logIn(page, 'map-maker');
  await page.goto(dashboard);
  await page.getByRole('button', { name: 'Create Map' }).click();
  await expect(page).toHaveURL(/\/apps\/collaborativemapper\/map\?id=\d+$/);
});
