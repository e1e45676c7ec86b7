import sharp from 'sharp';
import { logIn, password } from './support/log-in.ts';
import { changeSiteSettings } from './support/site-settings.ts';
import { detail, expect, horizontalOverflow, severeFaults, test } from './support/test.ts';

/**
 * A picture that is red on the left and blue on the right, so that its colour shows which half a
 * crop keeps.
 */
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

/**
 * A large photo with the grain of a camera, red on its left and blue on its right. Its EXIF
 * orientation 6 asks for a quarter turn clockwise, which brings red to the top.
 */
async function cameraPhoto(): Promise<Buffer> {
  const [width, height] = [2400, 1800];
  const pixels = Buffer.alloc(width * height * 3);
  let random = 1;
  for (let index = 0; index < pixels.length; index += 3) {
    random = (random * 48_271) % 2_147_483_647;
    const grain = random % 80;
    const isLeft = (index / 3) % width < width / 2;
    pixels[index] = isLeft ? 170 + grain : grain;
    pixels[index + 1] = grain;
    pixels[index + 2] = isLeft ? grain : 170 + grain;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

test('a photo is chosen, cropped and uploaded, and shows everywhere', async ({ page, browser }) => {
  await logIn(page, 'photo-notes');
  await page.goto('/profile/photo-notes?tab=account');
  await page.getByRole('button', { name: 'Add a photo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your photo' });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('Please select a file before uploading.')).toBeVisible();

  const input = dialog.getByLabel('Photo', { exact: true });
  await input.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF') });
  await expect(
    dialog.getByText('Error: File must must be of type .jpg, .jpeg, .png, .webp.'),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  const large = Buffer.alloc(20_000_001);
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: large });
  await expect(dialog.getByText('Error: File size cannot be larger than 20 MB.')).toBeVisible();
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') });
  await expect(dialog.getByText('This file can not be read as a picture.')).toBeVisible();

  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await twoHalves() });
  const stage = dialog.getByRole('application');
  await expect(stage).toBeVisible();
  expect(await severeFaults(page)).toEqual([]);
  await stage.focus();
  for (let press = 0; press < 12; press++) await page.keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog).toBeHidden();

  const photo = page.getByRole('button', { name: 'Profile' }).locator('img');
  const address = await photo.getAttribute('src');
  const { channels } = await sharp(await (await page.request.get(address ?? '')).body()).stats();
  expect(channels[2].mean).toBeGreaterThan(150);
  expect(channels[0].mean).toBeLessThan(30);

  const visitor = await browser.newPage();
  await visitor.goto('/profile/photo-notes');
  await expect(visitor.getByRole('heading', { level: 1, name: 'photo-notes' })).toBeVisible();
  await expect(visitor.getByRole('main').locator('img')).toHaveAttribute('src', address ?? '');
  await expect(visitor.getByText('No description added yet')).toBeVisible();
  await visitor.close();

  await test.step('a camera’s photo is turned upright and shrunk before it is sent', async () => {
    const camera = await cameraPhoto();
    expect(camera.length).toBeGreaterThan(1_000_000);
    await page.getByRole('button', { name: 'Change photo' }).click();
    await input.setInputFiles({ name: 'IMG_1.JPG', mimeType: 'image/jpeg', buffer: camera });
    await expect(stage).toBeVisible();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    expect(Number(await (await sent).headerValue('content-length'))).toBeLessThan(1_002_000);
    await expect(dialog).toBeHidden();
    await expect(photo).not.toHaveAttribute('src', address ?? '');
    const stored = await page.request.get((await photo.getAttribute('src')) ?? '');
    // When the picture is upright, the camera's left is at the top.
    const half = { left: 0, width: 512, height: 200 };
    const above = await sharp(await stored.body())
      .extract({ ...half, top: 0 })
      .toBuffer();
    const below = await sharp(await stored.body())
      .extract({ ...half, top: 312 })
      .toBuffer();
    const [top, bottom] = await Promise.all([sharp(above).stats(), sharp(below).stats()]);
    expect(top.channels[0].mean).toBeGreaterThan(top.channels[2].mean + 50);
    expect(bottom.channels[2].mean).toBeGreaterThan(bottom.channels[0].mean + 50);
  });

  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByRole('button', { name: 'Add a photo' })).toBeVisible();
});

