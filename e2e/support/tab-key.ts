import { expect, type Page } from '@playwright/test';

/**
 * Compares what a pointer can press on the page with what the Tab key reaches. One stop is enough
 * for a group in which arrow keys move.
 * @returns the elements that can be pressed and that no key reaches
 */
export async function unreachedByTab(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const focusable =
      'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]';
    const isReal = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden=true], :disabled, [data-react-aria-hidden]') === null;
    const pressable = [...document.querySelectorAll('body *')].filter((element) => {
      if (!isReal(element)) return false;
      // The page's content and its headings take the focus to be read from there, and not to be
      // pressed. A panel of tabs does so while nothing inside of it can take the focus, for example
      // while a list loads.
      const read = 'main, h1, h2, h3, section, article, dialog, [role$=dialog], [role=tabpanel]';
      if (element.matches(read)) return false;
      if (element.matches(focusable)) return true;
      // An element that looks as if it could be pressed must take the focus, or the element that
      // contains it must.
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

  // Elements that appear late lengthen the way. It ends after a stretch that reaches nothing new.
  const stretch = 15;
  for (let known = -1, now = 0; now > known && now < 1_000; ) {
    known = now;
    for (let press = 0; press < stretch; press += 1) await page.keyboard.press('Tab');
    now = await page.evaluate(() => (window as unknown as { reached: Set<Element> }).reached.size);
  }

  expect(count).toBeGreaterThan(3);
  return page.evaluate(() => {
    const { pressable, reached } = window as unknown as {
      pressable: Element[];
      reached: Set<Element>;
    };
    // Arrow keys open the list of a combo box, and the button beside it is for pointers.
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
}
