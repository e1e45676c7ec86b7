import type { Locator, Page } from '@playwright/test';
import { runMilliseconds } from './support/run-example.ts';
import { detail, expect, horizontalOverflow, severeFaults, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';

test.use({ drawsSeldom: true });

const mapAddress = '/apps/habitatpatrol/map';

const panel = (page: Page) => page.getByRole('region', { name: 'Habitat Patrol', exact: true });
const runButton = (page: Page) => panel(page).getByRole('button', { name: 'Run', exact: true });
const slider = (page: Page, name: string) => panel(page).getByRole('slider', { name });

interface Imagery {
  examples: { name: string; expected_change: boolean }[];
}

/** The name of the first example in which something changes. */
async function changedExample(page: Page): Promise<string> {
  const imagery: Imagery = await (await page.request.get('/api/changedetection/imagery')).json();
  const example = imagery.examples.find((each) => each.expected_change);
  if (example === undefined) throw new Error('No example shows a change.');
  return example.name;
}

async function pickExample(page: Page): Promise<void> {
  const name = await changedExample(page);
  await panel(page).getByRole('button').filter({ hasText: name }).click();
  await expect(runButton(page)).toBeEnabled();
}

/** The middle of the part of the map that the panel leaves free. */
async function freeMapPoint(page: Page): Promise<{ x: number; y: number }> {
  const map = await boxOf(page.getByRole('region', { name: 'Map of the area of interest' }));
  const covered = await boxOf(panel(page));
  const left = covered.x + covered.width;
  return { x: (left + map.x + map.width) / 2, y: map.y + map.height / 2 };
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('Not on the screen.');
  return box;
}

async function drawRectangle(page: Page, widthPixels: number): Promise<void> {
  await page.getByRole('button', { name: 'Draw a rectangle' }).click();
  const { x, y } = await freeMapPoint(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + widthPixels / 2, y + widthPixels / 2);
  await page.mouse.move(x + widthPixels, y + widthPixels);
  await page.mouse.up();
}

test('an example from start to result, shared by its link', async ({ page, browser, baseURL }) => {
  await page.goto(mapAddress);
  await expect(page.getByText('Simulated imagery', { exact: true })).toBeVisible();
  await expect(runButton(page)).toBeDisabled();
  await pickExample(page);
  expect(await severeFaults(page)).toEqual([]);

  const changeTile = page.waitForResponse(
    (response) => /\/tiles\/change\/.*\/change\//.test(response.url()) && response.ok(),
    { timeout: 0 },
  );
  await runButton(page).click();
  await expect(page.getByRole('list', { name: 'Steps of the analysis' })).toBeVisible();
  await expect(page).toHaveURL(/run=/);

  await test.step('a reload in the middle of the run joins it again', async () => {
    await page.reload();
    await expect(
      slider(page, 'Change-Image').or(page.getByRole('list', { name: 'Steps of the analysis' })),
    ).toBeVisible();
  });

  await expect(slider(page, 'Change-Image')).toBeVisible({ timeout: runMilliseconds });
  expect((await changeTile).headers()['content-type']).toBe('image/png');
  const dates = panel(page)
    .getByRole('definition')
    .filter({ hasText: /^\d\d\/\d\d\/\d{4}$/ });
  await expect(dates).toHaveCount(2);
  const changed = (of: Page) =>
    panel(of)
      .getByRole('paragraph')
      .filter({ hasText: / changed/ });
  const finding = (await changed(page).textContent()) ?? '';
  expect(Number.parseFloat(finding.replace(',', ''))).toBeGreaterThan(0.5);
  await expect(page.getByText('Simulated imagery', { exact: true })).toBeVisible();
  expect(await severeFaults(page)).toEqual([]);

  await test.step('sliders work by keyboard and are part of the address', async () => {
    await slider(page, 'After-Image').focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowLeft');
    await expect(slider(page, 'After-Image')).toHaveValue('7');
    await expect(page).toHaveURL(/opacity=10_7_10/);
  });

  await test.step('another browser opens the same result by the link, dark and narrow', async () => {
    const other = await browser.newContext({
      baseURL,
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    });
    const visitor = await other.newPage();
    await visitor.goto(page.url());
    await expect(slider(visitor, 'After-Image')).toHaveValue('7');
    await expect(visitor.getByRole('region', { name: 'Tutorial' })).toBeHidden();
    await expect(changed(visitor)).toHaveText(finding);
    expect(await severeFaults(visitor)).toEqual([]);
    await expect.poll(() => horizontalOverflow(visitor)).toBe(0);
    await other.close();
  });

  await panel(page).getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(runButton(page)).toBeDisabled();
  await expect(page).toHaveURL(new RegExp(`${mapAddress}$`));
});

test('a run that is cancelled leaves the area ready', async ({ page }) => {
  await page.goto(mapAddress);
  await pickExample(page);
  // The dates differ from the other journey's, because a finished run would answer at once.
  await panel(page).getByLabel('Start date').fill('2018-06-02');
  await runButton(page).click();
  const cancel = panel(page).getByRole('button', { name: 'Cancel' });
  await cancel.click();
  await expect(runButton(page)).toBeEnabled();
  await expect(cancel).toBeHidden();
  await expect(page).not.toHaveURL(/run=/);
});

test('a drawn rectangle and the run checks', detail, async ({ page }) => {
  await page.goto(mapAddress);
  await page.getByRole('region', { name: 'Map of the area of interest' }).waitFor();

  await test.step('an area that is too large is refused', async () => {
    await drawRectangle(page, 200);
    await expect(
      page.getByText('Please draw a polygon that covers a smaller amount of land.'),
    ).toBeVisible();
    await expect(runButton(page)).toBeDisabled();
    // 85,420 m are 53 miles; a square of that perimeter has sides of 21,355 m, 13 miles.
    await expect(
      panel(page).getByText(
        'It may be 85.4 km (53 miles) long at most: a square with sides of 21.4 km (13 miles).',
      ),
    ).toBeVisible();
    await panel(page).getByRole('button', { name: 'Place the largest square there' }).click();
    await expect(runButton(page)).toBeEnabled();
    await page.getByRole('button', { name: 'Delete the area' }).click();
  });

  await test.step('a small one makes the run possible, and is in the address', async () => {
    await drawRectangle(page, 60);
    await expect(runButton(page)).toBeEnabled();
    await expect(page).toHaveURL(/area=-?[\d.]+_-?[\d.]+_-?[\d.]+_-?[\d.]+/);
    await expect(
      page.getByText('Please draw a polygon that covers a smaller amount of land.'),
    ).toBeHidden();
  });

  const refusals: [start: string, end: string, sentence: string][] = [
    ['', '2019-12-31', 'Please select dates and an area of interest before running an analysis'],
    [
      '2014-12-31',
      '2019-12-31',
      'Satellite data from before 2015 is not available, please pick a later date.',
    ],
    ['2019-01-01', '2150-01-01', 'Please select an end date that is not in the future.'],
    ['2020-01-01', '2019-12-31', 'Please make sure your end date occurs after your starting date.'],
  ];
  for (const [start, end, sentence] of refusals) {
    await test.step(sentence, async () => {
      await panel(page).getByLabel('Start date').fill(start);
      await panel(page).getByLabel('End date').fill(end);
      await runButton(page).click();
      await expectToast(page, 'Error', sentence);
    });
  }
  await test.step('one press chooses dates of one season, and the wrong ones are marked no more', async () => {
    await expect(
      panel(page).getByText('Please make sure your end date occurs after your starting date.'),
    ).toBeVisible();
    await panel(page).getByRole('button', { name: 'Last summer and this one' }).click();
    await expect(panel(page).getByLabel('Start date')).toHaveValue(/^20\d\d-07-15$/);
    await expect(panel(page).getByText('Please make sure')).toBeHidden();
    // On a very busy machine the look ends without a share, and says so.
    await expect(
      panel(page)
        .getByText(/^About .* of the area can be seen on both dates\.$/)
        .or(panel(page).getByText('The analysis can be run all the same.')),
    ).toBeVisible();
  });

  await page.getByRole('button', { name: 'Delete the area' }).click();
  await expect(runButton(page)).toBeDisabled();
});

test('an area without a pointer: coordinates and keys alone', async ({ page }) => {
  await page.goto(mapAddress);
  await panel(page).getByRole('button', { name: 'Enter coordinates' }).press('Enter');
  await panel(page).getByLabel('North', { exact: true }).focus();
  for (const degrees of ['41.3', '-96.1', '-96', '41.2']) {
    await page.keyboard.type(degrees);
    await page.keyboard.press('Tab');
  }
  await panel(page).getByRole('button', { name: 'Set area' }).press('Enter');
  await expect(runButton(page)).toBeEnabled();
  await expect(page).toHaveURL(/area=-96.1_41.2_-96_41.3/);

  // The pressed button has disappeared, and the focus is where the next step is.
  const area = panel(page).getByRole('group', { name: 'Area ready' });
  await expect(area).toBeFocused();
  await area.getByRole('button', { name: 'Remove this area' }).press('Enter');
  await expect(panel(page).getByRole('heading', { name: 'Area of interest' })).toBeFocused();
});

test('the narrow screen, light and dark', detail, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(mapAddress);
    await expect(runButton(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Simulated imagery', { exact: true })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'More tools' }).click();
    await page.getByRole('button', { name: 'Base map', exact: true }).click();
    await page.getByRole('radio', { name: 'Outdoors' }).check({ force: true });
    expect(await severeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel(page).getByRole('button', { name: 'Fold Habitat Patrol', exact: true }).click();
    await expect(runButton(page)).toBeHidden();
    await expect.poll(() => horizontalOverflow(page)).toBe(0);
  }
});

test('without WebGL the screen says what to do', async ({ page }) => {
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      ...args: unknown[]
    ) {
      return args[0] === 'webgl2' ? null : Reflect.apply(original, this, args);
    } as typeof original;
  });
  await page.goto(mapAddress);
  await expect(page.getByText('This browser cannot draw the map')).toBeVisible();
  expect(await severeFaults(page)).toEqual([]);
});