test('the tabs of one’s own profile have addresses, and apps open in new tabs', async ({
  page,
  context,
  browser,
}) => {
  await logIn(page, 'tab-notes');
  await page.goto('/profile/');
  await expect(page).toHaveURL(/\/profile\/tab-notes$/);
  await test.step('signed out, it opens the log-in and returns', async () => {
    const visitor = await browser.newPage();
    await visitor.goto(new URL('/profile/?tab=account', page.url()).href);
    const dialog = visitor.getByRole('dialog', { name: 'Log In' });
    await dialog.getByLabel('Username or email').fill('tab-notes');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Log In' }).click();
    await expect(visitor).toHaveURL(/\/profile\/tab-notes\?tab=account$/);
    await expect(visitor.getByRole('tab', { name: 'Account', selected: true })).toBeVisible();
    await visitor.close();
  });
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open App: Habitat Patrol' }).click();
  const opened = await opening;
  await expect(opened).toHaveURL(/\/apps\/habitatpatrol\/map/);
  await opened.close();
  await expect(page.getByRole('heading', { name: 'Conservation Value Mapper' })).toBeHidden();

  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByRole('tab', { name: 'Account' }).click();
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT');
  await page.getByRole('radio', { name: 'Acres', exact: true }).check({ force: true });
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
  await expect(page.getByText('There is no profile named “nobody-of-this-name”.')).toBeVisible();

  await test.step('only an app tester sees the card of the Conservation Value Mapper', async () => {
    const card = page.getByRole('heading', { name: 'Conservation Value Mapper' });
    await expect(page.getByRole('heading', { name: 'Collaborative Mapper' })).toBeVisible();
    await expect(card).toHaveCount(0);
    // Only the administrator's command line names testers, so this test changes the reply.
    await page.route('**/api/accounts/useraccount', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ json: { ...(await reply.json()), is_app_tester: true } });
    });
    await page.reload();
    await expect(card).toBeVisible();
    await expect(
      page.getByRole('link', { name: 'Open App: Conservation Value Mapper' }),
    ).toHaveAttribute('target', '_blank');
    // Whoever is signed in finds the app in the menu, as a beta.
    await page.getByRole('button', { name: 'Apps', exact: true }).click();
    const entry = page.getByRole('list', { name: 'Apps' }).getByRole('link', { name: /Value/ });
    await expect(entry).toContainText('Beta');
    await entry.click();
    await expect(page).toHaveURL(/\/apps\/conservationvaluemapper\/dashboard$/);
  });
});

test('an app that is no beta is shown to everybody', detail, async ({ page, browser }) => {
  const name = 'Conservation Value Mapper';
  await logIn(page, 'finished-notes');
  await changeSiteSettings(page, { betaApps: [] });
  await page.goto('/profile/finished-notes');
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText('Beta', { exact: true })).toHaveCount(0);

  const visitor = await browser.newPage();
  await changeSiteSettings(visitor, { betaApps: [] });
  await visitor.goto(new URL('/landing', page.url()).href);
  await expect(visitor.getByRole('heading', { name: 'Three apps, one account' })).toBeVisible();
  await expect(visitor.getByRole('heading', { level: 3, name })).toBeVisible();
  await expect(visitor.getByRole('contentinfo').getByRole('link', { name })).toBeVisible();
  await visitor.getByRole('button', { name: 'Apps', exact: true }).click();
  await expect(
    visitor.getByRole('list', { name: 'Apps' }).getByRole('link', { name }),
  ).not.toContainText('Beta');
  await visitor.goto(new URL('/nowhere', page.url()).href);
  await expect(visitor.getByRole('main').getByRole('link', { name })).toBeVisible();
  await visitor.close();
});

test(
  'the tabs are accessible light and dark, and no wider than a phone',
  detail,
  async ({ page }) => {
    await logIn(page, 'axe-notes');
    for (const tab of ['apps', 'profile', 'account']) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`/profile/axe-notes?tab=${tab}`);
      await expect(page.getByRole('tabpanel')).toBeVisible();
      expect(await severeFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(() => horizontalOverflow(page)).toBe(0);
      expect(await severeFaults(page)).toEqual([]);
    }
  },
);
