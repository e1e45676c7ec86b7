import type { Browser, BrowserContext, Page } from '@playwright/test';
import { makeAccount, password } from './log-in.ts';
import { expect } from './test.ts';

/**
 * Makes an account, and logs it in on this page.
 * @returns its token
 */
export async function logInForMaps(page: Page, username: string): Promise<string> {
  await makeAccount(page, username);
  const reply = await page.request.post('/token-auth/', { data: { username, password } });
  const { token } = (await reply.json()) as { token: string };
  await page.addInitScript((value) => {
    // The frame of a mail has no origin, and so no storage.
    if (window.origin !== 'null') localStorage.setItem('token', value);
  }, token);
  return token;
}

/** Makes a map for an account. @returns the map's id */
export async function makeMap(page: Page, token: string): Promise<number> {
  const reply = await page.request.post('/api/rrm/map_requests', {
    params: { type: 'map' },
    headers: { authorization: `JWT ${token}` },
    data: {},
  });
  expect(reply.ok()).toBe(true);
  return (await reply.json()) as number;
}

/** Makes somebody an editor of a map. */
export async function addEditor(
  page: Page,
  token: string,
  editor: { mapID: number; username: string },
): Promise<void> {
  const reply = await page.request.post('/api/rrm/map_users', {
    headers: { authorization: `JWT ${token}` },
    data: editor,
  });
  expect(reply.ok()).toBe(true);
}

/** Opens a page in another person's browser. */
export async function anotherPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  return context.newPage();
}

/** Opens a map's screen, and waits until it is drawn and live. */
export async function openMap(page: Page, id: number): Promise<void> {
  await page.goto(`/apps/collaborativemapper/map?id=${id}`);
  await page.locator('canvas.maplibregl-canvas').waitFor();
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 });
}

/** Draws a rectangle between two places of the screen. */
export async function drawRectangle(
  page: Page,
  from: readonly [x: number, y: number],
  to: readonly [x: number, y: number],
): Promise<void> {
  await page.getByRole('button', { name: 'Draw a rectangle' }).click();
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

/** The middle of the free part of a map's screen of 1280 by 800 pixels. */
export const middle = [750, 400] as const;

export interface StoredFeature {
  id: string;
  layer: string;
  revision: number;
  properties: Record<string, unknown>;
}

/** The features of a map as the server has them. */
export async function featuresOf(page: Page, token: string, id: number): Promise<StoredFeature[]> {
  const reply = await page.request.get('/api/rrm/features', {
    params: { id },
    headers: { authorization: `JWT ${token}` },
  });
  return ((await reply.json()) as { features: StoredFeature[] }).features;
}

/** Cuts the connection as in a valley: an open connection stays open but receives nothing. */
export async function goOffline(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true);
  await expect(page.getByText('Connection lost.')).toBeVisible();
}
