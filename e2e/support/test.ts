import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

/**
 * Every journey starts from the product's own address, and fails when a page throws or breaks the
 * content security policy on the way.
 */
export const test = base.extend<{ pageFaults: string[] }>({
  baseURL: async ({ browserName: _ }, use) => use(process.env.REFUGIA_ADDRESS),
  pageFaults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      // Who comes for the first time is shown a tutorial; these people have seen it.
      await page.addInitScript(() => {
        // Empty pages and a mail's frame have no origin, and so no storage.
        if (window.origin !== 'null') {
          localStorage.setItem('habitat-patrol-tutorial', 'closed');
        }
      });
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) faults.push(message.text());
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** What axe finds at serious or critical on the page as it stands: rule and elements. */
export async function severeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // No page of ours has frames of other sites, which the other mode opens an extra page for.
    .setLegacyMode(true)
    // React Aria leaves what it has announced there for seconds, by references to elements that
    // may be gone from the page. Screen readers speak it once, when it comes.
    .exclude('[data-live-announcer]')
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`);
}

/** By how many pixels the page is wider than the screen. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Waits until the page has its heading, its content or the dialog before it, and its typeface. */
export async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeAttached();
  const isModal = new URL(page.url()).searchParams.has('modal');
  await expect(page.getByRole(isModal ? 'dialog' : 'main')).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}
