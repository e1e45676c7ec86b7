import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import type { APIResponse, Locator, Page } from '@playwright/test';
import { runExample, runMilliseconds } from './support/run-example.ts';
import { expect, horizontalOverflow, severeFaults, test } from './support/test.ts';

test.use({ drawsSeldom: true });

/** Checks both themes with axe. */
async function expectNoFaults(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await severeFaults(page), colorScheme).toEqual([]);
  }
}

/** The number of texts and pictures on each page of a PDF by Chromium. */
function textsShownByPage(pdf: Buffer): number[] {
  const file = pdf.toString('latin1');
  const pages = [...file.matchAll(/\/Type \/Page\b[\s\S]*?\/Contents (\d+) 0 R/g)];
  return pages.map(([, number]) => {
    const start = file.indexOf('stream', file.indexOf(`\n${number} 0 obj`)) + 'stream\n'.length;
    const content = inflateSync(pdf.subarray(start, file.indexOf('endstream', start)));
    return content.toString('latin1').match(/\bT[jJ]\b|\bDo\b/g)?.length ?? 0;
  });
}

/** The share of a mask that is not transparent, which is where lines mark unobserved ground. */
function coveredShare(masked: Locator): Promise<number> {
  return masked.evaluate(async (element) => {
    const mask = new Image();
    mask.src = /url\("(.+)"\)/.exec(getComputedStyle(element).maskImage)![1];
    await mask.decode();
    const canvas = new OffscreenCanvas(mask.naturalWidth, mask.naturalHeight);
    const context = canvas.getContext('2d')!;
    context.drawImage(mask, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, index) => index % 4 === 3 && value > 0).length / (data.length / 4);
  });
}

/**
 * Asks for a file until it is answered otherwise than with 429: the server makes one large picture
 * at a time for an address, and the journey beside this one may have its report made from here.
 */
async function downloaded(page: Page, address: string): Promise<APIResponse> {
  let reply: APIResponse | undefined;
  await expect(async () => {
    reply = await page.request.get(address, { timeout: runMilliseconds });
    expect(reply.status()).not.toBe(429);
  }).toPass({ timeout: runMilliseconds, intervals: [5_000] });
  return reply!;
}

const middleOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('Not on the screen.');
  return box.x + box.width / 2;
};

