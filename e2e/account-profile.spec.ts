import sharp from 'sharp';
import { logIn } from './support/log-in.ts';
import { expect, horizontalOverflow, severeFaults, test } from './support/test.ts';

/** Red on the left, blue on the right: which half a crop keeps can be seen by its colour. */
function twoHalves(): Promise<Buffer> {
  const half = (background: string) => ({
    create: { width: 400, height: 400, channels: 3 as const, background },
  });
  return sharp({ create: { width: 800, height: 400, channels: 3, background: '#fff' } })
    .composite([
      { input: half('#c00000'), left: 0, top: 0 },
      { input: half('#0000c0'), left: 400, top: 0 },
    ])
    .png()
    .toBuffer();
}

test('a photo is chosen, cropped and uploaded, and shows everywhere', async ({ page, browser }) => {
  await logIn(page, 'photo-notes');
  await page.goto('/profile/photo-notes?tab=account');
  await page.getByRole('button', { name: 'Add a photo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your photo' });
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('Please select a file before uploading.')).toBeVisible();

  const input = dialog.getByLabel('Photo', { exact: true });
  await input.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF') });
  await expect(
    dialog.getByText('Error: File must must be of type .jpg, .jpeg, .png, .webp.'),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Upload' })).toBeDisabled();
  const large = Buffer.alloc(1_000_001);
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: large });
  await expect(dialog.getByText('Error: File size cannot be larger than 1 MB.')).toBeVisible();
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') });
  await expect(dialog.getByText('This file can not be read as a picture.')).toBeVisible();

  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await twoHalves() });
  const stage = dialog.getByRole('application');
  await expect(stage).toBeVisible();
  expect(await severeFaults(page)).toEqual([]);
  await stage.focus();
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog).toBeHidden();

  const photo = page.getByRole('button', { name: 'Profile' }).locator('img');
  const address = await photo.getAttribute('src');
  const { channels } = await sharp(await (await page.request.get(address ?? '')).body()).stats();
  expect(channels[2]!.mean).toBeGreaterThan(150);
  expect(channels[0]!.mean).toBeLessThan(30);

  const visitor = await browser.newPage();
  await visitor.goto('/profile/photo-notes');
  await expect(visitor.getByRole('heading', { level: 1, name: 'photo-notes' })).toBeVisible();
  await expect(visitor.getByRole('main').locator('img')).toHaveAttribute('src', address ?? '');
  await expect(visitor.getByText('No description added yet')).toBeVisible();
  await visitor.close();

  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByRole('button', { name: 'Add a photo' })).toBeVisible();
});

test('the tabs of one’s own profile have addresses, and apps open in new tabs', async ({
  page,
  context,
}) => {
  await logIn(page, 'tab-notes');
  await page.goto('/profile/');
  await expect(page).toHaveURL(/\/profile\/tab-notes$/);
  await expect(page.getByRole('heading', { name: 'Conservation Value Mapper' })).toBeHidden();
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open App: Habitat Patrol' }).click();
  const opened = await opening;
  await expect(opened).toHaveURL(/\/apps\/habitatpatrol\/map/);
  await opened.close();

  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByRole('tab', { name: 'Account' }).click();
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT');
  await page.getByRole('radio', { name: 'Acres' }).check({ force: true });
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Acres' })).toBeChecked();
  await expect(page.getByRole('tab', { name: 'Account' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No description added yet')).toBeVisible();

  await page.goto('/nowhere');
  await page.getByRole('link', { name: 'Return To Profile' }).click();
  await expect(page).toHaveURL(/\/profile\/tab-notes$/);
  await page.goto('/profile/nobody-of-this-name');
  await expect(page).toHaveURL(/\/profile\/tab-notes$/);
});

test('only an app tester sees the card of the Conservation Value Mapper', async ({ page }) => {
  await logIn(page, 'tester-notes');
  // Testers' names are given out by the administrator's command line: the reply is made one here.
  await page.route('**/api/accounts/useraccount', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ json: { ...(await reply.json()), is_app_tester: true } });
  });
  await page.goto('/profile/tester-notes');
  await expect(page.getByRole('heading', { name: 'Conservation Value Mapper' })).toBeVisible();
  await expect(
    page.getByRole('link', { name: 'Open App: Conservation Value Mapper' }),
  ).toHaveAttribute('target', '_blank');
});

test('the tabs are accessible light and dark, and no wider than a phone', async ({ page }) => {
  await logIn(page, 'axe-notes');
  for (const tab of ['apps', 'profile', 'account']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`/profile/axe-notes?tab=${tab}`);
    await expect(page.getByRole('tabpanel')).toBeVisible();
    expect(await severeFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await horizontalOverflow(page)).toBe(0);
    expect(await severeFaults(page)).toEqual([]);
  }
});
