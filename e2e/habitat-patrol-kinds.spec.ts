import type { Page } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import { makeMap } from './support/make-map.ts';
import { chooseBaseMap, countPixels } from './support/map-pixels.ts';
import { restingBox } from './support/resting-box.ts';
import { findExample } from './support/run-example.ts';
import { detail, expect, horizontalOverflow, severeFaults, test } from './support/test.ts';

/** The view is small because a software renderer draws every pixel of the map. */
test.use({ viewport: { width: 1040, height: 700 } });

interface RunPatch {
  kind: string;
  bbox: [number, number, number, number];
  centroid: [number, number];
}

/** Web Mercator of longitude and latitude, in shares of the world: EPSG Guidance Note 7-2. */
function mercator([longitude, latitude]: readonly [number, number]): [number, number] {
  const radians = (latitude * Math.PI) / 180;
  return [
    longitude / 360 + 0.5,
    0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI),
  ];
}

/**
 * The screen position of a patch's inner point, calculated from two places of the map that tips
 * mark.
 */
async function pointOf(page: Page, patch: RunPatch, zoom: number) {
  // The map may still be on its way to the patch.
  const tip = await restingBox(page.locator('.maplibregl-marker').first());
  const [west, south, east, north] = patch.bbox;
  const margin = Math.max(east - west, north - south) * 0.15;
  const [tipX, tipY] = mercator([(west + east) / 2, north + margin]);
  const [x, y] = mercator(patch.centroid);
  const worldPixels = 512 * 2 ** zoom;
  return {
    x: tip.x + tip.width / 2 + (x - tipX) * worldPixels,
    y: tip.y + tip.height + (y - tipY) * worldPixels,
  };
}

/** Compares small areas at once, as the person who is logged in. @returns the address of the batch */
async function startBatch(page: Page, names: readonly string[]): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const areas = names.map((name, index) => {
    const [west, south] = [-121.5 + index / 10, 44.2];
    const [east, north] = [west + 0.01, south + 0.01];
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    return { name, coords: JSON.stringify({ type: 'Polygon', coordinates: [ring] }) };
  });
  const path = '/api/changedetection/batches';
  const reply = await page.request.post(path, {
    headers: { authorization: `JWT ${token}` },
    data: { name: 'Meadows of the valley', startDate: '2023-07-15', endDate: '2025-07-15', areas },
  });
  const { id } = await reply.json();
  return `${path}/${id}`;
}

// The outline of change is counted by its pixels.
test.use({ deviceScaleFactor: 0.5 });

