import type { Page, Request } from '@playwright/test';
import { visit, visitorAddresses } from './support/addresses.ts';
import { logInForMaps, makeMap } from './support/collaborative-map.ts';
import { logIn } from './support/log-in.ts';
import { unreachedByTab } from './support/tab-key.ts';
import { detail, expect, horizontalOverflow, settle, severeFaults, test } from './support/test.ts';

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

async function judge(page: Page): Promise<void> {
  expect(await severeFaults(page)).toEqual([]);
  await page.setViewportSize(narrow);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => horizontalOverflow(page)).toBe(0);
  expect(await severeFaults(page)).toEqual([]);
}

/** Pages of text alone, which are made of the same few parts. */
const isText = (address: string) => /support\/(?!contact|help)/.test(address);
const isOfApp = (address: string) => address.startsWith('/apps');

for (const [group, addresses, tags] of [
  ['pages of apps', visitorAddresses.filter(isOfApp), {}],
  ['pages around them', visitorAddresses.filter((each) => !isOfApp(each) && !isText(each)), {}],
  ['pages of text', visitorAddresses.filter(isText), detail],
] as const) {
  test(
    `${group}: accessible light and dark, by the Tab key, and no wider than a phone`,
    tags,
    async ({ page }) => {
      for (const address of addresses) {
        await test.step(address, async () => {
          await page.setViewportSize(wide);
          await page.emulateMedia({ colorScheme: 'light' });
          await visit(page, address);
          await settle(page);
          if (address.endsWith('habitatpatrol/map')) {
            await expect(page.getByRole('button', { name: 'Zoom in', exact: true })).toBeVisible();
          }
          expect(await unreachedByTab(page)).toEqual([]);
          await judge(page);
        });
      }
    },
  );
}

test('profiles: accessible light and dark, and no wider than a phone', async ({
  page,
  browser,
}) => {
  await logIn(page, 'quality-notes');
  await page.goto('/landing');
  await expect(page).toHaveURL(/\/profile\/quality-notes$/);
  await settle(page);
  await judge(page);

  const visitor = await browser.newPage({ viewport: wide });
  await visitor.goto(page.url());
  await settle(visitor);
  await judge(visitor);
  await visitor.close();
});

/** The transferred bytes of every script that a page loads, by file. */
async function scriptBytes(page: Page, address: string, ready: () => Promise<void>) {
  const requests = new Map<string, Request>();
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    // A repeated request is answered from the browser's cache.
    if (/\.m?js$/.test(pathname) && !requests.has(pathname)) requests.set(pathname, request);
  });
  await page.goto(address);
  await ready();
  const bytes = new Map<string, number>();
  for (const [file, request] of requests) bytes.set(file, (await request.sizes()).responseBodySize);
  return bytes;
}

const kilobyte = 1000;
const sum = (bytes: Iterable<number>) => [...bytes].reduce((one, more) => one + more, 0);

test('the landing page ships at most 150 kB of compressed JavaScript', async ({ page }) => {
  const bytes = await scriptBytes(page, '/landing', async () => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  });
  expect(bytes.size).toBeGreaterThan(3);
  expect(sum(bytes.values())).toBeGreaterThan(50 * kilobyte);
  expect(sum(bytes.values())).toBeLessThanOrEqual(150 * kilobyte);
  expect([...bytes.keys()].filter((file) => file.includes('map'))).toEqual([]);
});

/**
 * The transferred bytes of every script that a map's screen loads until the map is drawn and no
 * request is open, by file.
 */
async function mapScreenBytes(page: Page, address: string, ready: () => Promise<void>) {
  // On a busy machine the map's worker may be requested after a moment without requests.
  const worker = page.waitForEvent('requestfinished', (request) =>
    request.url().includes('maplibre-worker'),
  );
  const bytes = await scriptBytes(page, address, async () => {
    await ready();
    await worker;
    await page.waitForLoadState('networkidle');
  });
  expect([...bytes.keys()].filter((file) => file.includes('maplibre-worker'))).toHaveLength(1);
  expect(sum(bytes.values())).toBeGreaterThan(150 * kilobyte);
  // The page as it was sent names every file early that the map's first sight needs, the map's
  // engine among them, and no other file.
  const html = await (await page.request.get(address)).text();
  const early = [...html.matchAll(/rel="modulepreload"[^>]* href="([^"]+)"/g)].map(
    ([, file]) => file ?? '',
  );
  expect(early.some((file) => file.includes('map-canvas'))).toBe(true);
  expect(early.filter((file) => !bytes.has(file))).toEqual([]);
  return bytes;
}

const largestMapScreen = 500 * kilobyte;

