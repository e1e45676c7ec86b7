import type { Page } from '@playwright/test';
import { fetchMailedLink } from './mail.ts';
import { expect, test } from './test.ts';

/** The password of every account that journeys make. */
export const password = 'Meadow-7-larks';

/**
 * The email address of a journey's account. A second try of a journey has an address of its own,
 * with its own mails.
 */
export function emailOf(username: string): string {
  return test.info().retry > 0 ? `${username}.again@example.org` : `${username}@example.org`;
}

/** Makes an account by the API and its mail. */
export async function makeAccount(page: Page, username: string): Promise<void> {
  if (test.info().retry > 0) await deleteAccount(page, username);
  const { request } = page;
  const email = emailOf(username);
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

  const link = await fetchMailedLink(request, email, '/accounts/activate?');
  const data = Object.fromEntries(new URL(link).searchParams);
  expect((await request.post('/api/accounts/activate', { data })).status()).toBe(200);
}

/** Deletes the account that a journey's first try has made. */
async function deleteAccount(page: Page, username: string): Promise<void> {
  const token = await requestToken(page, username);
  await page.request.delete('/api/accounts/useraccount', {
    headers: { authorization: `JWT ${token}` },
    data: { password },
  });
}

/** Asks for a token with an account's name and password. */
export async function requestToken(page: Page, username: string): Promise<string> {
  const reply = await page.request.post('/token-auth/', { data: { username, password } });
  return (await reply.json()).token;
}

/** Makes an account, and logs it in on every address that this page visits from now on. */
export async function logIn(page: Page, username: string): Promise<void> {
  await makeAccount(page, username);
  const token = await requestToken(page, username);
  await page.addInitScript((value) => {
    // The frame of a mail has no origin, and so no storage.
    if (window.origin !== 'null') localStorage.setItem('token', value);
  }, token);
}

/** Makes an account and logs in once, as a person does. The token is deleted when they log out. */
export async function logInOnce(page: Page, username: string): Promise<void> {
  await makeAccount(page, username);
  const token = await requestToken(page, username);
  await page.goto('/support/cookies');
  await page.evaluate((value) => localStorage.setItem('token', value), token);
}
