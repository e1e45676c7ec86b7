import type { Page } from '@playwright/test';
import { runMilliseconds } from './support/run-example.ts';
import { detail, expect, horizontalOverflow, severeFaults, test } from './support/test.ts';

const mapAddress = '/apps/habitatpatrol/map';

test.use({ viewport: { width: 1040, height: 700 } });

const panel = (page: Page) => page.getByRole('region', { name: 'Habitat Patrol', exact: true });
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const steps = (page: Page) => page.getByRole('list', { name: 'Steps of the analysis' });

/** Checks both themes with axe, and that the page is not wider than a phone. */
async function judge(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await severeFaults(page), colorScheme).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  // Floating elements are placed again after the page has got its size.
  await expect.poll(() => horizontalOverflow(page)).toBe(0);
  await page.setViewportSize({ width: 1040, height: 700 });
}

/** Begins a run without waiting for its end. */
async function beginRun(page: Page, rectangle: [number, number, number, number]): Promise<string> {
  const [west, south, east, north] = rectangle;
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const geometries = [{ type: 'Polygon', coordinates: [ring] }];
  const reply = await page.request.post('/api/changedetection/analysis', {
    headers: { prefer: 'respond-async' },
    data: {
      coords: JSON.stringify({ type: 'GeometryCollection', geometries }),
      startDate: '2018-06-10',
      endDate: '2019-06-10',
    },
  });
  expect(reply.status()).toBe(202);
  return (await reply.json()).id;
}

async function statusOf(page: Page, id: string): Promise<string> {
  return (await (await page.request.get(`/api/changedetection/runs/${id}`)).json()).status;
}

test('a link to a run that was cancelled, or failed for once: run again from there', async ({
  page,
}) => {
  const id = await beginRun(page, [-96.04, 41.2, -96, 41.23]);
  await page.request.post(`/api/changedetection/runs/${id}/cancel`);
  await expect.poll(() => statusOf(page, id), { timeout: runMilliseconds }).toBe('cancelled');

  await test.step('cancelled: it says so, and area and dates are kept', async () => {
    await page.goto(`${mapAddress}?run=${id}`);
    await expect(
      panel(page).getByText('This run was cancelled before it had a result.'),
    ).toBeVisible();
    await judge(page);
    await button(page, 'Change dates or area').click();
    await expect(button(page, 'Run')).toBeEnabled();
    await expect(panel(page).getByLabel('Start date')).toHaveValue('2018-06-10');
    await expect(page).toHaveURL(/area=-96.04_41.2_-96_41.23&start=2018-06-10&end=2019-06-10$/);
    await expect(page).not.toHaveURL(/run=/);
    await page.goBack();
    await expect(button(page, 'Run again')).toBeEnabled();
  });

  await test.step('failed: the reason stands there, and another try is a run of its own', async () => {
    await page.route(`**/api/changedetection/runs/${id}`, async (route) => {
      const reply = await route.fetch();
      const failure = { reason: 'The imagery’s host did not answer.', permanent: false };
      await route.fulfill({ json: { ...(await reply.json()), status: 'failed', failure } });
    });
    await page.reload();
    await expect(
      panel(page).getByText('This run failed. The imagery’s host did not answer.'),
    ).toBeVisible();
    await judge(page);
    await button(page, 'Try again').click();
    await expect(steps(page)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`[?&]run=(?!${id})`));
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await button(page, 'Cancel').click();
    await expect(button(page, 'Run')).toBeEnabled();
    const duration = /^Habitat Patrol: the query took (\d+ min )?\d+ s\.$/;
    await expect.poll(() => logged.filter((each) => duration.test(each)).length).toBe(1);
  });
});

test(
  'a link to a run that would fail again offers other dates, not another try',
  detail,
  async ({ page }) => {
    // This area is in the Gulf of Guinea, where the demonstration has no scenes.
    const id = await beginRun(page, [0, 0, 0.04, 0.04]);
    await expect.poll(() => statusOf(page, id), { timeout: runMilliseconds }).toBe('failed');
    await page.goto(`${mapAddress}?run=${id}`);
    await expect(panel(page).getByText(/^This run failed\. .+/)).toBeVisible();
    await expect(panel(page).getByText(/^The same request would fail again\./)).toBeVisible();
    await expect(button(page, 'Try again')).toBeHidden();
    await judge(page);
    await button(page, 'Change dates or area').click();
    await expect(button(page, 'Run')).toBeEnabled();
    await expect(panel(page).getByLabel('End date')).toHaveValue('2019-06-10');
  },
);

test(
  'a link to a run that is gone, and one that can’t be loaded just now',
  detail,
  async ({ page }) => {
    await page.goto(`${mapAddress}?run=gone-long-ago&patch=2&swipe=40`);
    await expect(
      panel(page).getByText(/^The result of this link is no longer there\./),
    ).toBeVisible();
    await judge(page);
    await button(page, 'Choose an area').click();
    await expect(button(page, 'Run')).toBeDisabled();
    await expect(page).toHaveURL(new RegExp(`${mapAddress}$`));

    await page.route('**/api/changedetection/runs/*', (route) => route.abort());
    await page.goto(`${mapAddress}?run=gone-long-ago`);
    await expect(
      panel(page).getByText(/^The result of this link could not be loaded/),
    ).toBeVisible();
    await judge(page);
    await page.unroute('**/api/changedetection/runs/*');
    await button(page, 'Try again').click();
    await expect(
      panel(page).getByText(/^The result of this link is no longer there\./),
    ).toBeVisible();
  },
);

