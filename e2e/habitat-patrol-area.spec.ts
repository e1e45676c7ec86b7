import type { Locator, Page, Route } from '@playwright/test';
import { detail, expect, horizontalOverflow, severeFaults, test } from './support/test.ts';

const mapAddress = '/apps/habitatpatrol/map';
const ready = `${mapAddress}?area=-96.1_41.2_-96_41.3`;

/** The view is small because a software renderer draws every pixel of the map. */
test.use({ viewport: { width: 1040, height: 700 } });

const map = (page: Page) => page.getByRole('region', { name: 'Map of the area of interest' });
const panel = (page: Page) => page.getByRole('region', { name: 'Habitat Patrol', exact: true });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const runButton = (page: Page) => panel(page).getByRole('button', { name: 'Run', exact: true });

async function openMap(page: Page, address = mapAddress): Promise<void> {
  await page.goto(address);
  await map(page).waitFor();
}

/** The numbers of the area in the address: longitude and latitude of each position in turn. */
async function areaOfAddress(page: Page): Promise<number[]> {
  await expect(page).toHaveURL(/area=/);
  const text = new URL(page.url()).searchParams.get('area') ?? '';
  return text.split('_').map(Number);
}

/** Moves the map by a key, and waits until the address has the new view. */
async function moveMap(page: Page, key: string): Promise<void> {
  const view = () => new URL(page.url()).searchParams.get('view');
  const before = view();
  await page.keyboard.press(key);
  await expect.poll(view).not.toBe(before);
}

async function addArea(page: Page) {
  await button(page, 'File or species').click();
  return page.getByRole('dialog', { name: 'Add an Area Of Interest' });
}

test('the tutorial is open at the start, remembered when closed, and opens again', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, viewport: { width: 1040, height: 700 } });
  const page = await context.newPage();
  await openMap(page);
  const tutorial = page.getByRole('region', { name: 'Tutorial', exact: true });
  await expect(tutorial.getByRole('heading', { name: 'Choose an area' })).toBeVisible();
  expect(await severeFaults(page)).toEqual([]);
  await tutorial.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(tutorial.getByText('2 of 5')).toBeVisible();
  const picture = tutorial.getByRole('img');
  await expect(picture).toHaveJSProperty('complete', true);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(600);
  await tutorial.getByRole('button', { name: 'Close the tutorial' }).click();
  await page.reload();
  await map(page).waitFor();
  await expect(tutorial).toBeHidden();
  await panel(page).getByRole('button', { name: 'Tutorial', exact: true }).click();
  await expect(tutorial.getByText('1 of 5')).toBeVisible();
  // The tutorial follows the screen: with an area the dates are next, and it ends with a result.
  await panel(page)
    .getByRole('button')
    .filter({ hasText: /Clear-cuts/ })
    .first()
    .click();
  await expect(tutorial.getByText('4 of 5')).toBeVisible();
  await tutorial.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(tutorial.getByRole('button', { name: 'Run an example' })).toBeVisible();
  await context.close();

  const guest = await browser.newPage({ baseURL });
  await openMap(guest, `${mapAddress}?run=a-run-that-someone-shared`);
  await expect(guest.getByText(/^The result of this link is no longer there\./)).toBeVisible();
  await expect(guest.getByRole('region', { name: 'Tutorial', exact: true })).toBeHidden();
  await guest.close();
});

