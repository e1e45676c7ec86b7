import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * Stops the page's clock: from here on, time passes only by {@link crawlUntil} and `page.clock.runFor`.
 * A redirect that is due after a while is then tried without waiting for it, on a machine of any speed.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await expect(async () => {
    const now = await page.evaluate(() => Date.now());
    // When that moment has passed meanwhile, the clock stands where it is, and is set once more.
    await page.clock.pauseAt(now + 1000);
  }).toPass();
}

/** Lets the stopped clock crawl, a millisecond at a time, until what is awaited has come. */
export async function crawlUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1);
    expect(await isThere()).toBe(true);
  }).toPass({ intervals: [25] });
}

/**
 * Expects that the page goes elsewhere so many milliseconds after what it shows now, and not before;
 * then lets the clock run again. The crawling before counts as far less than a tenth of a second.
 */
export async function expectRedirect(
  page: Page,
  { after, to }: { after: number; to: RegExp },
): Promise<void> {
  const before = page.url();
  await page.clock.runFor(after - 150);
  expect(page.url()).toBe(before);
  await page.clock.runFor(150);
  await page.clock.resume();
  await expect(page).toHaveURL(to);
}
