import type { Page } from '@playwright/test';
import { crawlUntil, expectRedirect, stopClock } from './support/clock.ts';
import { emailOf, logInOnce, makeAccount } from './support/log-in.ts';
import { mailedLink, openMail } from './support/mail.ts';
import { expect, severeFaults, test } from './support/test.ts';

const newPassword = 'Thicket-9-wrens';

async function fillNewPassword(page: Page): Promise<void> {
  await page.getByLabel('New Password').fill(newPassword);
  await page.getByLabel('Confirm Password').fill(newPassword);
}

test('a forgotten username comes by mail', async ({ page }) => {
  await makeAccount(page, 'lost-name');
  await page.goto('/landing?modal=login');
  await page.getByRole('link', { name: 'Forgot username' }).click();
  const modal = page.getByRole('dialog', { name: 'Forgot username' });
  await modal.getByLabel('Email').fill(emailOf('lost-name'));
  expect(await severeFaults(page)).toEqual([]);
  await modal.getByRole('button', { name: 'Retrieve Username' }).click();
  await expect(
    page.getByText('If an account uses this address, its username has been sent there.'),
  ).toBeVisible();
  await expect(modal).toBeHidden();
  await openMail(page, emailOf('lost-name'), /username/);
  await expect(page.getByText('lost-name').first()).toBeVisible();
});

test('a forgotten password is reset by mail', async ({ page }) => {
  const username = 'lost-key';
  await makeAccount(page, username);
  await page.goto('/landing?modal=login');
  await page.getByRole('link', { name: 'Reset Password' }).click();
  const modal = page.getByRole('dialog', { name: 'Reset Password' });
  await modal.getByLabel('Email').fill('lost-key');
  await modal.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Please submit an email with a valid format.')).toBeVisible();
  await modal.getByLabel('Email').fill(emailOf(username));
  expect(await severeFaults(page)).toEqual([]);
  await modal.getByRole('button', { name: 'Reset Password' }).click();
  await expect(
    page.getByText(
      'A password reset email has been sent to the given address.  Please check your inbox.',
      { exact: true },
    ),
  ).toBeVisible();

  await openMail(page, emailOf(username), /Reset/);
  const link = await mailedLink(page, '/accounts/passwordreset?');
  await test.step('the link logs in with the new password', async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: `Hello, ${username}.` })).toBeVisible();
    await page.getByLabel('New Password').fill('wren');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Please complete the form to reset the password.')).toBeVisible();
    await expect(page.getByText('Requires at least 8 characters.')).toBeVisible();
    expect(await severeFaults(page)).toEqual([]);
    await fillNewPassword(page);
    await stopClock(page);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    const done = page.getByText('Password reset and logged in.');
    await crawlUntil(page, () => done.isVisible());
    await expectRedirect(page, { after: 500, to: /\/profile\/lost-key$/ });
  });

  await test.step('the link works once', async () => {
    await stopClock(page);
    await page.goto(link);
    const used = page.getByText('This link was used already: it works once.');
    await crawlUntil(page, () => used.isVisible());
    await expect(used).toContainText('Reporting a bug');
    await expectRedirect(page, { after: 3_000, to: /\/profile\/lost-key$/ });
  });

  await test.step('a link that is none fails', async () => {
    await stopClock(page);
    await page.goto(link.replace('token=', 'token=x'));
    const failed = page.getByText('Something went wrong while resetting the password.');
    await crawlUntil(page, () => failed.isVisible());
    await expect(failed).toContainText('Reporting a bug');
    await expectRedirect(page, { after: 3_000, to: /\/profile\/lost-key$/ });
  });
});

test('a changed email is confirmed by its mailed link', async ({ page }) => {
  const username = 'new-address';
  await logInOnce(page, username);
  await page.goto(`/profile/${username}?tab=account`);
  await page.getByRole('button', { name: 'Edit Email' }).click();
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('new-address@');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Email requires the standard email format.')).toBeVisible();
  await email.fill('moved-address@example.org');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('This address is not confirmed yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeEnabled();

  await openMail(page, 'moved-address@example.org', /Confirm/);
  await page.goto(await mailedLink(page, '/accounts/email?'));
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Already confirmed' })).toBeVisible();
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByText('moved-address@example.org').first()).toBeVisible();
  await expect(page.getByText('This address is not confirmed yet.')).toBeHidden();

  await test.step('who is logged in changes the password by mail and stays logged in', async () => {
    await page.goto(`/profile/${username}?tab=account`);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(
      page.getByText(
        'A password reset email has been sent to your email address.  Please check your inbox.',
        { exact: true },
      ),
    ).toBeVisible();

    await openMail(page, 'moved-address@example.org', /Reset/);
    await page.goto(await mailedLink(page, '/accounts/passwordreset?'));
    await fillNewPassword(page);
    await stopClock(page);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    const done = page.getByText('Password reset.', { exact: true });
    await crawlUntil(page, () => done.isVisible());
    await expectRedirect(page, { after: 500, to: /\/profile\/new-address$/ });
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Account' })).toBeVisible();
  });
});