test('a polygon by mouse and keys, edited, undone and redone', async ({ page }) => {
  await openMap(page);
  await page.mouse.move(760, 420);
  await page.keyboard.press('Shift+Z');
  // At zoom 12 the scale bar is two or three kilometres long.
  await expect(page.locator('.maplibregl-ctrl-scale')).toHaveText(/^[23]\skm$/);

  await button(page, 'Draw a polygon').click();
  const corners = [
    [640, 400],
    [760, 420],
    [740, 520],
    [620, 560],
  ] as const;
  for (const [x, y] of corners) await page.mouse.click(x, y);
  await expect(page.getByText(/ of 85\.4 km/)).toBeVisible();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(runButton(page)).toBeEnabled();
  expect(await areaOfAddress(page)).toHaveLength(6);

  await test.step('a corner is moved, one added and one removed by keys', async () => {
    const [drawn] = await areaOfAddress(page);
    await button(page, 'More tools').click();
    await button(page, 'Edit the area').click();
    expect(await severeFaults(page)).toEqual([]);
    await button(page, 'Corner 1 of 3').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(async () => (await areaOfAddress(page))[0]).toBeGreaterThan(drawn!);
    await button(page, 'Add a corner after corner 2').press('Enter');
    await expect(button(page, 'Corner 3 of 4')).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(button(page, 'Corner 2 of 3')).toBeFocused();
    const moved = await areaOfAddress(page);
    await button(page, 'Move the area').press('ArrowUp');
    await expect.poll(async () => (await areaOfAddress(page))[1]).toBeGreaterThan(moved[1]);
    await button(page, 'Done').click();

    await test.step('and all of it undone and redone', async () => {
      for (let press = 0; press < 4; press++) await page.keyboard.press('Control+z');
      await expect.poll(async () => (await areaOfAddress(page))[0]).toBe(drawn);
      await page.keyboard.press('Control+z');
      await expect(runButton(page)).toBeDisabled();
      await button(page, 'Redo').click();
      await expect(runButton(page)).toBeEnabled();
    });
  });

  await test.step('the area without a pointer, from the focused map', async () => {
    const former = await areaOfAddress(page);
    await button(page, 'Draw a polygon').click();
    await page.getByRole('region', { name: 'Map of the area of interest' }).focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
      await page.keyboard.press('Space');
      await moveMap(page, key);
    }
    await page.keyboard.press('Enter');
    await expect(button(page, 'Draw a polygon')).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => areaOfAddress(page)).not.toEqual(former);
    expect(await areaOfAddress(page)).toHaveLength(6);
  });
});

test('a rectangle by keys alone, from the button in the panel', detail, async ({ page }) => {
  await openMap(page, `${mapAddress}?area=-96.1_41.2_-96_41.3`);
  await button(page, 'Remove this area').press('Enter');
  await button(page, 'Draw on the map').press('Enter');
  await expect(map(page)).toBeFocused();
  await expect(page.getByText('Space sets a corner here')).toBeVisible();
  await expect(page.getByText(/Space sets a corner in its middle, Enter finishes/)).toBeVisible();
  const refusal = page.getByRole('alert').filter({ hasText: 'There is no area between' });
  await page.keyboard.press('Space');
  await expect(refusal).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(refusal).toBeVisible();
  await moveMap(page, 'ArrowRight');
  await expect(refusal).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(refusal).toBeVisible();
  await moveMap(page, 'ArrowDown');
  await expect(page.getByText('Enter finishes here')).toBeVisible();
  await expect(page.getByText(/ of 85\.4 km/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(runButton(page)).toBeEnabled();
  expect(await areaOfAddress(page)).toHaveLength(4);

  const skip = page.getByRole('link', { name: 'Skip to Run' });
  await test.step('from the map to Run in at most ten presses of the Tab key', async () => {
    await expect(map(page)).toBeFocused();
    let presses = 0;
    const isAt = (place: Locator) =>
      place.evaluate((element) => element === document.activeElement);
    for (const place of [skip, runButton(page)]) {
      while (!(await isAt(place)) && presses < 10) {
        await page.keyboard.press('Tab');
        presses++;
      }
      await expect(place).toBeFocused();
      if (place === skip) await page.keyboard.press('Enter');
    }
  });

  await test.step('arrow keys move in a group of buttons, which is one stop', async () => {
    await map(page).focus();
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    for (const name of ['Search for a place', 'Zoom in', 'Draw a rectangle']) {
      await page.keyboard.press('Tab');
      await expect(button(page, name)).toBeFocused();
    }
    for (const name of ['Draw a polygon', 'Delete the area', 'More tools']) {
      await page.keyboard.press('ArrowDown');
      await expect(button(page, name)).toBeFocused();
    }
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(runButton(page)).toBeDisabled();
    // The button that disabled itself keeps the focus, and no further press has an effect.
    await expect(button(page, 'Delete the area')).toBeDisabled();
    await expect(button(page, 'Delete the area')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Base map')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(button(page, 'Delete the area')).toBeFocused();
  });
});

test('before a run the screen says how coarse it will be, and that an area is too large', async ({
  page,
}) => {
  await openMap(page, `${mapAddress}?area=-96.3_41_-96_41.3`);
  await expect(panel(page).getByText(/compared in pixels of 20 m instead of 10 m/)).toBeVisible();
  await page.goto(`${mapAddress}?area=-160_15_-60_60`);
  await expect(
    panel(page).getByText(/^This area is too large for one run: the rectangle around it measures/),
  ).toBeVisible();
});

test(
  'a part of the screen that can’t be fetched costs nothing that was entered',
  detail,
  async ({ page }) => {
    await openMap(page, ready);
    await expect(runButton(page)).toBeEnabled();
    await button(page, 'Remove this area').click();
    await page.getByLabel('Start date').fill('2018-05-01');
    await page.route('**/assets/**', (route) => route.abort());
    await button(page, 'File or species').click();
    await expect(
      page.getByText(
        'This part of the page could not be loaded. Check the connection and try again.',
      ),
    ).toBeVisible();
    await expect(page.getByLabel('Start date')).toHaveValue('2018-05-01');
    await page.unroute('**/assets/**');
    await expect(await addArea(page)).toBeVisible();
  },
);

const polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [-96, 41],
      [-95.9, 41],
      [-95.9, 41.1],
      [-96, 41],
    ],
  ],
};
const feature = (geometry: object) => ({ type: 'Feature', properties: {}, geometry });

