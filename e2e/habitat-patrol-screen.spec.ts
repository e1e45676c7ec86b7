import type { Locator, Page } from '@playwright/test';
import { crawlUntil, stopClock } from './support/clock.ts';
import { restingBox } from './support/resting-box.ts';
import { detail, expect, test } from './support/test.ts';
import { toastsOf } from './support/toasts.ts';

const mapAddress = '/apps/habitatpatrol/map';
const map = (page: Page) => page.getByRole('region', { name: 'Map of the area of interest' });
const panel = (page: Page) => page.getByRole('region', { name: 'Habitat Patrol', exact: true });

test('the landing page of Habitat Patrol, by both of its addresses', async ({ page }) => {
  for (const address of ['/apps/habitatpatrol', '/apps/habitatpatrol/home']) {
    await page.goto(address);
    await expect(page.getByRole('link', { name: 'Open App' }).first()).toHaveAttribute(
      'href',
      mapAddress,
    );
  }
  for (const name of [
    'Imagery of the whole country',
    'Artificial intelligence that shows its work',
    'Coming Soon',
    'Timeline',
    'Help to test it',
  ]) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  for (const anchor of ['learnmore', 'signup']) {
    await expect(page.locator(`a[href="/betatesting#${anchor}"]`).first()).toBeVisible();
  }
});

test('the map screen as it starts', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto(mapAddress);
  await map(page).waitFor();
  const share = async () => (await panel(page).boundingBox())!.width / 1440;
  await expect.poll(share).toBeCloseTo(0.3, 2);

  await test.step('the whole country is beside the panel', async () => {
    await panel(page).getByRole('button', { name: 'Enter coordinates' }).click();
    const degrees = async (side: string) =>
      Number(await panel(page).getByRole('textbox', { name: side, exact: true }).inputValue());
    // The westernmost, southernmost, easternmost and northernmost points of the 48 states are Cape
    // Alava, Ballast Key, Sail Rock and the Northwest Angle (U.S. Geological Survey).
    await expect(async () => {
      await panel(page).getByRole('button', { name: 'Use current view' }).click();
      expect(await degrees('West')).toBeLessThan(-124.73);
      expect(await degrees('South')).toBeLessThan(24.52);
      expect(await degrees('East')).toBeGreaterThan(-66.95);
      expect(await degrees('North')).toBeGreaterThan(49.38);
    }).toPass();
    // Nobody has moved the map, so the address does not name its place.
    expect(new URL(page.url()).search).toBe('');
  });
  await expect(panel(page).getByText('Compare images between')).toBeVisible();
  await expect(panel(page).getByLabel('Start date')).toHaveValue('2019-01-01');
  await expect(panel(page).getByLabel('End date')).toHaveValue('2019-12-31');
  await expect(panel(page).getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  for (const name of ['Draw a rectangle', 'Delete the area', 'Zoom in', 'Zoom out']) {
    const button = page.getByRole('button', { name, exact: true });
    await expect.poll(async () => (await button.boundingBox())!.x, name).toBeGreaterThan(720);
  }
  await page.getByRole('button', { name: 'Base map', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Satellite' })).toBeChecked();
  await expect(page.getByRole('radio')).toHaveCount(4);
  for (const name of ['Outdoors', 'Light', 'Dark']) {
    await expect(page.getByRole('radio', { name })).not.toBeChecked();
  }
  await page.keyboard.press('Escape');

  await panel(page).getByRole('button', { name: 'Fold Habitat Patrol', exact: true }).click();
  await expect(panel(page).getByLabel('Start date')).toBeHidden();
  await panel(page).getByRole('button', { name: 'Unfold Habitat Patrol' }).click();
  await expect(panel(page).getByLabel('Start date')).toBeVisible();
});

test('the three parts of the modal, and an alert that stays for 3 minutes', async ({ page }) => {
  await page.goto(mapAddress);
  await map(page).waitFor();
  await page.getByRole('button', { name: 'File or species' }).click();
  const modal = page.getByRole('dialog', { name: 'Add an Area Of Interest' });
  await expect(modal.getByRole('combobox', { name: 'Species range' })).toBeVisible();
  await expect(modal.getByRole('combobox', { name: 'Species critical habitat' })).toBeVisible();
  await expect(modal.getByLabel('Vector file')).toBeAttached();

  await page.goto(`${mapAddress}?area=-96.1_41.2_-96_41.3`);
  await map(page).waitFor();
  await panel(page).getByLabel('Start date').fill('2014-12-31');
  await stopClock(page);
  await panel(page).getByRole('button', { name: 'Run', exact: true }).click();
  const alert = toastsOf(page).filter({
    hasText: 'Satellite data from before 2015 is not available, please pick a later date.',
  });
  await crawlUntil(page, () => alert.isVisible());
  await page.clock.fastForward(170_000);
  await expect(alert).toBeVisible();
  await page.clock.fastForward(20_000);
  await crawlUntil(page, () => alert.isHidden());
});

test('on a phone the panel is a sheet of three heights, by press and by drag', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => localStorage.setItem('habitat-patrol-tutorial', 'closed'));
  await page.goto(mapAddress);
  await map(page).waitFor();
  const top = async () => (await panel(page).boundingBox())!.y;
  const { y: half } = await restingBox(panel(page));
  const grip = (name: string) => page.getByRole('button', { name });
  await grip('Make the panel taller').click();
  await expect.poll(top).toBeLessThan(half - 200);
  await grip('Make the panel lower').press('Enter');
  await expect.poll(top).toBe(half);

  const { x, y, width, height } = (await grip('Make the panel taller').boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + 80, { steps: 3 });
  await page.mouse.up();
  await expect(panel(page).getByLabel('Start date')).toBeHidden();
  await grip('Make the panel taller').click();
  await expect.poll(top).toBe(half);
});