test('the map screen of Habitat Patrol ships at most 500 kB of compressed JavaScript, and its tools come with at most 620 kB beside tiles, headers included', async ({
  page,
}) => {
  const finished: Request[] = [];
  // How many of the map's tiles come before the tools depends on the machine; the tools need none.
  page.on('requestfinished', (request) => {
    if (!request.url().includes('/basemap/tiles/')) finished.push(request);
  });
  const bytes = await mapScreenBytes(page, '/apps/habitatpatrol/map', async () => {
    await page
      .getByRole('button', { name: /rectangle/i })
      .first()
      .waitFor();
    const sizes = await Promise.all([...finished].map((request) => request.sizes()));
    const shipped = sum(
      sizes.map(
        ({ responseHeadersSize, responseBodySize }) => responseHeadersSize + responseBodySize,
      ),
    );
    expect(shipped).toBeGreaterThan(300 * kilobyte);
    expect(shipped).toBeLessThanOrEqual(620 * kilobyte);
    await page.getByRole('region', { name: 'Map of the area of interest' }).waitFor();
  });
  expect(sum(bytes.values())).toBeLessThanOrEqual(largestMapScreen);
});

test('the owner’s map of the Collaborative Mapper ships at most 500 kB of compressed JavaScript', async ({
  page,
}) => {
  const id = await makeMap(page, await logInForMaps(page, 'quality-mapper'));
  const bytes = await mapScreenBytes(page, `/apps/collaborativemapper/map?id=${id}`, () =>
    page.getByText('Live', { exact: true }).waitFor(),
  );
  expect(sum(bytes.values())).toBeLessThanOrEqual(largestMapScreen);
});

test('a project of the Value Mapper ships at most 500 kB of compressed JavaScript', async ({
  page,
}) => {
  const headers = { authorization: `JWT ${await logInForMaps(page, 'quality-valuer')}` };
  const account = await (await page.request.get('/api/accounts/useraccount', { headers })).json();
  const calls = '/api/conservation_value_mapper';
  const params = { accountID: account.id };
  const project = await page.request.post(`${calls}/projects_ctrl`, { headers, params });
  const projectID = await project.json();
  await page.request.post(`${calls}/maps_ctrl`, { headers, params: { projectID } });
  const address = `/apps/conservationvaluemapper/projects/${projectID}`;
  const bytes = await mapScreenBytes(page, address, () =>
    page.locator('canvas.maplibregl-canvas').waitFor(),
  );
  expect(sum(bytes.values())).toBeLessThanOrEqual(largestMapScreen);
});

/**
 * The focused element, and whether a ring is visible around it or around the element that
 * represents it.
 */
function focused(page: Page): Promise<{ name: string; isRingSeen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    // The invisible slider over a picture shows its ring around the handle in the picture.
    const standsFor = element.matches('input[type=range]')
      ? [...element.parentElement!.querySelectorAll('span')]
      : [element];
    return {
      name: element.getAttribute('aria-label') ?? element.textContent ?? '',
      isRingSeen: standsFor.some((each) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(each);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      }),
    };
  });
}

test('the landing page with the keyboard alone', async ({ page }) => {
  await page.goto('/landing');
  await settle(page);

  await test.step('the skip link comes first and leads into the page', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeInViewport();
    expect((await focused(page)).name).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    expect((await focused(page)).name).toBe('Open Habitat Patrol');
  });

  await test.step('the focus follows the order of reading, and is seen', async () => {
    // The address still names the content, where a reloaded page would begin.
    await page.goto('/landing');
    await settle(page);
    const stops: string[] = [];
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press('Tab');
      const { name, isRingSeen } = await focused(page);
      expect(isRingSeen, name).toBe(true);
      stops.push(name);
    }
    expect(stops).toEqual([
      'Skip to the content',
      'Refugia home',
      'Apps',
      'Discover',
      'Support',
      'Theme',
      'Log In',
      'Sign Up',
      'Open Habitat Patrol',
      'Sign Up',
      'Compare before and after',
      'Learn More about Habitat Patrol',
    ]);
  });

  await test.step('arrow keys draw the line between before and after', async () => {
    const compare = page.getByRole('slider', { name: 'Compare before and after' });
    await compare.focus();
    const start = Number(await compare.inputValue());
    await page.keyboard.press('ArrowRight');
    await expect(compare).toHaveValue(String(start + 1));
    await page.keyboard.press('End');
    await expect(compare).toHaveValue('100');
  });

  await test.step('a menu opens, is walked through, and gives the focus back', async () => {
    const discover = page.getByRole('button', { name: 'Discover', exact: true });
    await discover.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('list', { name: 'Discover', exact: true })).toBeVisible();
    await expect(
      page
        .getByRole('list', { name: 'Discover', exact: true })
        .getByRole('link', { name: 'Landing page' }),
    ).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('list', { name: 'Discover', exact: true })).toBeHidden();
    await expect(discover).toBeFocused();
  });

  await test.step('a modal holds the focus until it is closed', async () => {
    const logIn = page.getByRole('banner').getByRole('button', { name: 'Log In' });
    await logIn.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Log In' });
    await expect(dialog).toBeVisible();
    for (let press = 0; press < 10; press++) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(
        true,
      );
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(logIn).toBeFocused();
  });
});