test(
  'kinds of change: told apart, hidden, pointed at, and passed on',
  detail,
  async ({ page, browser }) => {
    const id = await findExample(page);
    const run = await (await page.request.get(`/api/changedetection/runs/${id}`)).json();
    const { statistics } = run.result;
    const [largestKind] = statistics.kinds;
    // The satellite map, which is drawn from simulated scenes there, would load before the result.
    const address = `/apps/habitatpatrol/map?run=${id}&base=light`;
    await page.goto(address);
    const panel = page.getByRole('region', { name: 'Habitat Patrol', exact: true });
    const legend = panel.getByRole('region', { name: 'Change on the map' });
    const names: Record<string, string> = {
      vegetation_loss: 'Vegetation lost',
      vegetation_gain: 'Vegetation gained',
      burn: 'Burn',
      water: 'Water',
      built_up: 'Built up',
      other: 'Other change',
      burned_or_cleared: 'Burned or cleared',
    };
    const nameOf = (kind: string) => names[kind] ?? '';

    await test.step('the legend has each kind with its size', async () => {
      await expect(legend.getByRole('checkbox')).toHaveCount(statistics.kinds.length);
      for (const { kind } of statistics.kinds) {
        const entry = legend.getByRole('listitem').filter({ hasText: nameOf(kind) });
        await expect(entry).toContainText(/\d+ patch.*\sha \(.*\sac\)\s*[\d.<u]/);
        await expect(entry.getByRole('checkbox')).toBeChecked();
      }
      await expect(legend.getByRole('listitem').filter({ hasText: 'Not observed' })).toBeVisible();
    });

    await test.step('a kind is hidden by keys, and shown again', async () => {
      const tile = page.waitForResponse((reply) => /\/change\/\d+\/.*[?&]kinds=/.test(reply.url()));
      const box = legend.getByRole('checkbox', { name: nameOf(largestKind.kind) });
      await box.focus();
      await page.keyboard.press('Space');
      await expect(box).not.toBeChecked();
      const reply = await tile;
      expect(reply.status()).toBe(200);
      expect(reply.url()).not.toContain(largestKind.kind);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await severeFaults(page), colorScheme).toEqual([]);
      }
      await legend.getByRole('button', { name: 'Show all', exact: true }).click();
      await expect(box).toBeChecked();
    });

    await test.step('the patch under the pointer tells its kind and size', async () => {
      const { patches } = await (
        await page.request.get(`/api/changedetection/runs/${id}/patches?limit=1`)
      ).json();
      const patch: RunPatch = patches[0];
      const entry = panel
        .getByRole('list', { name: 'Largest patches' })
        .getByRole('button')
        .first();
      await expect(entry).toContainText(/(High|Medium|Low) confidence/);
      await entry.click();
      const announced = page
        .getByRole('status')
        .filter({ hasText: `Patch 1: ${nameOf(patch.kind)}, ` });
      await expect(announced).toHaveCount(1);
      // As in flightToPatch, the view is four times as large as the patch, and its zoom is at most
      // 15.
      const [west, south, east, north] = patch.bbox;
      const middle = (((south + north) / 2) * Math.PI) / 180;
      const span = Math.max(east - west, (north - south) / Math.cos(middle));
      const zoom = Math.min(15, Math.log2(360 / (span * 4)));
      const point = await pointOf(page, patch, zoom);
      // A click beside all change removes the mark, and a click on the patch restores it.
      await page.mouse.click(point.x, 80);
      await expect(announced).toHaveCount(0);
      await expect(entry).toBeVisible();
      const tip = page.locator('.maplibregl-marker').filter({ hasText: nameOf(patch.kind) });
      // Only a pointer that moves is told what is there, once that has loaded.
      await expect(async () => {
        await page.mouse.move(point.x, 80);
        await page.mouse.move(point.x, point.y);
        await expect(tip).toHaveCount(1, { timeout: 2000 });
      }).toPass();
      await page.mouse.click(point.x, point.y);
      await expect(panel.getByRole('region', { name: 'Patch 1', exact: true })).toBeVisible();
      await expect(announced).toHaveCount(1);
    });

    await test.step('a file for a GIS has the classes’ names', async () => {
      await panel.getByRole('button', { name: 'Downloads', exact: true }).click();
      const link = panel.getByRole('link', { name: 'Change image with class names' });
      const reply = await page.request.get((await link.getAttribute('href')) ?? '');
      expect(reply.headers()['content-type']).toContain('application/zip');
      expect((await reply.body()).includes('change.tif.aux.xml')).toBe(true);
    });

    const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const guest = await other.newPage();
    await test.step('whoever was given the link may copy its addresses, and no more', async () => {
      await guest.goto(address);
      await guest.getByRole('button', { name: 'Open in QGIS', exact: true }).click();
      const dialog = guest.getByRole('dialog', { name: 'Open in QGIS', exact: true });
      const template = await dialog.getByText(/\/change\/\{z\}\/\{x\}\/\{y\}\.png$/).textContent();
      expect(template).toContain(id);
      const tile = (template ?? '').replace('{z}/{x}/{y}', '0/0/0');
      expect((await other.request.get(tile)).status()).toBe(200);
      await expect(dialog.getByRole('button', { name: /Create|Revoke/ })).toHaveCount(0);
    });

    await test.step('whoever has the link adds a patch to a map, and looks for change there', async () => {
      await logIn(guest, 'patch-mapper');
      // The product of these journeys dates no patches, which takes the processors that others wait for.
      await guest.route('**/runs/*/dates', (route) =>
        route.fulfill({
          json: {
            ...{ state: 'running', share: 0.5, patch_count: 60 },
            patches: [
              {
                ...{ patch: 1, first_seen: '2024-06-14', last_unchanged: '2024-06-02' },
                ...{ later_changed: true, later_seen: '2024-07-04', confidence: 0.98 },
              },
            ],
          },
        }),
      );
      await guest.goto(`${address}&patch=1`);
      await makeMap(guest, 'Field map');
      const card = guest.getByRole('region', { name: 'Patch 1', exact: true });
      await expect(card.getByText('Moisture (NDMI)')).toBeVisible();
      await expect(card.getByText(/^High \(0\.98\): about 98 of 100/)).toBeVisible();
      await expect(
        card.getByText('A later clear picture, of 07/04/2024, shows it changed, too'),
      ).toBeVisible();
      await expect(
        card.getByText('First seen changed on 06/14/2024, last unchanged on 06/02/2024'),
      ).toBeVisible();
      await card.getByRole('button', { name: 'Add to a map' }).click();
      const dialog = guest.getByRole('dialog', { name: 'Add to a map', exact: true });
      await dialog.getByRole('button', { name: 'Map' }).click();
      await guest.getByRole('option', { name: 'Field map' }).click();
      await expect(dialog.getByRole('radio', { name: 'Patch 1', exact: true })).toBeChecked();
      expect(await severeFaults(guest)).toEqual([]);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByRole('link', { name: 'Open the map' }).click();
      const title = `Patch 1: ${nameOf(largestKind.kind)}`;
      await expect(guest.getByRole('heading', { name: title, exact: true })).toBeVisible();
      await expect(guest.getByLabel('result', { exact: true })).toHaveValue(
        new RegExp(`run=${id}&patch=1$`),
      );
      await guest.getByRole('button', { name: 'Look for change here' }).click();
      await expect(guest).toHaveURL(/habitatpatrol\/map\?area=/);
      await expect(guest.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();

      // Its area becomes a place, which is renamed and deleted.
      await guest.getByRole('button', { name: 'Save as place' }).click();
      const saving = guest.getByRole('dialog', { name: 'Save as place', exact: true });
      await saving.getByLabel('Name').fill('Calving ground');
      await saving.getByLabel('Note').fill('Looked at each fall.');
      await saving.getByRole('button', { name: 'Save', exact: true }).click();
      await saving.getByRole('link', { name: 'Open Calving ground' }).click();
      await expect(guest.getByRole('heading', { name: 'Calving ground', level: 1 })).toBeVisible();
      await expect(guest.getByText('There has been no look at this place yet.')).toBeVisible();
      await guest.getByRole('button', { name: 'Edit Name' }).click();
      await guest.getByRole('textbox', { name: 'Name' }).fill('Elk ground');
      await guest.keyboard.press('Enter');
      await expect(guest.getByRole('heading', { name: 'Elk ground', level: 1 })).toBeVisible();
      expect(await severeFaults(guest)).toEqual([]);

      // It is watched, by the keyboard.
      const watch = guest.getByRole('region', { name: 'Watch', exact: true });
      await watch.getByRole('radio', { name: 'Off', exact: true }).focus();
      await guest.keyboard.press('ArrowRight');
      await watch.getByLabel('Smallest patch in hectares').fill('none');
      await expect(watch.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
      await watch.getByLabel('Smallest patch in hectares').fill('2.5');
      await guest.keyboard.press('Enter');
      await expect(watch.getByText(/^Watched weekly\./)).toBeVisible();
      await expect(guest.getByText('Watching has found no change here yet.')).toBeVisible();
      expect(await severeFaults(guest)).toEqual([]);
      await watch.getByRole('radio', { name: 'Weekly', exact: true }).focus();
      await guest.keyboard.press('ArrowLeft');
      await watch.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(watch.getByText('This place is not watched.')).toBeVisible();

      // It is shared: nobody has the name, and a link opens it for somebody without an account.
      await guest.getByRole('button', { name: 'Share', exact: true }).click();
      const sharing = guest.getByRole('dialog', { name: 'Share Elk ground', exact: true });
      await sharing.getByLabel('Username').fill('nobody-here');
      await sharing.getByRole('button', { name: 'Share with this person' }).click();
      await expect(sharing.getByText('Nobody is called "nobody-here" here.')).toBeVisible();
      await sharing.getByLabel('Name of the new link').fill('The board');
      await sharing.getByRole('button', { name: 'Make and copy link' }).click();
      const { pathname, search } = new URL((await sharing.locator('code').textContent()) ?? '');
      expect(await severeFaults(guest)).toEqual([]);
      await page.goto(pathname + search);
      await expect(page.getByRole('heading', { name: 'Elk ground', level: 1 })).toBeVisible();
      await expect(page.getByText('Opened by a view-only link.')).toBeVisible();
      await expect(page.getByText('Looked at each fall.')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Look now' })).toHaveCount(0);
      expect(await severeFaults(page)).toEqual([]);
      await sharing.getByRole('button', { name: 'Revoke The board' }).click();
      await expect(sharing.getByRole('button', { name: 'Revoke The board' })).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'This place is not here' })).toBeVisible();
      await guest.keyboard.press('Escape');

      await guest.getByRole('link', { name: 'Places', exact: true }).click();
      const place = guest.getByRole('list', { name: 'Places', exact: true }).getByRole('listitem');
      await expect(place).toContainText('Not looked at yet');
      expect(await severeFaults(guest)).toEqual([]);
      await place.getByRole('button', { name: 'Delete Elk ground' }).click();
      await guest
        .getByRole('alertdialog', { name: 'Delete this place?' })
        .getByRole('button', { name: 'Delete', exact: true })
        .click();
      await expect(guest.getByRole('heading', { name: 'No places yet' })).toBeVisible();

      // Several areas are compared at once, in one table, and stopped.
      const batch = await startBatch(guest, ['North meadow', 'South meadow', 'West meadow']);
      await guest.goto('/apps/habitatpatrol/runs');
      await guest.getByRole('link', { name: 'Meadows of the valley' }).click();
      await expect(guest.getByRole('rowheader')).toHaveText([
        'North meadow',
        'South meadow',
        'West meadow',
      ]);
      await guest.getByRole('button', { name: 'Stop', exact: true }).click();
      await expect(guest.getByRole('row', { name: /West meadow/ })).toContainText('Stopped');
      expect(await severeFaults(guest)).toEqual([]);
      expect((await guest.request.get(`${batch}/areas.csv`)).status()).toBe(200);
      await guest.getByRole('button', { name: 'Delete Meadows of the valley' }).click();
      await guest
        .getByRole('alertdialog', { name: 'Delete these runs?' })
        .getByRole('button', { name: 'Delete', exact: true })
        .click();
      await expect(guest.getByRole('heading', { name: 'No runs yet' })).toBeVisible();
      await other.close();
    });

    await test.step('another base map leaves the pictures and the change where they are', async () => {
      // This is the firm outline of lost vegetation (#e44d0c), at 90 % over the ground of a clear-cut.
      const outline: [number, number, number] = [216, 78, 17];
      await page.goto(`/apps/habitatpatrol/map?run=${id}&base=outdoors`);
      await expect.poll(() => countPixels(page, outline)).toBeGreaterThan(50);
      await chooseBaseMap(page, 'Light');
      await expect.poll(() => countPixels(page, outline)).toBeGreaterThan(50);
    });

    await test.step('it all fits a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await legend.scrollIntoViewIfNeeded();
      await expect(legend.getByText('Not observed')).toBeVisible();
      await expect.poll(() => horizontalOverflow(page)).toBe(0);
    });
  },
);