test(
  'while it runs: steps, a cancel that is on its way, and what is said of it',
  detail,
  async ({ page }) => {
    const run = {
      id: 'stand-in',
      name: 'Near Omaha',
      is_owner: true,
      status: 'running',
      coords: JSON.stringify({
        type: 'GeometryCollection',
        geometries: [
          {
            type: 'Polygon',
            coordinates: [
              [
                [-96.1, 41.2],
                [-96, 41.2],
                [-96, 41.3],
                [-96.1, 41.3],
                [-96.1, 41.2],
              ],
            ],
          },
        ],
      }),
      startDate: '2019-01-01',
      endDate: '2019-12-31',
      created_at: '2026-11-21T00:00:00Z',
      expires_at: null,
      progress: { step: 'reading', done: 3, total: 8, elapsed_seconds: 75 },
      result: null,
      failure: null,
    };
    const never = () => {};
    await page.route('**/api/changedetection/runs/stand-in', (route) =>
      route.fulfill({ json: run }),
    );
    await page.route('**/api/changedetection/runs/stand-in/events', never);
    await page.route('**/api/changedetection/runs/stand-in/cancel', never);
    await page.goto(`${mapAddress}?run=stand-in`);
    await expect(steps(page).getByText('3 of 8')).toBeVisible();
    await expect(panel(page).getByText(/^1:[1-5]\d$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Draw a rectangle' })).toBeDisabled();
    await judge(page);

    await test.step('offline it says so at once, and goes on as soon as the line is back', async () => {
      const address = '**/api/changedetection/runs/stand-in';
      await page.unroute(address);
      await page.context().setOffline(true);
      const notice = panel(page).getByText(/^The server does not answer just now\./);
      await expect(notice).toBeVisible();
      const progress = { step: 'reading', done: 5, total: 8, elapsed_seconds: 90 };
      await page.route(address, (route) => route.fulfill({ json: { ...run, progress } }));
      await page.route(`${address}/events`, (route) =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: `event: progress\ndata: ${JSON.stringify(progress)}\n\n`,
        }),
      );
      await page.context().setOffline(false);
      await expect(steps(page).getByText('5 of 8')).toBeVisible();
      await expect(notice).toBeHidden();
    });

    await button(page, 'Cancel').click();
    await expect(button(page, 'Cancel')).toHaveAttribute('aria-disabled', 'true');
    await judge(page);
  },
);

test('a double click on Run runs, and cancels nothing', detail, async ({ page }) => {
  const calls: string[] = [];
  await page.route('**/api/changedetection/analysis', (route) => {
    calls.push('run');
    return route.fulfill({ status: 202, json: { id: 'stand-in' } });
  });
  await page.route('**/api/changedetection/runs/stand-in/*', (route) => {
    if (route.request().url().endsWith('/cancel')) calls.push('cancel');
  });
  // When the panel is a sheet, its single button stays in its place when it changes.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${mapAddress}?area=-96.1_41.2_-96_41.3`);
  await button(page, 'Run').dblclick();
  await expect(page).toHaveURL(/run=stand-in/);
  await expect(button(page, 'Cancel')).toBeEnabled();
  expect(calls).toEqual(['run']);
  await button(page, 'Cancel').click();
  await expect.poll(() => calls).toEqual(['run', 'cancel']);
});

test('what opens above the map has no faults in either theme', detail, async ({ page }) => {
  await page.goto(`${mapAddress}?area=-96.1_41.2_-96_41.3`);
  await expect(button(page, 'Run')).toBeEnabled();
  await test.step('an alert', async () => {
    await panel(page).getByLabel('Start date').fill('2014-12-31');
    await button(page, 'Run').click();
    const toasts = page.getByRole('region', { name: 'Notifications' });
    await expect(toasts.getByText(/^Satellite data from before 2015/)).toBeVisible();
    await judge(page);
  });
  await test.step('more tools, and a hint of one', async () => {
    await page.getByRole('button', { name: 'More tools' }).click();
    await judge(page);
    // Hints follow a pointer that moves, but not one that rests while keys are pressed.
    await page.mouse.move(600, 600);
    await page.getByRole('button', { name: 'Zoom in', exact: true }).hover();
    await expect(page.getByRole('tooltip')).toBeVisible();
    await judge(page);
  });
  await test.step('the base maps', async () => {
    await page.getByRole('button', { name: 'Base map', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Base map', exact: true })).toBeVisible();
    await judge(page);
    await page.keyboard.press('Escape');
  });
  await test.step('the search for a place', async () => {
    await page.getByRole('button', { name: 'Search for a place' }).click();
    await page.getByRole('combobox').fill('Omaha');
    await expect(page.getByRole('option').first()).toBeVisible();
    await judge(page);
    await page.getByRole('button', { name: 'Search for a place' }).click();
  });
  await test.step('menus of the navbar', async () => {
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Help', exact: true })).toBeVisible();
    await judge(page);
    await page.keyboard.press('Escape');
  });
  await test.step('the species that a name begins', async () => {
    await page.getByRole('button', { name: 'Remove this area' }).click();
    await page.getByRole('button', { name: 'File or species' }).click();
    await page.getByRole('combobox', { name: 'Species range' }).fill('puma');
    await expect(page.getByRole('option').first()).toBeVisible();
    await judge(page);
  });
});

test('on a page enlarged four times everything can be scrolled to', detail, async ({ page }) => {
  // WCAG 2.2, success criterion 1.4.10, means 1280 × 1024 pixels at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`${mapAddress}?area=-96.1_41.2_-96_41.3`);
  for (const control of [panel(page).getByLabel('End date'), button(page, 'Run')]) {
    await control.scrollIntoViewIfNeeded();
    await expect(control).toBeInViewport({ ratio: 1 });
  }
  expect(await horizontalOverflow(page)).toBe(0);
});
