import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

/**
 * Lets a page draw ten times in a second. Without a graphics card each picture of a map takes some
 * 30 ms of the processor.
 */
function drawSeldom(): void {
  const milliseconds = 100;
  window.requestAnimationFrame = (draw) =>
    window.setTimeout(
      () => draw(performance.now()),
      milliseconds - (performance.now() % milliseconds),
    );
  window.cancelAnimationFrame = clearTimeout;
}

/**
 * Every journey starts at the product's own address. It fails when a page throws or violates the
 * content security policy.
 */
export const test = base.extend<{ drawsSeldom: boolean; pageFaults: string[] }>({
  /**
   * Whether the page draws ten times in a second, for long stories on maps. Journeys of details look at
   * single moments, such as where the focus goes, and draw as browsers do.
   */
  drawsSeldom: [false, { option: true }],
  baseURL: async ({ browserName: _ }, use) => use(process.env.REFUGIA_ADDRESS),
  pageFaults: [
    async ({ page, drawsSeldom }, use, { tags }) => {
      const faults: string[] = [];
      // New visitors are shown a tutorial. In these journeys they have closed it before.
      await page.addInitScript(() => {
        // Empty pages and the frame of a mail have no origin, and so no storage.
        if (window.origin !== 'null') {
          localStorage.setItem('habitat-patrol-tutorial', 'closed');
        }
      });
      if (drawsSeldom && !tags.includes(detail.tag)) await page.addInitScript(drawSeldom);
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

/**
 * Marks a journey through a detail, such as a rare failure or a screen of another size. `npm test`
 * goes through the main story of each screen, and `npm run test:slow` through the details as well.
 */
export const detail = { tag: '@detail' } as const;

/**
 * The faults that axe finds on the page and calls serious or critical, each with its rule and
 * elements.
 */
export async function severeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    // The other mode opens another page for frames of other sites, which no page of ours has.
    .setLegacyMode(true)
    // React Aria leaves its announcements there for seconds, and they may refer to elements that no
    // longer exist. Screen readers speak them once, when they appear.
    .exclude('[data-live-announcer]')
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`);
}

/** The number of pixels by which the page is wider than the screen. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Waits until the page has its heading, its content or its dialog, and its typeface. */
export async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeAttached();
  const isModal = new URL(page.url()).searchParams.has('modal');
  await expect(page.getByRole(isModal ? 'dialog' : 'main')).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}
