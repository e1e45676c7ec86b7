import { expect, severeFaults, test } from './support/test.ts';

test('from signing up to logging out', async ({ page }) => {
  const username = 'field-notes';
  const password = 'Meadow-7-larks';

  await page.goto('/landing');
  await page.getByRole('button', { name: 'Sign Up' }).first().click();
  const signUp = page.getByRole('dialog', { name: 'Sign Up' });
  await signUp.getByLabel('First Name').fill('Field');
  await signUp.getByLabel('Last Name').fill('Notes');
  await signUp.getByLabel('Username').fill(username);
  await signUp.getByLabel('Email').fill('field.notes@example.org');
  await signUp.getByLabel('Password', { exact: true }).fill(password);
  await signUp.getByLabel('Confirm Password').fill(password);
  expect(await severeFaults(page)).toEqual([]);
  await signUp.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('dialog', { name: 'Email Verification' })).toBeVisible();

  await test.step('the activation link comes by mail', async () => {
    await page.goto('/dev/mail');
    await page.getByRole('link', { name: /field\.notes@example\.org/ }).click();
    await page.getByRole('link', { name: /\/accounts\/activate\?/ }).click();
    await expect(page.getByText(`Welcome, ${username}.`)).toBeVisible();
    await expect(
      page.getByText(
        'Your account has been activated. Redirecting to the landing page where you can log in.',
      ),
    ).toBeVisible();
    expect(await severeFaults(page)).toEqual([]);
  });

  await test.step('a wrong password is refused, the right one logs in', async () => {
    await page.goto('/landing?modal=login');
    const logIn = page.getByRole('dialog', { name: 'Log In' });
    await logIn.getByLabel('Username').fill(username);
    await logIn.getByLabel('Password', { exact: true }).fill('Meadow-7-lark');
    expect(await severeFaults(page)).toEqual([]);
    await logIn.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByText('The credentials provided are not valid.')).toBeVisible();

    await logIn.getByLabel('Password', { exact: true }).fill(password);
    await logIn.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByText('Logged in.')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/profile/${username}$`));
  });

  await test.step('the session outlives a reload, and ends with Log Out', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(page.getByText('Logged out.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});
