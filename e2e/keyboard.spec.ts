import type { Page } from '@playwright/test';
import { visit, visitorAddresses } from './support/addresses.ts';
import { expect, settle, test } from './support/test.ts';

// What fails here is told by its message; recording two dozen visits would take longer than they do.
test.use({ trace: 'off' });

/**
 * Tells apart what a pointer can press on the page as it stands and what the Tab key comes to.
 * One stop is enough for a group that arrow keys walk through.
 * @returns what can be pressed, how many that were, and which of them no key comes to
 */
async function pressTabThrough(page: Page): Promise<{ count: number; unreached: string[] }> {
  const count = await page.evaluate(() => {
    const focusable =
      'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]';
    const isReal = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden=true], :disabled, [data-react-aria-hidden]') === null;
    const pressable = [...document.querySelectorAll('body *')].filter((element) => {
      if (!isReal(element)) return false;
      // The page's content and its headings take the focus to be read from there, not to be pressed.
      // A panel of tabs does so while it has nothing in it that does, such as while a list loads.
      const read = 'main, h1, h2, h3, section, article, dialog, [role$=dialog], [role=tabpanel]';
      if (element.matches(read)) return false;
      if (element.matches(focusable)) return true;
      // Looks as if it could be pressed: then it, or what holds it, must take the focus.
      return (
        getComputedStyle(element).cursor === 'pointer' &&
        element.closest(`${focusable}, label`) === null
      );
    });
    const reached = new Set<Element>();
    document.addEventListener('focusin', ({ target }) => reached.add(target as Element));
    Object.assign(window, { pressable, reached });
    return pressable.length;
  });

  // What comes late lengthens the way: it ends when a stretch of it meets nothing new.
  const stretch = 15;
  for (let known = -1, now = 0; now > known && now < 1_000; ) {
    known = now;
    for (let press = 0; press < stretch; press += 1) await page.keyboard.press('Tab');
    now = await page.evaluate(() => (window as unknown as { reached: Set<Element> }).reached.size);
  }

  const unreached = await page.evaluate(() => {
    const { pressable, reached } = window as unknown as {
      pressable: Element[];
      reached: Set<Element>;
    };
    // A combo box opens its list by arrow keys; the button beside it is for pointers.
    const groups =
      '[role=radiogroup], [role=tablist], [role=toolbar], [role=listbox], [role=grid], :has(> [role=combobox])';
    return pressable
      .filter((element) => element.isConnected && !reached.has(element))
      .filter((element) => {
        const group = element.closest(groups);
        return group === null || ![...reached].some((stop) => group.contains(stop));
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });
  return { count, unreached };
}

for (const address of [...visitorAddresses, '/styleguide']) {
  test(`${address}: the Tab key comes to everything that can be pressed`, async ({ page }) => {
    await visit(page, address);
    await settle(page);
    if (address.endsWith('habitatpatrol/map')) {
      await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
    }
    const { count, unreached } = await pressTabThrough(page);
    expect(count).toBeGreaterThan(3);
    expect(unreached).toEqual([]);
  });
}
