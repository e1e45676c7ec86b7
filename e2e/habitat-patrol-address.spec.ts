import type { Page } from '@playwright/test';
import { findExample, runMilliseconds } from './support/run-example.ts';
import { detail, expect, test } from './support/test.ts';

const mapAddress = '/apps/habitatpatrol/map';

/** The view is small because a software renderer draws every pixel of the map. */
test.use({ viewport: { width: 1040, height: 700 } });

const panel = (page: Page) => page.getByRole('region', { name: 'Habitat Patrol', exact: true });
const map = (page: Page) => page.getByRole('region', { name: 'Map of the area of interest' });
const line = (page: Page) => page.getByRole('slider', { name: 'Compare before and after' });
const changeSlider = (page: Page) => panel(page).getByRole('slider', { name: 'Change-Image' });
const patchButton = (page: Page, index: number) =>
  panel(page).getByRole('list', { name: 'Largest patches' }).getByRole('button').nth(index);
const kinds = (page: Page) =>
  panel(page).getByRole('region', { name: 'Change on the map' }).getByRole('checkbox');
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

/** Web Mercator of longitude and latitude, in shares of the world: EPSG Guidance Note 7-2. */
function mercator(longitude: number, latitude: number): [x: number, y: number] {
  const radians = (latitude * Math.PI) / 180;
  return [
    longitude / 360 + 0.5,
    0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI),
  ];
}

test('Shift+Z goes to zoom 12 where the mouse was', async ({ page }) => {
  await page.goto(`${mapAddress}?view=-95.9345_41.256_4`);
  const { x, y, width, height } = (await map(page).boundingBox())!;
  const mouse = { x: 760, y: 420 };
  await page.mouse.move(mouse.x, mouse.y);
  await page.keyboard.press('Shift+Z');
  await expect(page).toHaveURL(/[?&]view=-?[\d.]+_[\d.]+_11$/);
  const [longitude, latitude] = (parameter(page, 'view') ?? '').split('_').map(Number);
  // The view has the middle of the specification's first view in the middle of the uncovered part,
  // at its zoom 5. It counts in Leaflet's tiles of 256 pixels. The address counts in MapLibre's
  // tiles of 512 pixels, which is one less.
  const [startX, startY] = mercator(-95.9345, 41.256);
  const worldPixels = 256 * 2 ** 5;
  const { x: panelX, width: panelWidth } = (await panel(page).boundingBox())!;
  const covered = panelX + panelWidth - x;
  const mouseX = startX + (mouse.x - x - (covered + width) / 2) / worldPixels;
  const mouseY = startY + (mouse.y - y - height / 2) / worldPixels;
  // The place of the mouse moves to the middle of the map. The address has the middle of the
  // uncovered part.
  const [viewX, viewY] = mercator(longitude!, latitude!);
  const freePixels = 256 * 2 ** 12;
  expect(Math.abs(viewX - covered / 2 / freePixels - mouseX) * worldPixels).toBeLessThan(1);
  expect(Math.abs(viewY - mouseY) * worldPixels).toBeLessThan(1);
});

