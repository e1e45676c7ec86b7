import type { Page } from '@playwright/test';
import { crawlUntil, expectRedirect, stopClock } from './support/clock.ts';
import { emailOf, logIn, logInOnce, makeAccount, password } from './support/log-in.ts';
import { mailedLink, openMail } from './support/mail.ts';
import { detail, expect, severeFaults, test } from './support/test.ts';

async function fillLogIn(page: Page, username: string, secret = password): Promise<void> {
  const logInModal = page.getByRole('dialog', { name: 'Log In' });
  await logInModal.getByLabel('Username').fill(username);
  await logInModal.getByLabel('Password', { exact: true }).fill(secret);
  await logInModal.getByRole('button', { name: 'Log In' }).click();
}

test('from signing up to logging in', async ({ page }) => {
  const username = 'field-notes';
  const email = emailOf(username);
  const taken = { first_name: 'A', last_name: 'B', password, password2: password };
  await page.request.post('/api/accounts/register', {
    data: { ...taken, username: 'first-notes', email: 'first-notes@example.org' },
  });

  await page.goto('/landing');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Up' }).click();
  const signUp = page.getByRole('dialog', { name: 'Sign Up' });
  await signUp.getByLabel('First Name').fill('Field');
  await signUp.getByLabel('Last Name').fill('Notes');
  await signUp.getByLabel('Username', { exact: true }).fill('First-Notes');
  await signUp.getByLabel('Email', { exact: true }).fill('first-notes@example.org');
  await signUp.getByLabel('Password', { exact: true }).fill(password);
  await expect(
    signUp.getByText('This username is taken.  Please use another.', { exact: true }),
  ).toBeVisible();
  await expect(
    signUp.getByText('This Email is taken.  Please use another.', { exact: true }),
  ).toBeVisible();
  await signUp.getByLabel('Username', { exact: true }).fill(username);
  await signUp.getByLabel('Email', { exact: true }).fill(email);
  await signUp.getByLabel('Confirm Password').fill('Meadow');
  await signUp.getByRole('button', { name: 'Sign Up' }).click();
  await expect(
    page.getByText('Please fill out the form to completion and fix all errors.'),
  ).toBeVisible();
  await expect(
    signUp.getByText('Confirm Password must match the Password entered above.'),
  ).toBeVisible();
  await signUp.getByLabel('Confirm Password').fill(password);
  expect(await severeFaults(page)).toEqual([]);
  await signUp.getByRole('button', { name: 'Sign Up' }).click();
  const verification = page.getByRole('dialog', { name: 'Email Verification' });
  await expect(verification).toBeVisible();

  await test.step('until the link is followed, nobody is logged in', async () => {
    await page.goto('/landing?modal=login');
    await fillLogIn(page, username);
    const dialog = page.getByRole('dialog', { name: 'Log In' });
    await expect(dialog.getByText('This account has not been activated.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Send the email again' }).click();
    await expect(page.getByText('The activation link is on its way.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  await test.step('the activation link comes by mail', async () => {
    await openMail(page, email, /Activate/);
    const link = await mailedLink(page, '/accounts/activate?');
    await stopClock(page);
    await page.goto(link);
    const welcome = page.getByText(`Welcome, ${username}.`);
    await crawlUntil(page, () => welcome.isVisible());
    await expect(
      page.getByText(
        'Your account has been activated. Redirecting to the landing page where you can log in.',
      ),
    ).toBeVisible();
    await expectRedirect(page, { after: 10_000, to: /\/landing\?modal=login$/ });
  });

  await test.step('a wrong password is refused, the right one logs in', async () => {
    await fillLogIn(page, username, 'Meadow-7-lark');
    await expect(page.getByText('The credentials provided are not valid.')).toBeVisible();
    await fillLogIn(page, username);
    await expect(page.getByText('Logged in.', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/profile/${username}$`));
  });

  await test.step('the link works once', async () => {
    await openMail(page, email, /Activate/);
    await page.goto(await mailedLink(page, '/accounts/activate?'));
    await expect(page.getByRole('heading', { name: 'Already activated' })).toBeVisible();
    await expect(
      page.getByText(/^This link was used already, and the account is active/),
    ).toBeVisible();
  });

  await test.step('a link that is none, or has expired, says so', async () => {
    await page.goto('/accounts/activate?uid=MQ&token=none');
    await expect(page.getByRole('heading', { name: 'Error', exact: true })).toBeVisible();
    await expect(
      page.getByText('This account activation link has expired. Redirecting to the landing page.'),
    ).toBeVisible();
  });
});

test('the account tab saves each thing in its place', async ({ page }) => {
  const username = 'marsh-notes';
  await makeAccount(page, 'taken-notes');
  await logInOnce(page, username);
  await page.goto(`/profile/${username}`);
  await page.getByRole('tab', { name: 'Account' }).click();
  await expect(page).toHaveURL(/\?tab=account$/);

  await test.step('a field is judged when it is left, and Escape restores it', async () => {
    await page.getByRole('button', { name: 'Edit First Name' }).click();
    const firstName = page.getByRole('textbox', { name: 'First Name' });
    await firstName.fill('');
    await firstName.blur();
    await expect(page.getByText('This is required.')).toBeVisible();
    await firstName.fill('3');
    await expect(page.getByText('This is required.')).toBeHidden();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Name must start with one letter')).toBeVisible();
    await firstName.press('Escape');
    await expect(page.getByText('Field', { exact: true })).toBeVisible();
  });

  await test.step('what could not be saved stays in the input', async () => {
    await page.route('**/api/accounts/useraccount', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    );
    await page.getByRole('button', { name: 'Edit Organization' }).click();
    const organization = page.getByRole('textbox', { name: 'Organization' });
    await organization.fill('Salt Marsh Trust');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(
      page.getByText('Something went wrong. Please use the contact form to report a bug.'),
    ).toBeVisible();
    await expect(organization).toHaveValue('Salt Marsh Trust');
    await page.unroute('**/api/accounts/useraccount');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(organization).toBeHidden();
    await expect(page.getByRole('main').getByText('Salt Marsh Trust')).toHaveCount(2);
  });

  await test.step('the bio toggles between view and edit', async () => {
    await expect(page.getByText('No description added yet')).toBeVisible();
    await page.getByRole('button', { name: 'Edit Bio' }).click();
    await page.getByRole('textbox', { name: 'Bio' }).fill('I count rails.\nAt dusk.');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('I count rails. At dusk.')).toBeVisible();
  });

  await test.step('the subscription is saved at once', async () => {
    await page.getByText('Yes', { exact: true }).click();
    await expect(
      page.getByText('Subscribed to email notifications.', { exact: true }),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked();
    await page.getByText('No', { exact: true }).click();
    await expect(page.getByText('Unsubscribed to email notifications.')).toBeVisible();
  });

  await test.step('a taken username is refused, and Go back changes nothing', async () => {
    await page.getByRole('button', { name: 'Edit Username' }).click();
    await page.getByRole('textbox', { name: 'Username' }).fill('Taken-Notes');
    await page.getByRole('button', { name: 'Done' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Change username?' });
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Done' }).click();
    await dialog.getByRole('button', { name: 'Confirm username change' }).click();
    await expect(page.getByText('Sorry, that username is already taken.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('Taken-Notes');
  });

  await test.step('a new username ends the session after 3 seconds', async () => {
    await page.getByRole('textbox', { name: 'Username' }).fill('fen-notes');
    await page.getByRole('button', { name: 'Done' }).click();
    await stopClock(page);
    await page.getByRole('button', { name: 'Confirm username change' }).click();
    const changed = page.getByText(
      'Username changed.  Redirecting to the home page and where you can log in.',
      { exact: true },
    );
    await crawlUntil(page, () => changed.isVisible());
    await expectRedirect(page, { after: 3_000, to: /\/landing$/ });
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
    await fillLogIn(page, 'fen-notes');
    await expect(page).toHaveURL(/\/profile\/fen-notes$/);
  });
});

test('the account tab by keyboard alone', detail, async ({ page }) => {
  await logIn(page, 'heron-notes');
  await page.goto('/profile/heron-notes');
  await page.getByRole('tab', { name: 'Apps' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\?tab=profile$/);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\?tab=account$/);
  await expect(page.getByRole('button', { name: 'Edit Last Name' })).toBeVisible();

  const tabTo = async (name: string) => {
    for (let press = 0; press < 20; press++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent;
      });
      if (focused === name) return;
    }
    throw new Error(`Tab never reached “${name}”.`);
  };
  await tabTo('Edit Last Name');
  await page.keyboard.press('Enter');
  const lastName = page.getByRole('textbox', { name: 'Last Name' });
  await expect(lastName).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Heron');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit Last Name' })).toBeFocused();
  await expect(page.getByText('Heron', { exact: true })).toBeVisible();

  await tabTo('Delete account');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeFocused();
});

test('logging out in one tab logs out in the other, and an ended session says so', async ({
  page,
  context,
}) => {
  await logInOnce(page, 'two-tabs');
  await page.goto('/profile/two-tabs');
  const other = await context.newPage();
  await other.goto('/support/cookies');
  await expect(other.getByRole('button', { name: 'Profile', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Profile', exact: true }).click();
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await expect(page.getByText('Logged out.', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expect(other.getByRole('banner').getByRole('button', { name: 'Log In' })).toBeVisible();
  await other.close();

  await page.evaluate(() => localStorage.setItem('token', 'of.another.time'));
  await page.goto('/support/cookies');
  await expect(
    page.getByText('Your session has expired and you have been logged out.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/landing$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('the data can be taken along, and the account deleted', async ({ page }) => {
  await logInOnce(page, 'leaving-notes');
  await page.goto('/profile/leaving-notes?tab=account');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^leaving-notes-\d{4}-\d\d-\d\d\.json$/);

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(dialog.getByText('every analysis that you ran')).toBeVisible();
  await expect(dialog.getByText('every map that you own')).toBeVisible();
  expect(await severeFaults(page)).toEqual([]);
  await dialog.getByLabel('Password', { exact: true }).fill('Meadow');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('The credentials provided are not valid.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Your account has been deleted.')).toBeVisible();
  await expect(page).toHaveURL(/\/landing$/);
  const gone = await page.request.get('/api/accounts/public_account?username=leaving-notes');
  expect(gone.status()).toBe(404);
});
