import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { launchProduct } from '../scripts/launch-product.ts';
import { chooseBaseMap, countPixels, countSimilarColours } from './support/map-pixels.ts';
import { detail, expect, horizontalOverflow, severeFaults, test } from './support/test.ts';

const mapAddress = '/apps/habitatpatrol/map';

/** The view is small because a software renderer draws every pixel of the map. */
test.use({ viewport: { width: 1040, height: 700 }, deviceScaleFactor: 1 });
const canvas = (page: Page) => page.getByRole('region', { name: 'Map of the area of interest' });
const searchBox = (page: Page) => page.getByRole('combobox', { name: /^Place.* coordinates$/ });

async function openSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search for a place' }).press('Enter');
  await expect(searchBox(page)).toBeFocused();
}

/** The tile of the usual scheme that holds a place (the OpenStreetMap wiki's slippy map formula). */
function tileOf(longitude: number, latitude: number, z: number): string {
  const radians = (latitude * Math.PI) / 180;
  const x = Math.floor(((longitude + 180) / 360) * 2 ** z);
  const y = Math.floor((0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)) * 2 ** z);
  return `/vector/${z}/${x}/${y}`;
}

test('the search flies to coordinates and to places, by keys alone', detail, async ({ page }) => {
  await page.goto(mapAddress);
  await chooseBaseMap(page, 'Light');

  await test.step('coordinates', async () => {
    await openSearch(page);
    const arrived = page.waitForResponse((reply) => reply.url().endsWith(tileOf(-95.9, 41.2, 12)));
    await page.keyboard.type(`41°12'N, 95°54'W`);
    await expect(page.getByRole('option', { name: /41\.2000° N, 95\.9000° W/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await arrived;
    await expect(searchBox(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Search for a place' })).toBeFocused();
  });

  await test.step('a place by the beginning of its name', async () => {
    await openSearch(page);
    await searchBox(page).fill('denv');
    // Denver, 39.7392° N, 104.9903° W (USGS Geographic Names).
    await expect(page.getByRole('option').first()).toHaveText('Denver, Colorado');
    const arrived = page.waitForResponse((reply) =>
      reply.url().endsWith(tileOf(-104.9903, 39.7392, 10)),
    );
    await page.keyboard.press('ArrowDown');
    expect(await severeFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await arrived;
    await expect(searchBox(page)).toBeHidden();
  });

  await test.step('the border of a park becomes the area', async () => {
    await openSearch(page);
    await searchBox(page).fill('yellowstone nat');
    await page.getByRole('option', { name: /^Yellowstone National Park/ }).click();
    await page.getByRole('button', { name: /^Use the border of Yellowstone/ }).click();
    const panel = page.getByRole('region', { name: 'Habitat Patrol', exact: true });
    await expect(panel.getByText('Yellowstone National Park', { exact: true })).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  });

  await test.step('a ZIP code lies in its county, and a species leads to its range and its counties', async () => {
    await openSearch(page);
    // Downtown Omaha, by the Postal Service.
    await searchBox(page).fill('68102');
    await expect(page.getByRole('option')).toHaveText(/^68102, Douglas County, Nebraska/);
    await searchBox(page).fill('karner blue');
    await page.getByRole('option', { name: /^Karner blue butterfly/ }).click();
    await expect(searchBox(page)).toBeHidden();
    const panel = page.getByRole('region', { name: 'Habitat Patrol', exact: true });
    await expect(panel.getByText(/Karner blue butterfly/).first()).toBeVisible();
    await expect(panel.getByText(/it will be compared in pixels of \d+ m/)).toBeVisible();
    await panel.getByRole('button', { name: 'Choose counties of it' }).click();
    const counties = page.getByRole('dialog', { name: 'Counties of this area' });
    await counties.getByRole('textbox', { name: 'Find among them' }).fill('saratoga');
    await counties.getByText('Saratoga, New York').click();
    expect(await severeFaults(page)).toEqual([]);
    await counties.getByRole('textbox', { name: 'Find among them' }).fill('albany');
    await counties.getByText('Albany, New York').click();
    const each = counties.getByRole('button', { name: 'Log in to compare each by itself' });
    await expect(each).toBeDisabled();
    await counties.getByText('Albany, New York').click();
    await expect(each).toBeHidden();
    await counties.getByRole('button', { name: 'Look at this county' }).click();
    await expect(counties).toBeHidden();
    await expect(panel.getByText('Saratoga, New York', { exact: true })).toBeVisible();
  });

  await test.step('Enter goes by what stands there, though its places are still coming', async () => {
    await openSearch(page);
    await searchBox(page).fill('denv');
    await expect(page.getByRole('option').first()).toHaveText('Denver, Colorado');
    let answer = () => {};
    const wanted = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/basemap/places?*', async (route) => {
      await wanted;
      await route.continue();
    });
    await searchBox(page).fill('douglas county, or');
    // The seat of Douglas County, Oregon: Roseburg, 43.2165° N, 123.3417° W (USGS Geographic Names).
    const arrived = page.waitForResponse((reply) =>
      reply.url().endsWith(tileOf(-123.3417, 43.2165, 7)),
    );
    await page.keyboard.press('Enter');
    answer();
    await arrived;
    await expect(searchBox(page)).toBeHidden();
    await page.unroute('**/api/basemap/places?*');
  });

  await test.step('a sentence stays inside its box', async () => {
    await openSearch(page);
    await searchBox(page).fill('q'.repeat(80));
    const said = page.getByText(/^No place in the United States begins with/);
    await expect(said).toBeVisible();
    await expect(async () => {
      const [box, field] = await Promise.all([
        said.boundingBox(),
        page.getByRole('search').boundingBox(),
      ]);
      expect(box!.x + box!.width).toBeLessThanOrEqual(field!.x + field!.width);
      expect(box!.x).toBeGreaterThanOrEqual(field!.x);
    }).toPass();
  });

  await test.step('what is not there is said, and Escape puts the search away', async () => {
    await searchBox(page).fill('qqq');
    await expect(page.getByText('No place in the United States begins with “qqq”.')).toBeVisible();
    await searchBox(page).fill('');
    await page.keyboard.press('Escape');
    await expect(searchBox(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Search for a place' })).toBeFocused();
  });

  await test.step('the mark of what was found is taken away', async () => {
    const remove = page.getByRole('button', { name: 'Remove the mark' });
    await page.keyboard.press('ArrowDown');
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(remove).toBeHidden();
    await expect(page.getByRole('button', { name: 'Search for a place' })).toBeFocused();
  });
});

test('the search on a phone', detail, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(mapAddress);
  await openSearch(page);
  await expect(searchBox(page)).toBeInViewport({ ratio: 1 });
  await page.keyboard.type('lincoln, ne');
  await expect(page.getByRole('option').first()).toBeInViewport({ ratio: 1 });
  await expect.poll(() => horizontalOverflow(page)).toBe(0);
  await page.keyboard.press('Enter');
  // The search box would cover the tools that are needed next.
  await expect(searchBox(page)).toBeHidden();
  // The credits are folded to their button, which opens them.
  const credits = page.getByText('Natural Earth');
  await expect(credits).toBeHidden();
  await page.getByLabel('Toggle attribution').click();
  await expect(credits).toBeVisible();
});

test(
  'credits stand in one line, or fold to a button that shows them whole',
  detail,
  async ({ page }) => {
    const credits = page.locator('.maplibregl-ctrl-attrib-inner');
    const owed = ['NASA', 'Natural Earth', 'U.S. Census Bureau', 'GeoNames'];
    await page.setViewportSize({ width: 1440, height: 700 });
    await page.goto(mapAddress);
    for (const name of owed) await expect(credits).toContainText(name);
    await expect(credits).toBeVisible();
    const lines = () =>
      credits.evaluate(
        (element) =>
          element.getBoundingClientRect().height /
          Number.parseFloat(getComputedStyle(element).lineHeight),
      );
    await expect.poll(lines).toBeLessThan(1.5);

    await page.setViewportSize({ width: 700, height: 700 });
    await expect(credits).toBeHidden();
    await page.getByLabel('Toggle attribution').click();
    for (const name of owed) await expect(credits).toContainText(name);
    await expect(credits).toBeVisible();
  },
);

test('another base map keeps what lies above it', async ({ page }) => {
  await page.goto(`${mapAddress}?area=-96.1_41.2_-96_41.3`);
  const outline: [number, number, number] = [255, 209, 102];
  for (const name of ['Light', 'Dark', 'Outdoors']) {
    await chooseBaseMap(page, name);
    await expect.poll(() => countPixels(page, outline)).toBeGreaterThan(200);
  }
});

test('the map by keys: how is said, and it moves, zooms and turns', detail, async ({ page }) => {
  await page.goto(mapAddress);
  await chooseBaseMap(page, 'Light');
  const panel = page.getByRole('region', { name: 'Habitat Patrol', exact: true });
  await panel.getByRole('button', { name: 'Enter coordinates' }).click();
  const west = async () => {
    await panel.getByRole('button', { name: 'Use current view' }).click();
    return Number(await panel.getByLabel('West', { exact: true }).inputValue());
  };
  const start = await west();
  const scale = page.locator('.maplibregl-ctrl-scale');
  const startScale = await scale.textContent();

  await canvas(page).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(canvas(page)).toBeFocused();
  await expect(page.getByText('Arrow keys move the map')).toBeInViewport();
  await expect(canvas(page)).toHaveAccessibleDescription(/Arrow keys move the map/);

  await page.keyboard.press('ArrowRight');
  await expect.poll(west).toBeGreaterThan(start);
  await canvas(page).focus();
  await page.keyboard.press('+');
  await expect(scale).not.toHaveText(startScale ?? '');

  const north = page.getByRole('button', { name: 'Turn north up' });
  await expect(north).toBeHidden();
  await page.keyboard.press('Shift+ArrowRight');
  await north.press('Enter');
  await expect(north).toBeHidden();
});

test('tiles that failed are asked for again when the server is back', detail, async ({ page }) => {
  let isDown = true;
  await page.route('**/basemap/tiles/**', (route) =>
    isDown ? route.fulfill({ status: 503 }) : route.fallback(),
  );
  const refusals = new Map<string, number>();
  page.on('response', (reply) => {
    if (reply.status() === 503) refusals.set(reply.url(), (refusals.get(reply.url()) ?? 0) + 1);
  });
  await page.goto(mapAddress);
  // The tile is requested once more without success. The silence shows that the map draws
  // meanwhile.
  await expect.poll(() => Math.max(0, ...refusals.values())).toBeGreaterThan(1);
  const arrivals = ['/vector/', '/satellite/'].map((part) =>
    page.waitForResponse((reply) => reply.url().includes(part) && reply.ok()),
  );
  isDown = false;
  // Nothing is pressed or moved meanwhile.
  await Promise.all(arrivals);
});

/** A PNG of one red pixel. */
const redPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** A lying service answers with one of these after the other. */
const lies: readonly ((reply: ServerResponse) => void)[] = [
  (reply) => reply.setHeader('content-type', 'text/html').end('<!DOCTYPE html>'),
  (reply) => reply.setHeader('content-type', 'image/png').end('{"error":"no such tile"}'),
  (reply) => reply.writeHead(429, { 'retry-after': '1' }).end(),
];

test(
  'the built-in map stands in for a service that fails, and the service comes back',
  detail,
  async ({ browser }) => {
    let answer: 'good' | 'slow' | 'lying' | 'cut' = 'good';
    let count = 0;
    const answerWell = (reply: ServerResponse) =>
      reply.setHeader('cache-control', 'max-age=1').end(redPixel);
    const tiles = createServer((_request, reply) => {
      if (answer === 'good') answerWell(reply);
      // Longer than a person waits for it.
      else if (answer === 'slow') setTimeout(() => answerWell(reply), 10_000);
      else if (answer === 'lying') lies[count++ % lies.length]!(reply);
      else reply.destroy();
    }).listen(0, '127.0.0.1');
    await once(tiles, 'listening');
    const { port } = tiles.address() as AddressInfo;
    const product = await launchProduct({
      BASEMAP_PROVIDER: 'custom',
      BASEMAP_URL: `http://127.0.0.1:${port}/{style}/{z}/{x}/{y}.png`,
      BASEMAP_ATTRIBUTION: '© Example Maps',
    });
    const page = await browser.newPage({ baseURL: product.address });
    const red = [255, 0, 0] as const;
    const empty = [11, 29, 58] as const;
    const isRed = () => countPixels(page, red);
    /** A view whose tiles nobody has asked for yet. */
    const goTo = (view: string) => page.goto(`${mapAddress}?base=satellite&view=${view}`);
    try {
      await goTo('-100_40_5');
      await expect(page.getByText('© Example Maps')).toBeVisible();
      await expect.poll(isRed).toBeGreaterThan(10_000);

      for (const [fault, view] of [
        ['slow', '-90_35_6'],
        ['lying', '-80_35_6'],
        ['cut', '-110_45_6'],
      ] as const) {
        await test.step(fault, async () => {
          answer = fault;
          await goTo(view);
          // The built-in picture of the globe is green and brown here.
          const arrived = page.waitForResponse((reply) =>
            reply.url().includes('/pictures/satellite/'),
          );
          expect((await arrived).status()).toBe(200);
          await expect.poll(isRed).toBe(0);
        });
      }

      // The map asks again by itself when the tile that stands in has expired, and does not get empty meanwhile.
      await expect.poll(() => countPixels(page, empty)).toBeLessThan(50_000);
      answer = 'good';
      let emptyPixels = 0;
      const comesBack = async () => {
        const picture = await page.screenshot();
        emptyPixels = Math.max(emptyPixels, await countSimilarColours(picture, empty));
        return countSimilarColours(picture, red);
      };
      await expect.poll(comesBack, { timeout: 150_000 }).toBeGreaterThan(10_000);
      expect(emptyPixels).toBeLessThan(50_000);
    } finally {
      await page.close();
      await product.stop();
      tiles.closeAllConnections();
      tiles.close();
    }
  },
);