test('a file becomes the area; what can’t be used is said', async ({ page }) => {
  await openMap(page);
  const modal = await addArea(page);
  expect(await severeFaults(page)).toEqual([]);
  const choose = (name: string, text: string) =>
    modal
      .getByLabel('Vector file')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
  const upload = modal.getByRole('button', { name: 'Upload', exact: true });

  await choose('area.txt', '{}');
  await expect(modal.getByText(/^Error: File must must be of type /)).toBeVisible();
  await expect(upload).toBeDisabled();

  await choose('area.kml', '<?xml version="1.0"?><!DOCTYPE k [<!ENTITY a "&#x41;">]><kml>&a;');
  await upload.click();
  await expect(
    page.getByText(/^The selected vector file could not be processed\./).first(),
  ).toBeVisible();
  await expect(runButton(page)).toBeDisabled();

  const point = { type: 'Point', coordinates: [-96, 41] };
  await choose(
    'meadow.json',
    JSON.stringify({ type: 'FeatureCollection', features: [feature(polygon), feature(point)] }),
  );
  await upload.click();
  await expect(modal).toBeHidden();
  await expect(runButton(page)).toBeEnabled();
  await expect(panel(page).getByText('meadow.json')).toBeVisible();
  await expect(panel(page).getByText('1 part of the file is not in the area:')).toBeVisible();
});

test('a file dropped on the map is taken, not opened by the browser', detail, async ({ page }) => {
  await openMap(page);
  await page.getByLabel('Start date').fill('2018-05-01');
  const transfer = await page.evaluateHandle(
    (text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped.geojson', { type: 'application/json' }));
      return data;
    },
    JSON.stringify(feature(polygon)),
  );
  // Whether the browser would have left the page for the file.
  const isTaken = await page.locator('canvas').evaluate((element, dataTransfer) => {
    const at = (type: string) =>
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    return !at('dragover') && !at('drop');
  }, transfer);
  expect(isTaken).toBe(true);
  const modal = page.getByRole('dialog', { name: 'Add an Area Of Interest' });
  await expect(modal.getByText('dropped.geojson')).toBeVisible();
  await modal.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(runButton(page)).toBeEnabled();
  await expect(panel(page).getByText('dropped.geojson')).toBeVisible();
  await expect(page.getByLabel('Start date')).toHaveValue('2018-05-01');
});

test(
  'an uploaded area that no address can hold is there after a reload',
  detail,
  async ({ page }) => {
    const circle = Array.from({ length: 200 }, (_, index) => {
      const angle = (2 * Math.PI * index) / 200;
      return [-96 + 0.04 * Math.cos(angle), 41 + 0.03 * Math.sin(angle)];
    });
    const coordinates = [[...circle, circle[0]]];
    await openMap(page);
    const modal = await addArea(page);
    await modal.getByLabel('Vector file').setInputFiles({
      name: 'pond.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(feature({ type: 'Polygon', coordinates }))),
    });
    await modal.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page).toHaveURL(/area=kept/);
    const words = panel(page).getByText(/\skm² \(.*\sac\), perimeter /);
    const before = (await words.textContent())!;
    await page.reload();
    await expect(runButton(page)).toBeEnabled();
    await expect(panel(page).getByText('pond.json')).toBeVisible();
    await expect(words).toHaveText(before);
  },
);

