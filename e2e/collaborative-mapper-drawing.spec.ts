import type { Response } from '@playwright/test';
import {
  featuresOf,
  logInForMaps,
  makeMap,
  openMap,
  type StoredFeature,
} from './support/collaborative-map.ts';
import { detail, expect, test } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 800 } });

test('a shape is drawn and deleted with the keyboard alone', async ({ page }) => {
  const token = await logInForMaps(page, 'keyed-owner');
  const id = await makeMap(page, token);
  await openMap(page, id);
  const undo = page.getByRole('button', { name: /^Undo/ });

  /** Holds calls that change something back until the returned function is called. */
  const holdBack = async (address: string) => {
    const held = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      if (route.request().method() !== 'GET') await held.promise;
      await route.continue();
    });
    return () => held.resolve();
  };

  /** Draws a point in the middle of the map, which is not sent yet. */
  const drawPoint = async () => {
    await page.getByRole('button', { name: 'Draw a marker' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await expect(page.getByText('Saving 1 change')).toBeVisible();
  };
  const isStep = (reply: Response) =>
    reply.url().includes('/api/rrm/undoredo') && reply.request().method() === 'POST';

  await test.step('the first change of a map is undone that is not sent yet', async () => {
    await expect(undo).toBeDisabled();
    const letGo = await holdBack('**/api/rrm/operations');
    await drawPoint();
    const undone = page.waitForResponse(isStep);
    await undo.click();
    letGo();
    await undone;
    expect(await featuresOf(page, token, id)).toEqual([]);
    await expect(undo).toBeDisabled();
  });

  await test.step('an outline that crosses itself is kept, and Finish waits until a step is taken back', async () => {
    await page.getByRole('button', { name: 'Draw a polygon' }).click();
    const corners = [
      [650, 250],
      [850, 450],
      [850, 250],
      [650, 450],
    ] as const;
    for (const [x, y] of corners) await page.mouse.click(x, y);
    const reason = page.getByText('The outline crosses itself. Finish waits');
    const finish = page.getByRole('button', { name: 'Finish', exact: true });
    await expect(reason).toBeVisible();
    await expect(finish).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(reason).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(reason).toHaveCount(0);
    await expect(finish).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(finish).toHaveCount(0);
  });

  await test.step('a double-click that finishes a line does not zoom the map', async () => {
    const scale = page.locator('.maplibregl-ctrl-scale');
    const before = (await scale.textContent()) ?? '';
    await page.getByRole('button', { name: 'Draw a line' }).click();
    await page.mouse.click(650, 250);
    await page.mouse.dblclick(850, 450);
    await expect(page.getByRole('textbox', { name: 'name', exact: true })).toBeFocused();
    // The zooming would take 300 milliseconds.
    await page.waitForTimeout(600);
    await expect(scale).toHaveText(before);
    await undo.click();
    await expect.poll(async () => (await featuresOf(page, token, id)).length).toBe(0);
  });

  await page.getByRole('button', { name: 'Draw a polygon' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('canvas.maplibregl-canvas')).toBeFocused();
  for (const way of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
    await page.keyboard.press('Space');
    await page.keyboard.press(way);
  }
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await featuresOf(page, token, id)).length).toBe(1);
  await page.getByRole('button', { name: 'Delete the feature' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await featuresOf(page, token, id)).length).toBe(0);
  await expect(undo).toHaveAccessibleName(/: Deleted/);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await featuresOf(page, token, id)).length).toBe(1);

  await test.step('a box chooses by keys, and tells when it has no area yet', async () => {
    await page.getByRole('button', { name: 'Choose with a box' }).focus();
    await page.keyboard.press('Enter');
    const refusal = page.getByRole('alert').filter({ hasText: 'There is no area between' });
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(refusal).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(refusal).toBeHidden();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Enter finishes here')).toBeVisible();
    // The map moves for 300 milliseconds.
    await page.waitForTimeout(500);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: '1 feature chosen' })).toBeVisible();
    await page.getByRole('button', { name: 'Choose none' }).click();
  });

  await test.step('a change is undone that is not sent yet', async () => {
    const drawn = await featuresOf(page, token, id);
    const letGo = await holdBack('**/api/rrm/operations');
    await drawPoint();
    const undone = page.waitForResponse(isStep);
    await page.keyboard.press('Control+z');
    letGo();
    await undone;
    const idsOf = (features: StoredFeature[]) => features.map((feature) => feature.id);
    expect(idsOf(await featuresOf(page, token, id))).toEqual(idsOf(drawn));
  });

  await test.step('each press takes a step back, however late the answers come', async () => {
    const letGo = await holdBack('**/api/rrm/undoredo');
    await expect(page.getByRole('button', { name: /^Redo: .* a point/ })).toBeEnabled();
    await page.keyboard.press('Control+Shift+z');
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('Control+z');
    letGo();
    await expect(undo).toHaveAccessibleName('Undo');
    await expect(undo).toBeDisabled();
    expect(await featuresOf(page, token, id)).toEqual([]);
  });
});

test.describe('by fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('no hint of a drawing tool speaks of keys or clicks', detail, async ({ page }) => {
    const token = await logInForMaps(page, 'fen-phone');
    await openMap(page, await makeMap(page, token));
    for (const tool of ['marker', 'line', 'polygon', 'rectangle', 'circle']) {
      const button = page.getByRole('button', { name: `Draw a ${tool}`, exact: true });
      await button.tap();
      // Until then, the hint may be that of the tool before.
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      const hint = page.getByRole('status').filter({ hasText: /finger|[Tt]ap/ });
      await expect(hint).toBeVisible();
      await expect(hint).not.toHaveText(/Escape|Enter|Backspace|[Cc]lick/);
    }
  });

  test('the buttons stand in two columns beside a feature in hand', detail, async ({ page }) => {
    const token = await logInForMaps(page, 'fen-columns');
    await openMap(page, await makeMap(page, token));
    await page.getByRole('button', { name: 'Draw a marker' }).tap();
    await page.touchscreen.tap(120, 250);
    await expect(page.getByText('Point, of the layer Drawn on the map')).toBeVisible();
    const buttons = page.getByRole('region', { name: 'Map controls' }).getByRole('button');
    await expect(buttons.filter({ visible: true })).toHaveCount(17);
    const columns = () =>
      buttons.evaluateAll(
        (all) => new Set(all.map((each) => each.getBoundingClientRect().left)).size,
      );
    await expect.poll(columns).toBe(2);
  });

  test('on a small phone, the sheet covers none of the buttons', detail, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    const token = await logInForMaps(page, 'fen-small');
    await openMap(page, await makeMap(page, token));
    await page.getByRole('button', { name: 'Draw a marker' }).tap();
    await page.touchscreen.tap(100, 200);
    await expect(page.getByText('Point, of the layer Drawn on the map')).toBeVisible();
    const controls = page.getByRole('region', { name: 'Map controls' });
    const buttons = controls.getByRole('button').filter({ visible: true });
    await expect(buttons).toHaveCount(17);
    const back = page.getByRole('button', { name: 'Back to the map' });
    await expect(async () => {
      const sheet = await back.evaluate((button) => {
        return button.closest('section')!.getBoundingClientRect().top;
      });
      const ends = await buttons.evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect().bottom),
      );
      expect(Math.max(...ends)).toBeLessThanOrEqual(sheet);
    }).toPass();
  });
});