/** Answers every look at scenes with the share that a run from this date would see. */
async function answerLooks(page: Page, seenShare: (startDate: string) => number): Promise<void> {
  await page.route('**/api/changedetection/scenes', (route) => {
    const { startDate, endDate } = route.request().postDataJSON();
    const dateScenes = (date: string) => ({
      date,
      scenes: [],
      expected_date: date,
      clear_share: 1,
    });
    return route.fulfill({
      json: {
        before: dateScenes(startDate),
        after: dateScenes(endDate),
        seen_share: seenShare(startDate),
        window_days: 45,
        is_complete: true,
        imagery: { mode: 'demo', label: 'Simulated' },
        notes: [],
      },
    });
  });
}

test(
  'dates that show little of the area are told before a run, with a pair that shows more',
  detail,
  async ({ page }) => {
    await answerLooks(page, (startDate) => (startDate.endsWith('-07-15') ? 0.9904 : 0.4531));
    const area = 'area=-122.35_44.56_-122.25_44.64';
    const told = panel(page).getByText('About 45 % of the area can be seen on both dates.');
    const gain = panel(page).getByText('The last two summers: 99 % visible instead of 45 %.');
    const startDate = panel(page).getByLabel('Start date');
    const top = async (part: Locator) => (await part.boundingBox())!.y;
    // Without dates they are the specified ones, which nobody has chosen: there the offer stands first.
    for (const dates of ['&start=2024-01-01&end=2024-12-29', '']) {
      await page.goto(`${mapAddress}?${area}${dates}`);
      await expect(told).toBeVisible();
      await expect(gain).toBeVisible();
      const isFirst = async () => (await top(gain)) < (await top(startDate));
      await expect.poll(isFirst).toBe(dates === '');
      await panel(page).getByRole('button', { name: 'Use the last two summers' }).click();
      await expect(startDate).toHaveValue(/^20\d\d-07-15$/);
      await expect(gain).toBeHidden();
      await expect(
        panel(page).getByText('About 99 % of the area can be seen on both dates.'),
      ).toBeVisible();
    }
  },
);
