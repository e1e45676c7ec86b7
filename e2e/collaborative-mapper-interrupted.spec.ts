import type { Page } from '@playwright/test';
import {
  addEditor,
  anotherPage,
  featuresOf,
  goOffline,
  logInForMaps,
  makeMap,
  middle,
  openMap,
} from './support/collaborative-map.ts';
import { makeFeature } from './support/make-map.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 800 } });

/** A square around the middle of a map that was just made. */
const square = {
  type: 'Polygon',
  coordinates: [
    [
      [-104, 40],
      [-98, 40],
      [-98, 46],
      [-104, 46],
      [-104, 40],
    ],
  ],
};

async function takeInHand(page: Page): Promise<void> {
  await expect(async () => {
    await page.mouse.click(...middle);
    await expect(page.getByText('Polygon, drawn on this map')).toBeVisible({ timeout: 2000 });
  }).toPass();
}

test('who works on a feature that another person deletes is told so, and the tool is put down', async ({
  page,
}) => {
  const token = await logInForMaps(page, 'crake-owner');
  const id = await makeMap(page, token);
  await openMap(page, id);
  const feature = await makeFeature(page, id, square, { name: 'Crake fen' });
  await takeInHand(page);
  await page.getByRole('button', { name: 'Edit the vertices' }).click();
  const hint = page.getByText(/^Drag a corner to move it/);
  await expect(hint).toBeVisible();
  const deleted = await page.request.delete('/api/rrm/features', {
    params: { id: feature },
    headers: { authorization: `JWT ${token}` },
  });
  expect(deleted.ok()).toBe(true);
  await expect(page.getByText('“Crake fen” is no longer on the map.')).toBeVisible();
  await expect(hint).toBeHidden();
  await expect(page.getByRole('tab', { name: 'About' })).toBeVisible();
});