test('what a run found: on the map, as files, in a GIS, printed, and among my runs', async ({
  page,
}) => {
  const id = await runExample(page);
  /**
   * The statuses of the replies to tiles of the change at a patch's zoom, which small results show
   * at once.
   */
  const changeTiles: number[] = [];
  page.on('response', (reply) => {
    if (/\/change\/1[45]\//.test(reply.url())) changeTiles.push(reply.status());
  });
  // The satellite map, which is drawn from simulated scenes there, would load before the result.
  await page.goto(`/apps/habitatpatrol/map?run=${id}&base=light`);
  const panel = page.getByRole('region', { name: 'Habitat Patrol', exact: true });
  await expect(panel.getByRole('slider', { name: 'Change-Image' })).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Change on the map' })).toBeVisible();
  await expect(panel.getByText('Clear on both dates')).toBeVisible();

  await test.step('areas are told in the units that the person chooses', async () => {
    const area = panel
      .getByRole('definition')
      .filter({ hasText: /\sac\)?$/ })
      .first();
    await expect(area).toHaveText(/^[\d.,]+\sha \([\d.,]+\sac\)$/);
    await panel.getByRole('button', { name: 'Units', exact: true }).click();
    await panel.getByRole('radio', { name: 'Acres' }).check({ force: true });
    await expect(area).toHaveText(/^[\d.,]+\sac$/);
    await page.reload();
    await expect(area).toHaveText(/^[\d.,]+\sac$/);
  });

  await test.step('a line between before and after moves by keys', async () => {
    await panel.getByText('Swipe between before and after').click();
    const line = page.getByRole('slider', { name: 'Compare before and after' });
    const start = await middleOf(line);
    await line.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => middleOf(line)).toBeLessThan(start);
    await page.keyboard.press('End');
    await expect(line).toHaveAttribute('aria-valuenow', '100');
    await expectNoFaults(page);
    await panel.getByText('Swipe between before and after').click();
    await expect(line).toBeHidden();
  });

  await test.step('a patch is flown to and marked', async () => {
    const patch = panel.getByRole('list', { name: 'Largest patches' }).getByRole('button').first();
    await patch.press('Enter');
    await expect(panel.getByRole('heading', { name: /^Patch 1 of \d/ })).toBeFocused();
    await expect.poll(() => changeTiles).toContain(200);
  });

  await test.step('its card takes a verdict with a note, and leads to the next one', async () => {
    const card = panel.getByRole('region', { name: 'Patch 1', exact: true });
    for (const chip of await card.getByRole('img', { name: /^Patch 1 on / }).all()) {
      await expect
        .poll(() => chip.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBe(320);
    }
    await card.getByRole('button', { name: 'Real', exact: true }).click();
    await expect(card.getByRole('button', { name: 'Real', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await card.getByLabel('Note').fill('Clear-cut, seen in the field.');
    await card.getByRole('button', { name: 'Save note' }).click();
    await expect(card.getByRole('button', { name: 'Save note' })).toBeHidden();
    await expectNoFaults(page);
    const judged = /^[\d.,]+\sac confirmed, 0\sac rejected, [\d.,]+\sac to look at$/;
    await expect(panel.getByText(judged)).toBeVisible();
    await card.getByRole('button', { name: 'Next patch' }).click();
    const next = panel.getByRole('region', { name: 'Patch 2', exact: true });
    await expect(next.getByRole('button', { name: 'Next patch' })).toBeFocused();
    await expect(next.getByLabel('Note')).toHaveValue('');
    await page.keyboard.press('ArrowLeft');
    await expect(card.getByLabel('Note')).toHaveValue('Clear-cut, seen in the field.');
    await card.getByRole('button', { name: 'All patches' }).click();
    const first = panel.getByRole('list', { name: 'Largest patches' }).getByRole('button').first();
    await expect(first).toBeFocused();
    await expect(first).toContainText('Real');
  });

  await test.step('every download is a file of its kind', async () => {
    await panel.getByRole('button', { name: 'Downloads', exact: true }).click();
    // The media types are from RFC 7946 for GeoJSON, OGC 12-007r2 for KML, and IANA's list for the
    // others.
    const types = {
      'After image as COG': 'image/tiff',
      'Change image as PNG': 'image/png',
      'Patches of change as GeoJSON': 'application/geo+json',
      'Patches of change as KML': 'application/vnd.google-earth.kml+xml',
      'Patches of change as Shapefile': 'application/zip',
      'Patches of change as CSV': 'text/csv',
    };
    for (const [name, type] of Object.entries(types)) {
      const address = await panel.getByRole('link', { name }).getAttribute('href');
      const reply = await downloaded(page, address ?? '');
      expect(reply.status(), name).toBe(200);
      expect(reply.headers()['content-type'], name).toContain(type);
      expect((await reply.body()).length, name).toBeGreaterThan(200);
    }
  });

  await test.step('a connection key opens tiles until it is revoked', async () => {
    await panel.getByRole('button', { name: 'Open in QGIS', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Open in QGIS', exact: true });
    await dialog.getByRole('button', { name: 'Create a connection key' }).click();
    const address = await dialog.getByText(/change\.json$/).textContent();
    const description = await (await page.request.get(address ?? '')).json();
    expect(description.tilejson).toBe('3.0.0');
    const tile = description.tiles[0].replace('{z}/{x}/{y}', '0/0/0');
    expect((await page.request.get(tile)).status()).toBe(200);
    expect(await severeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Revoke the key' }).click();
    await expect(dialog.getByRole('button', { name: 'Create a connection key' })).toBeVisible();
    expect((await page.request.get(address ?? '')).status()).toBe(404);
    await page.keyboard.press('Escape');
  });

  await test.step('other scenes can be chosen from a result, and Back leads to it', async () => {
    await panel.getByRole('button', { name: /^Scenes used/ }).click();
    await panel.getByRole('button', { name: 'Run again with other scenes' }).click();
    await expect(panel.getByRole('button', { name: /^Scenes/ })).toBeFocused();
    const before = panel.getByRole('region', { name: 'Before: scenes' });
    await before.getByRole('checkbox').first().uncheck({ force: true });
    await expect(page).toHaveURL(/before=without\*/);
    await expect(page).not.toHaveURL(/run=/);
    await expect(panel.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
    await page.goBack();
    await expect(panel.getByRole('slider', { name: 'Change-Image' })).toBeVisible();
  });

  await test.step('the same question again is answered at once by the finished run', async () => {
    await panel.getByRole('button', { name: 'Change and run again' }).click();
    await panel.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(panel.getByRole('slider', { name: 'Change-Image' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`run=${id}`));
  });

  await test.step('a result tells which scenes were left out', async () => {
    const address = `**/api/changedetection/runs/${id}`;
    await page.route(address, async (route) => {
      const run = await (await route.fetch()).json();
      run.result.parameters.scenes = { before: { exclude: ['S2A_15TVG_20190701_0_L2A'] } };
      await route.fulfill({ json: run });
    });
    await page.reload();
    await panel.getByRole('button', { name: /^Scenes used/ }).click();
    await expect(
      panel.getByText('Before, left out by hand: S2A_15TVG_20190701_0_L2A.'),
    ).toBeVisible();
    await page.unroute(address);
  });

  // A person has one run at a time. This one goes on behind the next steps.
  const severityRun = runExample(page, 'nbr');

  await test.step('the report prints on few full pages, with all that a reader needs', async () => {
    await panel.getByRole('link', { name: 'Report', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Scenes used', exact: true })).toBeVisible();
    // The page is reloaded, because React Aria's announcements about pending buttons stay for
    // seconds and refer to elements that no longer exist.
    await page.reload();
    const print = page.getByRole('button', { name: 'Print this page' });
    await expect(print).not.toHaveAttribute('aria-disabled', 'true');
    await expect(print).not.toHaveAttribute('data-pending', 'true');
    await expect(page.getByRole('img', { name: 'Where the area lies' })).toBeVisible();
    const patches = page.getByRole('region', { name: 'Patches of change' }).getByRole('row');
    const { total } = await (
      await page.request.get(`/api/changedetection/runs/${id}/patches`)
    ).json();
    await expect(patches).toHaveCount(1 + Math.min(total, 40));
    await expect(patches.nth(1)).toContainText(
      /^1.*\s(?:ac|ha).*° N, .*° WReal: Clear-cut, seen in the field\.$/,
    );
    await expectNoFaults(page);

    await page.emulateMedia({ media: 'print' });
    // The width of A4 between the report's margins is 180 mm, which is this many dots at 96 per
    // inch.
    await page.setViewportSize({ width: 680, height: 1000 });
    for (const name of ['Change', /^The area: Before/, /^The area: After/]) {
      const pixels = async () => {
        const picture = await page.getByRole('img', { name }).boundingBox();
        return picture!.width * picture!.height;
      };
      await expect.poll(pixels, String(name)).toBeGreaterThan(380 * 380);
    }
    const unobserved = page.locator('[style*="mask-image"]');
    await expect.poll(() => coveredShare(unobserved)).toBeGreaterThan(0);
    expect(await coveredShare(unobserved)).toBeLessThan(0.1);
    const hatching = (place: Locator) =>
      place.evaluate((element) => getComputedStyle(element).backgroundImage);
    const legend = page.getByRole('list', { name: 'Legend of the change image' });
    expect(await hatching(unobserved)).toBe(
      await hatching(legend.getByText('Not observed').locator('span').first()),
    );
    for (const format of ['A4', 'Letter']) {
      const pages = textsShownByPage(await page.pdf({ format }));
      expect(pages.length, format).toBeLessThanOrEqual(4);
      // An empty page would still show its number.
      expect(Math.min(...pages), format).toBeGreaterThan(10);
    }
    await page.emulateMedia({ media: null });
  });

  await test.step('the server makes it a PDF, with a title of one’s own', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Download as PDF' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download as PDF' });
    await dialog.getByLabel('Title').fill('Clear-cuts: spring');
    await expectNoFaults(page);
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Clear-cuts spring.pdf');
    const pdf = await readFile(await download.path());
    // The map of where the area lies, change, before and after, and two chips a patch.
    expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length).toBeGreaterThanOrEqual(6);
    await expect(dialog).toBeHidden();
  });

  await test.step('the burn ratio tells severity in place of kinds, and both runs are compared', async () => {
    const bySeverity = await severityRun;
    await page.goto(`/apps/habitatpatrol/map?run=${bySeverity}&base=light`);
    const legend = panel.getByRole('region', { name: 'Change on the map' });
    await expect(legend.getByRole('listitem').filter({ hasText: /^High severity/ })).toBeVisible();
    await expect(legend.getByRole('checkbox')).toHaveCount(0);
    const patches = panel.getByRole('list', { name: 'Largest patches' }).getByRole('button');
    await expect(patches.first()).toContainText(/, (moderate-low|moderate-high|high) severity/);
    await page.goto(`/apps/habitatpatrol/report?run=${bySeverity}`);
    const table = page.getByRole('table', { name: /^By severity/ });
    await expect(table.getByRole('row', { name: /^Moderate-high severity .*\sac/ })).toBeVisible();
    expect(await severeFaults(page)).toEqual([]);

    // Both runs of the place are compared.
    await page.goto('/apps/habitatpatrol/runs');
    const boxes = page.locator('label', { hasText: 'Compare' });
    await boxes.nth(0).click();
    await boxes.nth(1).click();
    await page.getByRole('link', { name: 'Compare them' }).click();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await expect(comparison.getByRole('heading', { name: /^The same: .*\sac/ })).toBeVisible();
    const same = comparison.getByRole('list', { name: 'Patches: The same' }).getByRole('button');
    await same.first().click();
    await expect(same.first()).toHaveAttribute('aria-pressed', 'true');
    expect(await severeFaults(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await comparison.getByRole('link', { name: 'GeoJSON' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^comparison_.*\.geojson$/);
    await comparison.getByRole('link', { name: 'Open patch 1', exact: true }).click();
    await expect(page).toHaveURL(/map\?run=.*&patch=1/);
    // Only the other run is left among my runs.
    await page.request.delete(`/api/changedetection/runs/${bySeverity}`);
  });

  await test.step('my runs: rename and delete', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/apps/habitatpatrol/runs');
    const run = page.getByRole('list', { name: 'Runs', exact: true }).getByRole('listitem').first();
    await expect(run.getByText(/\sac changed$/)).toBeVisible();
    await expectNoFaults(page);
    await expect.poll(() => horizontalOverflow(page)).toBe(0);
    await run.getByRole('button', { name: 'Edit Name' }).click();
    await run.getByRole('textbox', { name: 'Name' }).fill('North slope');
    await page.keyboard.press('Enter');
    await expect(run.getByRole('link', { name: 'Open North slope' })).toBeVisible();
    await run.getByRole('button', { name: 'Delete North slope' }).click();
    await page
      .getByRole('alertdialog', { name: 'Delete this run?' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    await expect(page.getByRole('heading', { name: 'No runs yet' })).toBeVisible();
    await page.goto(`/apps/habitatpatrol/report?run=${id}`);
    await expect(page.getByRole('heading', { name: 'This run is not here' })).toBeVisible();
  });
});
