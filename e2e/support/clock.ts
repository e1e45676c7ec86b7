import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * Stops the page's clock. From then on, time passes only by {@link crawlUntil} and
 * `page.clock.runFor`. A delayed redirect can then be tested without waiting, on a machine of any
 * speed.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await expect(async () => {
    const now = await page.evaluate(() => Date.now());
    // If that moment has passed meanwhile, the clock is still there and has to be set once more.
    await page.clock.pauseAt(now + 1000);
  }).toPass();
}

/** Lets the stopped clock run by a millisecond at a time, until a condition holds. */
export async function crawlUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1);
    expect(await isThere()).toBe(true);
  }).toPass({ intervals: [25] });
}

/**
 * Expects a redirect after so many milliseconds, and not before. Then the clock runs on. The
 * crawling before it takes far less than a tenth of a second.
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