test('the range of a species, shared by its name', async ({ page }) => {
  await openMap(page);
  const modal = await addArea(page);
  const search = modal.getByRole('combobox', { name: 'Species range' });
  await search.fill('PUMA');
  // ECOS: the Florida panther is Puma (=Felis) concolor coryi.
  await page.getByRole('option', { name: 'Florida panther' }).click();
  await modal.getByRole('button', { name: 'Show range' }).click();
  await expect(modal).toBeHidden();
  await expect(runButton(page)).toBeEnabled();
  const species = panel(page).getByRole('region', { name: 'Species' });
  await expect(species.getByText('Puma (=Felis) concolor coryi')).toBeVisible();
  await expect(species.getByText('Florida panther', { exact: true })).toBeVisible();
  await expect(species.getByText(/^Approximate\. /)).toBeVisible();
  await expect(page).toHaveURL(/species=Puma/);
  expect(await severeFaults(page)).toEqual([]);
  await page.reload();
  await expect(runButton(page)).toBeEnabled();
  await button(page, 'Delete the area').click();
  await expect(page).toHaveURL(new RegExp(`${mapAddress}$`));
});

test('critical habitat: found, not found, and a server that fails', async ({ page }) => {
  const answers: ((route: Route) => Promise<void>)[] = [
    (route) => route.fulfill({ status: 500, json: { error: 'No.', code: 'internal' } }),
    (route) =>
      route.fulfill({
        status: 404,
        json: { error: 'No range found for that species.', code: 'species_area_not_found' },
      }),
    (route) =>
      route.fulfill({
        json: [
          {
            ...polygon,
            unit_name: 'Unit 1',
            source: 'Stand-in',
            approximate: true,
            tolerance_meters: 0,
          },
        ],
      }),
  ];
  await page.route('**/api/changedetection/aoi?*', (route) => answers.shift()!(route));
  await openMap(page);
  const modal = await addArea(page);
  // A later word of the name finds it. The full name counts as chosen without a choice in the list.
  await modal.getByRole('combobox', { name: 'Species critical habitat' }).fill('spotted ow');
  await expect(page.getByRole('option', { name: 'Northern spotted owl' })).toBeVisible();
  await modal.getByRole('combobox').nth(1).fill('northern spotted owl');
  const pick = () => modal.getByRole('button', { name: 'Show habitat' }).click();
  await pick();
  await expect(
    page.getByText(
      "Something went wrong when we tried to retreive that species' data. Please try again.",
    ),
  ).toBeVisible();
  await expect(modal).toBeVisible();
  await pick();
  await expect(page.getByText('No range found for that species.')).toBeVisible();
  await pick();
  await expect(modal).toBeHidden();
  await expect(runButton(page)).toBeEnabled();
  await expect(panel(page).getByText(/^Approximate: /)).toBeVisible();
});

test(
  'ten failed attempts, then the run is abandoned and can be drawn anew',
  detail,
  async ({ page }) => {
    const tries: number[] = [];
    await page.route('**/api/changedetection/analysis', (route) => {
      tries.push(route.request().postDataJSON().tries);
      return route.fulfill({
        status: 422,
        json: {
          error: 'There was an issue.',
          code: 'attempt_would_fail_again',
          reason: 'No scene covers the area.',
          permanent: true,
        },
      });
    });
    await openMap(page, ready);
    await runButton(page).click();
    await expect(
      page.getByText(
        "There was an issue communicating with the satellite imagery service's servers. We are trying again. No scene covers the area.",
      ),
    ).toBeVisible();
    await expect(panel(page).getByText(/^Attempt \d+ of 10\./)).toBeVisible();
    await expect(button(page, 'Draw a rectangle')).toBeDisabled();
    await expect(
      page.getByText(
        'There were too many unsuccessful attempts to render the tiles from the satellite imagery service. Please try again. No scene covers the area.',
      ),
    ).toBeVisible();
    expect(tries).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await expect(runButton(page)).toBeDisabled();
    await expect(button(page, 'Draw a rectangle')).toBeEnabled();
    await expect(page).toHaveURL(new RegExp(`${mapAddress}$`));
  },
);

