import type { Page } from '@playwright/test';
import { crawlUntil, expectRedirect, stopClock } from './support/clock.ts';
import { emailOf, logIn, logInOnce, makeAccount, password } from './support/log-in.ts';
import { detail, expect, test } from './support/test.ts';
import { expectToast, toastsOf } from './support/toasts.ts';

/** Makes a call fail as if the server were in trouble. */
async function breakCall(page: Page, address: string, method: string): Promise<void> {
  await page.route(address, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { error: 'Trouble.', code: 'internal' } })
      : route.fallback(),
  );
}

const wentWrong = 'Something went wrong.  Please use the contact form to report a bug.';

test('logging in: what is typed goes, and what fails is said', async ({ page }) => {
  await makeAccount(page, 'torn-notes');
  await page.goto('/landing?modal=login');
  const modal = page.getByRole('dialog', { name: 'Log In' });
  await modal.getByLabel('Username').fill('torn-notes');
  await modal.getByLabel('Password', { exact: true }).fill('anything');
  await modal.getByRole('link', { name: 'Reset Password' }).click();
  const reset = page.getByRole('dialog', { name: 'Reset Password' });
  await reset.getByRole('link', { name: 'Log In' }).click();
  await expect(modal.getByLabel('Username')).toHaveValue('');
  await expect(modal.getByLabel('Password', { exact: true })).toHaveValue('');

  await breakCall(page, '**/api/accounts/useraccount', 'GET');
  await modal.getByLabel('Username').fill('  torn-notes ');
  await modal.getByLabel('Password', { exact: true }).fill(password);
  await modal.getByRole('button', { name: 'Log In' }).click();
  await expectToast(page, 'Error', wentWrong);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.unroute('**/api/accounts/useraccount');
  await modal.getByRole('button', { name: 'Log In' }).click();
  await expectToast(page, 'Success', 'Logged in.');
  await expect(modal).toBeHidden();

  await test.step('signing up while the server is in trouble keeps what was typed', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto('/landing?modal=signup');
    const signUp = page.getByRole('dialog', { name: 'Sign Up' });
    await signUp.getByLabel('First Name').fill('Field');
    await signUp.getByLabel('Last Name').fill('Notes');
    await signUp.getByLabel('Username', { exact: true }).fill('late-notes');
    await signUp.getByLabel('Email', { exact: true }).fill(emailOf('late-notes'));
    await signUp.getByLabel('Password', { exact: true }).fill(password);
    await signUp.getByLabel('Confirm Password').fill(password);
    await breakCall(page, '**/api/accounts/register', 'POST');
    await signUp.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expectToast(page, 'Error', 'Something went wrong.  Please try again or contact support.');
    await expect(signUp.getByLabel('Username', { exact: true })).toHaveValue('late-notes');
  });
});

test('recovering what was forgotten while the server is in trouble', detail, async ({ page }) => {
  await breakCall(page, '**/api/accounts/request_pass_reset', 'POST');
  await page.goto('/landing?modal=reset-password');
  const reset = page.getByRole('dialog', { name: 'Reset Password' });
  await reset.getByLabel('Email').fill(emailOf('late-notes'));
  await reset.getByRole('button', { name: 'Reset Password' }).click();
  await expectToast(page, 'Error', wentWrong);

  const refusal = { success: false, message: 'No username goes out on Sundays.' };
  await page.route('**/api/accounts/retrieve_username?*', (route) =>
    route.fulfill({ json: refusal }),
  );
  await page.goto('/landing?modal=forgot-username');
  const forgot = page.getByRole('dialog', { name: 'Forgot username' });
  await forgot.getByLabel('Email').fill('not an address');
  await forgot.getByRole('button', { name: 'Retrieve Username' }).click();
  await expectToast(page, 'Error', 'No username goes out on Sundays.');
});

test('an activation link: while it is checked, when it is not valid, when the call fails', async ({
  page,
}) => {
  const link = '/accounts/activate?uid=1&token=none';
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/accounts/activate', async (route) => {
    await waiting;
    await route.fallback();
  });
  await page.goto(link);
  await expect(page.getByText('Activating account...')).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toBeVisible();
  await stopClock(page);
  answer();
  const expired = page.getByText(
    'This account activation link has expired. Redirecting to the landing page.',
  );
  await crawlUntil(page, () => expired.isVisible());
  await expect(page.getByRole('heading', { name: 'Error', exact: true })).toBeVisible();
  await expectRedirect(page, { after: 10_000, to: /\/landing$/ });
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.unroute('**/api/accounts/activate');
  await breakCall(page, '**/api/accounts/activate', 'POST');
  await page.goto(link);
  await expect(page.getByRole('main')).toContainText(
    'Something went wrong. Please use the contact form to report a bug.',
  );
});

test('the profile while the server is in trouble, and what it says itself', async ({ page }) => {
  await logIn(page, 'mild-notes');
  await page.goto('/profile/mild-notes?tab=account');
  await breakCall(page, '**/api/accounts/request_pass_reset', 'POST');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expectToast(page, 'Error', wentWrong);

  await page.route('**/api/accounts/useraccount', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 400,
          json: { error: 'Trusts need a name.', code: 'invalid', fields: {} },
        })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Edit Organization' }).click();
  await page.getByRole('textbox', { name: 'Organization' }).fill('Trust');
  await page.getByRole('button', { name: 'Done' }).click();
  await expectToast(page, 'Error', 'Trusts need a name.');

  await page.goto('/betatesting#signup');
  const signUp = page.getByRole('main').locator('#signup');
  await signUp.getByText('Remote Interviews').click();
  await signUp.getByText('Collaborative Mapper').click();
  await breakCall(page, '**/api/accounts/beta_testing?*', 'POST');
  await signUp.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expectToast(page, 'Error', wentWrong);
  await expect(signUp.getByRole('checkbox', { name: 'Remote Interviews' })).toBeChecked();
});

test('a tab that is seen again reads the token again', detail, async ({ page }) => {
  await logInOnce(page, 'seen-notes');
  await page.goto('/support/cookies');
  await expect(page.getByRole('button', { name: 'Profile', exact: true })).toBeVisible();
  const see = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  // A change of the storage fires no event within the same tab.
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.evaluate(() => localStorage.removeItem('token'));
  await see();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log In' })).toBeVisible();
  await page.evaluate((value) => localStorage.setItem('token', value ?? ''), token);
  await see();
  await expect(page.getByRole('button', { name: 'Profile', exact: true })).toBeVisible();
});

test('a toast stands at the top, in the middle, for 8 seconds', async ({ page }) => {
  await page.goto('/support/contact');
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeVisible();
  await stopClock(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  const toast = toastsOf(page).filter({ hasText: 'Please fill out the entire form.' });
  await crawlUntil(page, () => toast.isVisible());
  const box = await toast.boundingBox();
  const width = page.viewportSize()!.width;
  expect(box!.y).toBeLessThan(120);
  expect(Math.abs(box!.x + box!.width / 2 - width / 2)).toBeLessThan(2);
  await page.mouse.move(width / 2, 600);
  await page.clock.runFor(7_500);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(toast).toBeHidden();
});
