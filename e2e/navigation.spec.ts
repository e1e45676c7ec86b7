import type { Locator } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import { restingBox } from './support/resting-box.ts';
import { detail, expect, test } from './support/test.ts';

test('who is logged in: landing page, brand, profile menu', async ({ page }) => {
  await logIn(page, 'way-notes');
  await page.goto('/landing');
  await expect(page).toHaveURL(/\/profile\/way-notes$/);
  await expect(page.getByRole('tab', { name: 'Apps' })).toHaveAttribute('aria-selected', 'true');

  await page.goto('/support/cookies');
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Profile', exact: true }).click();
  await expect(bar.getByRole('button', { name: 'Log In' })).toBeHidden();
  await expect(page.getByText('way-notes', { exact: true })).toBeVisible();
  await expect(page.getByText('way-notes@example.org')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log Out', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Visit Profile' }).click();
  await expect(page).toHaveURL(/\/profile\/way-notes$/);

  await page.goto('/support/cookies');
  await bar.getByRole('link', { name: 'Refugia home' }).click();
  await expect(page).toHaveURL(/\/profile\/way-notes$/);
});

test('on the pages of an app: subtitle, app switcher, help', async ({ page }) => {
  await page.goto('/apps/habitatpatrol');
  const bar = page.getByRole('banner');
  await expect(bar.getByText('Habitat Patrol', { exact: true }).first()).toBeVisible();
  await bar.getByRole('button', { name: 'Help', exact: true }).click();
  await page
    .getByRole('list', { name: 'Help', exact: true })
    .getByRole('link', { name: 'Report a bug' })
    .click();
  await expect(page).toHaveURL(/\/support\/contact\?subject=/);
  await expect(page.getByRole('button', { name: /Subject/ })).toContainText('Reporting a bug');

  await page.goto('/apps/habitatpatrol');
  await bar.getByRole('button', { name: 'Apps', exact: true }).click();
  const switcher = page.getByRole('list', { name: 'Apps' });
  await expect(switcher.getByRole('link')).toHaveCount(2);
  await switcher.getByRole('link', { name: 'Collaborative Mapper' }).click();
  await expect(page).toHaveURL(/\/apps\/collaborativemapper\/home$/);
  await expect(bar.getByText('Collaborative Mapper', { exact: true }).first()).toBeVisible();

  await page.goto('/support/cookies');
  const brand = bar.getByRole('link', { name: 'Refugia home' });
  await expect(brand).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Help', exact: true })).toBeHidden();
  await brand.click();
  await expect(page).toHaveURL(/\/landing$/);
});

test('bare paths lead on, and names of profiles are exact', async ({ page }) => {
  for (const app of ['collaborativemapper', 'conservationvaluemapper']) {
    await page.goto(`/apps/${app}`);
    await expect(page).toHaveURL(new RegExp(`/apps/${app}/dashboard$`));
  }
  await page.goto('/apps/habitatpatrol/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/apps\/habitatpatrol\/home$/);

  await logIn(page, 'Exact-Notes');
  await page.goto('/profile/Exact-Notes');
  await expect(page.getByRole('tab', { name: 'Account' })).toBeVisible();
  const visitor = await page.context().browser()!.newPage();
  const origin = new URL(page.url()).origin;
  await visitor.goto(`${origin}/profile/Exact-Notes`);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Exact-Notes' })).toBeVisible();
  await expect(visitor.getByRole('tab')).toHaveCount(0);
  await visitor.goto(`${origin}/profile/exact-notes`);
  await expect(visitor).toHaveURL(/\/landing$/);
  await expect(visitor.getByText('There is no profile named “exact-notes”.')).toBeVisible();
  await visitor.close();
});

test('the footer names everything, and waiting shows a spinner', async ({ page }) => {
  await page.goto('/support/cookies');
  const footer = page.getByRole('contentinfo');
  for (const name of [
    'Collaborative Mapper',
    'Habitat Patrol',
    'Landing page',
    'Beta Testing',
    'Feedback',
    'Bug Report',
    'Contact',
  ]) {
    await expect(footer.getByRole('link', { name }).first()).toBeVisible();
  }
  for (const name of ['Innovation Centre', 'Wildlife Non-Profit']) {
    await expect(footer.getByRole('heading', { name })).toBeVisible();
  }

  await page.route('**/api/accounts/public_account?*', () => {});
  await page.goto('/profile/somebody');
  await expect(page.getByRole('main').getByRole('status')).toBeVisible();
});

test('/401 is the page of who is not signed in', async ({ page }) => {
  await page.goto('/401');
  await expect(page.getByText('Error Code: 401')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return To Landing' })).toBeVisible();
});

test('Log In and Sign Up never touch', detail, async ({ page }) => {
  for (const path of ['/support/cookies', '/apps/habitatpatrol']) {
    await page.goto(path);
    for (const width of [320, 390, 600, 768, 959, 960, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const bar = page.getByRole('banner');
      const signUp = bar.getByRole('button', { name: 'Sign Up' });
      await expect(signUp).toBeInViewport({ ratio: 1 });
      const logInButton = bar.getByRole('button', { name: 'Log In' });
      // On narrow screens it stands in the menu's sheet.
      if (width < 960) {
        await expect(logInButton).toBeHidden();
        continue;
      }
      expect(await gapBetween(logInButton, signUp), `${path} at ${width}`).toBeGreaterThanOrEqual(
        8,
      );
    }
  }

  await test.step('with text twice as large, nothing of the bar is cut', async () => {
    await page.goto('/apps/habitatpatrol/map');
    const bar = page.getByRole('banner');
    await expect(bar.getByRole('button', { name: 'Sign Up' })).toBeVisible();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      // A screen of 1440 pixels is as narrow for such letters as one of 720 for others.
      await expect(bar.getByRole('button', { name: 'Log In' })).toBeHidden();
      for (const stop of await bar.locator('a:visible, button:visible').all()) {
        await expect(stop).toBeInViewport({ ratio: 1 });
      }
      await bar.getByRole('button', { name: 'Menu', exact: true }).click();
      const sheet = page.getByRole('dialog', { name: 'Menu' });
      const [logInButton, signUp] = [
        sheet.getByRole('button', { name: 'Log In' }),
        sheet.getByRole('button', { name: 'Sign Up' }),
      ];
      await expect(logInButton).toBeInViewport({ ratio: 1 });
      await expect(signUp).toBeInViewport({ ratio: 1 });
      expect(await gapBetween(logInButton, signUp), `${width}`).toBeGreaterThanOrEqual(8);
      await sheet.getByRole('button', { name: 'Close' }).click();
      await expect(sheet).toBeHidden();
    }
  });
});

/** The pixels between two boxes that are beside or below each other. */
async function gapBetween(first: Locator, second: Locator): Promise<number> {
  const [one, other] = [await restingBox(first), await restingBox(second)];
  return Math.max(other.x - (one.x + one.width), other.y - (one.y + one.height));
}

test('a text area is 20rem high unless told otherwise', async ({ page }) => {
  await page.goto('/support/contact');
  const message = page.getByLabel('Message', { exact: true });
  const box = await message.boundingBox();
  const rem = await page.evaluate(() =>
    Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
  expect(box!.height).toBeCloseTo(20 * rem, 0);
});
