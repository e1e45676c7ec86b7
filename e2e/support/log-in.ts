import type { Page } from '@playwright/test';
import { mailedLink, openMail } from './mail.ts';
import { expect } from './test.ts';

const password = 'Meadow-7-larks';

/** Makes an account by the API and its mail, and lets the page's next visit be logged in with it. */
export async function logIn(page: Page, username: string): Promise<void> {
  const { request } = page;
  const email = `${username}@example.org`;
  const registered = await request.post('/api/accounts/register', {
    data: {
      first_name: 'Field',
      last_name: 'Notes',
      username,
      email,
      password,
      password2: password,
    },
  });
  expect(registered.status()).toBe(201);

  await openMail(page, email, /Activate/);
  const link = await mailedLink(page, '/accounts/activate?');
  const data = Object.fromEntries(new URL(link).searchParams);
  expect((await request.post('/api/accounts/activate', { data })).status()).toBe(200);

  const { token } = await (
    await request.post('/token-auth/', { data: { username, password } })
  ).json();
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
}