test('a copied link opens what its sender saw', detail, async ({ page, browser, baseURL }) => {
  const id = await findExample(page);
  await page.goto(`${mapAddress}?run=${id}`);
  await expect(changeSlider(page)).toBeVisible();

  await test.step('what is done on the screen is in the address', async () => {
    await patchButton(page, 0).click();
    await expect(page).toHaveURL(/[?&]patch=1(&|$)/);
    expect(parameter(page, 'view')).toBeNull();
    await panel(page).getByText('Swipe between before and after').click();
    await line(page).press('End');
    await line(page).press('PageDown');
    await expect(page).toHaveURL(/[?&]swipe=90(&|$)/);
    await expect(changeSlider(page)).toHaveAttribute('min', '0');
    await expect(changeSlider(page)).toHaveAttribute('max', '10');
    await changeSlider(page).press('ArrowLeft');
    await expect(page).toHaveURL(/[?&]opacity=10_10_9(&|$)/);
    await page.getByRole('button', { name: 'Base map', exact: true }).click();
    await page.getByRole('radio', { name: 'Outdoors' }).check({ force: true });
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/[?&]base=outdoors(&|$)/);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect(page).toHaveURL(/[?&]view=-?[\d.]+_[\d.]+_[\d.]+(&|$)/);
  });

  await test.step('another browser shows the same', async () => {
    const other = await browser.newContext({ baseURL, viewport: { width: 1040, height: 700 } });
    const guest = await other.newPage();
    await guest.goto(page.url());
    await expect(line(guest)).toHaveAttribute('aria-valuenow', '90');
    await expect(changeSlider(guest)).toHaveValue('9');
    await expect(panel(guest).getByRole('region', { name: 'Patch 1', exact: true })).toBeVisible();
    await expect(guest.locator('.maplibregl-marker')).toHaveCount(1);
    // The map may still be on its way to the view of the address.
    await expect(async () => {
      const tip = await guest.locator('.maplibregl-marker').boundingBox();
      const own = await page.locator('.maplibregl-marker').boundingBox();
      expect(Math.abs(tip!.x - own!.x)).toBeLessThan(3);
      expect(Math.abs(tip!.y - own!.y)).toBeLessThan(3);
    }).toPass();
    await guest.getByRole('button', { name: 'Base map', exact: true }).click();
    await expect(guest.getByRole('radio', { name: 'Outdoors' })).toBeChecked();
    await expect(guest).toHaveURL(page.url());
    await other.close();
  });

  await test.step('a kind that is hidden stays hidden, and takes the mark along', async () => {
    await expect(kinds(page).first()).toBeVisible();
    const [name] = await kinds(page).evaluateAll((boxes) =>
      boxes.map((box) => box.closest('li')?.textContent ?? ''),
    );
    await kinds(page).first().uncheck({ force: true });
    await expect(page).toHaveURL(/[?&]hide=[a-z_]+(&|$)/);
    await page.reload();
    await expect(changeSlider(page)).toBeVisible();
    const same = panel(page)
      .getByRole('listitem')
      .filter({ hasText: name!.slice(0, 5) });
    await expect(same.getByRole('checkbox').first()).not.toBeChecked();
  });

  await test.step('a link of old, and one with nonsense, opens the result as ever', async () => {
    await page.goto(
      `${mapAddress}?run=${id}&opacity=3_7_10&patch=99999&swipe=x&hide=moon&view=1_2&base=mars`,
    );
    await expect(changeSlider(page)).toHaveValue('10');
    await expect(panel(page).getByRole('slider', { name: 'Before-Image' })).toHaveValue('3');
    await expect(line(page)).toBeHidden();
    await expect(page.locator('.maplibregl-marker')).toHaveCount(0);
  });
});

test(
  'Back leads from a result to its area, and Forward to the result',
  detail,
  async ({ page }) => {
    const id = await findExample(page);
    const { coords, startDate, endDate } = await (
      await page.request.get(`/api/changedetection/runs/${id}`)
    ).json();
    const [west, south, east, north] = boundsOf(coords);
    const area = [west, south, east, north].join('_');
    await page.goto(`${mapAddress}?area=${area}&start=${startDate}&end=${endDate}`);
    await map(page).waitFor();
    const run = panel(page).getByRole('button', { name: 'Run', exact: true });
    // This request is the same as that of the finished run, so it is answered at once.
    await run.click();
    await expect(changeSlider(page)).toBeVisible({ timeout: runMilliseconds });
    await expect(page.getByText(/^We've successfully retrieved all the necessary /)).toBeVisible();
    await expect(page).toHaveURL(/run=/);

    await page.goBack();
    await expect(run).toBeEnabled();
    await expect(page).not.toHaveURL(/run=/);
    await expect(panel(page).getByLabel('Start date')).toHaveValue(startDate);
    await page.goForward();
    await expect(changeSlider(page)).toBeVisible();

    await panel(page).getByRole('button', { name: 'Reset', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${mapAddress}$`));
    await page.goBack();
    await expect(changeSlider(page)).toBeVisible();
    await expect(page).toHaveURL(/run=/);
  },
);

/** The bounds (west, south, east, north) of an area in the body of an analysis. */
function boundsOf(coords: string): [number, number, number, number] {
  const { geometries } = JSON.parse(coords) as {
    geometries: { coordinates: [number, number][][] }[];
  };
  const positions = geometries[0].coordinates[0];
  const longitudes = positions.map(([longitude]) => longitude);
  const latitudes = positions.map(([, latitude]) => latitude);
  return [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ];
}