/** Each method has a note about what it is good for. */
const methodNotes = [
  [
    'Automatic',
    'Good for most questions: weighs all bands, learns from each pair of images what is mere season and haze, and finds its own threshold.',
  ],
  [
    'IR-MAD',
    'Good for comparing with published work: the statistic that many studies use, with a threshold found in the data.',
  ],
  [
    'Land cover (LDA)',
    'Good for development in a known landscape, such as solar farms or well pads: published discriminants, fitted for one land cover each.',
  ],
  [
    'Vegetation (NDVI)',
    'Good for clearing and regrowth: looks at green vegetation alone, and takes the season for change, too.',
  ],
  [
    'Burn (NBR)',
    'Good for fire scars: the burn ratio that fire services map with, in their classes of severity.',
  ],
] as const;

test('scenes are left out and a method is chosen, and both are sent', detail, async ({ page }) => {
  const scene = (id: string, date: string, cloudShare: number) => ({
    id,
    date,
    datetime: `${date}T17:00:00Z`,
    platform: 'sentinel-2a',
    cloud_share: cloudShare,
    cloud_source: 'classification',
    covered_share: 1,
    share_used: 0.5,
    is_allowed: true,
  });
  const dateScenes = (date: string, ids: string[]) => ({
    date,
    scenes: ids.map((id, index) => scene(id, date, index / 4)),
    expected_date: date,
    clear_share: 0.98,
  });
  await page.route('**/api/changedetection/scenes', (route) =>
    route.fulfill({
      json: {
        before: dateScenes('2019-01-03', ['b-1', 'b-2']),
        after: dateScenes('2019-12-29', ['a-1', 'a-2']),
        seen_share: 0.97,
        window_days: 45,
        is_complete: true,
        imagery: { mode: 'demo', label: 'Simulated' },
        notes: [],
      },
    }),
  );
  let sent: Record<string, unknown> = {};
  await page.route('**/api/changedetection/analysis', (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({ status: 400, json: { error: 'Enough.', code: 'x' } });
  });
  await openMap(page, ready);
  await button(page, /^Scenes/).click();
  const before = panel(page).getByRole('region', { name: 'Before: scenes' });
  await expect(before.getByText('25 % cloud')).toBeVisible();
  await before.getByRole('checkbox').nth(1).uncheck({ force: true });
  const after = panel(page).getByRole('region', { name: 'After: scenes' });
  await after.getByRole('button', { name: 'Use only' }).first().click();
  await expect(page).toHaveURL(/before=without\*b-2&after=only\*a-1/);

  // After a reload the list is open, and the choice is the same.
  await page.reload();
  await expect(before.getByText('25 % cloud')).toBeVisible();
  await expect(before.getByRole('checkbox').nth(0)).toBeChecked();
  await expect(before.getByRole('checkbox').nth(1)).not.toBeChecked();
  await expect(after.getByRole('checkbox').nth(1)).not.toBeChecked();

  await button(page, /^Method/).click();
  for (const [name, goodFor] of methodNotes) {
    const method = panel(page).getByRole('radio', { name });
    await expect(method).toHaveAccessibleName(`${name} ${goodFor}`);
    await expect(panel(page).getByText(goodFor)).toBeVisible();
  }
  await panel(page).getByRole('radio', { name: 'Land cover (LDA)' }).check({ force: true });
  await expect(panel(page).getByRole('button', { name: /Land cover of the area/ })).toContainText(
    'Scrub',
  );
  expect(await severeFaults(page)).toEqual([]);
  await runButton(page).click();
  await expect(page.getByText('Enough.')).toBeVisible();
  expect(sent).toMatchObject({
    method: 'lda',
    landCover: 'scrub',
    scenes: { before: { exclude: ['b-2'] }, after: { only: ['a-1'] } },
  });
  await expect(page).toHaveURL(/method=lda&cover=scrub/);
});

test(
  'drawing on a phone: the sheet makes room, and the bar has what keys do',
  detail,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await openMap(page);
    await button(page, 'Draw a polygon').click();
    await expect(runButton(page)).toBeHidden();
    for (const [x, y] of [
      [60, 300],
      [200, 320],
      [120, 420],
    ] as const) {
      await page.mouse.click(x, y);
    }
    await expect(button(page, 'Cancel')).toBeInViewport({ ratio: 1 });
    expect(await severeFaults(page)).toEqual([]);
    await expect.poll(() => horizontalOverflow(page)).toBe(0);
    await button(page, 'Last corner').click();
    await expect(button(page, 'Finish')).toBeDisabled();
    await page.mouse.click(120, 420);
    await button(page, 'Finish').click();
    await expect(
      page.getByText('Please draw a polygon that covers a smaller amount of land.'),
    ).toBeVisible();
    await expect(runButton(page)).toBeVisible();
  },
);
