import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** The address of a map's screen. */
export function mapPage(id: number): string {
  return `/apps/collaborativemapper/map?id=${id}`;
}

/**
 * Calls the server as the person who is logged in on an open page.
 * @returns the reply's JSON
 */
async function call<Reply>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT',
  [address, data]: [string, object?],
): Promise<Reply> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const reply = await page.request.fetch(address, {
    method,
    headers: { authorization: `JWT ${token}` },
    data,
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  return reply.json();
}

/**
 * Makes a map for the person who is logged in on this page.
 * @returns its id
 */
export function makeMap(page: Page, name: string): Promise<number> {
  return call(page, 'POST', ['/api/rrm/map_requests?type=map', { name }]);
}

/** Draws a feature on a map of one's own. @returns its id */
export async function makeFeature(
  page: Page,
  mapID: number,
  geometry: object,
  properties: Record<string, string | number>,
): Promise<string> {
  const feature = { type: 'Feature', geometry, properties };
  const { id } = await call<{ id: string }>(page, 'POST', [
    '/api/rrm/features',
    { mapID, feature },
  ]);
  return id;
}

/** Gives a feature another state, as the person who is logged in would from another browser. */
export async function changeFeature(
  page: Page,
  id: string,
  state: { geometry: object; properties: Record<string, string | number> },
): Promise<void> {
  await call(page, 'PUT', [
    '/api/rrm/features',
    { DBID: id, feature: { type: 'Feature', ...state } },
  ]);
}

/** Adds fields to the only layer of a map of one's own, and another layer above it. */
export async function addFieldsAndLayer(
  page: Page,
  mapID: number,
  { fields, layer }: { fields: object[]; layer: string },
): Promise<void> {
  const path = '/api/rrm/vector_layers';
  type Known = { id: string; fields: object[] };
  const [drawn] = await call<Known[]>(page, 'GET', [`${path}?id=${mapID}`]);
  await call(page, 'PUT', [path, { id: drawn!.id, fields: [...drawn!.fields, ...fields] }]);
  await call(page, 'POST', [path, { mapID, name: layer }]);
}

/** Opens a map's screen and waits until its panel is there. */
export async function openMap(page: Page, id: number): Promise<void> {
  await page.goto(mapPage(id));
  await expect(page.getByRole('tab', { name: 'About' })).toBeVisible();
}
