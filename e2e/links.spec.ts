import type { Page } from '@playwright/test';
import { visit, visitorAddresses } from './support/addresses.ts';
import { detail, expect, settle, test } from './support/test.ts';

const discoverMenu = (page: Page) =>
  page.getByRole('button', { name: 'Discover', exact: true }).first();

/** The addresses of all links of the open page, including those in its menu of the site's pages. */
async function addressesOfLinks(page: Page): Promise<string[]> {
  if (await discoverMenu(page).isVisible()) {
    await discoverMenu(page).click();
    await expect(page.getByRole('list', { name: 'Discover' })).toBeVisible();
  }
  return page
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
}

/** Presses a link that opens in a new tab, and waits until that tab shows its address. */
async function follow(page: Page, href: string): Promise<void> {
  const link = page.locator(`a[href="${href}"], a[href="${href.replace(/\/$/, '')}"]`).first();
  if (!(await link.isVisible())) await discoverMenu(page).click();
  const opened = page.context().waitForEvent('page');
  await link.click();
  const other = await opened;
  await other.waitForURL(href);
  await other.close();
}

test(
  'every link that leads off the site opens the address that it names',
  detail,
  async ({ page, context, baseURL }) => {
    const origin = new URL(baseURL ?? '').origin;
    // No request reaches another site. Each is answered with an empty page.
    await context.route(
      (url) => url.origin !== origin,
      (route) => route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
    );
    const followed = new Set<string>();
    let mailAddresses = 0;
    for (const address of visitorAddresses) {
      // Links behind a dialog can't be pressed. They are the same as on the page without the dialog.
      if (address.includes('modal=')) continue;
      await visit(page, address);
      await settle(page);
      // The map names its sources once it has read its style.
      if (address === '/apps/habitatpatrol/map') {
        await expect(page.locator('.maplibregl-ctrl-attrib a').first()).toBeVisible();
      }
      for (const href of new Set(await addressesOfLinks(page))) {
        if (href.startsWith('mailto:')) {
          mailAddresses++;
        } else if (new URL(href).origin === origin) {
          // If an address of another site was resolved against this site, its scheme is in the path.
          expect(new URL(href).pathname, `on ${address}`).not.toMatch(/https?:|mailto:/);
        } else if (!followed.has(href)) {
          followed.add(href);
          await follow(page, href);
        }
      }
    }
    expect(mailAddresses).toBeGreaterThan(0);
    expect(followed.size).toBeGreaterThan(5);
  },
);
