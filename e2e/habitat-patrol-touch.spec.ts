import type { Locator, Page } from '@playwright/test';
import { restingBox } from './support/resting-box.ts';
import { findExample } from './support/run-example.ts';
import { detail, expect, horizontalOverflow, test } from './support/test.ts';
import { toastsOf } from './support/toasts.ts';

/** The map shows Omaha at zoom 12, where a thumb's width is some kilometres. */
const mapAddress = '/apps/habitatpatrol/map?view=-96_41.2_12';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const runButton = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });

/**
 * The numbers of the area in the address: four for a rectangle, and two for each corner of a
 * polygon.
 */
function numbersOfArea(page: Page): number[] {
  return (new URL(page.url()).searchParams.get('area') ?? '').split('_').map(Number);
}

/** Moves a finger over the screen. The browser may take the gesture for one of its own. */
async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  await touch('touchStart', ...from);
  const steps = 8;
  for (let step = 1; step <= steps; step++) {
    const share = step / steps;
    await touch(
      'touchMove',
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share,
    );
  }
  await touch('touchEnd');
}

async function areApart(...pair: [Locator, Locator]): Promise<boolean> {
  const [one, other] = await Promise.all(pair.map((each) => each.boundingBox()));
  return (
    one!.x + one!.width <= other!.x ||
    other!.x + other!.width <= one!.x ||
    one!.y + one!.height <= other!.y ||
    other!.y + other!.height <= one!.y
  );
}

test(
  'a rectangle by a finger, dragged or tapped, and a polygon by taps',
  detail,
  async ({ page }) => {
    await page.goto(mapAddress);
    const draw = page.getByRole('button', { name: 'Draw a rectangle' });
    await draw.tap();
    await expect(runButton(page)).toBeHidden();
    await expect(page.getByText('Drag a finger from corner to corner')).toBeVisible();
    await expect(page.getByText(/Escape/)).toHaveCount(0);
    await drag(page, [100, 320], [220, 420]);
    await expect(runButton(page)).toBeEnabled();
    await expect.poll(() => numbersOfArea(page)).toHaveLength(4);
    const [west, south, east, north] = numbersOfArea(page) as [number, number, number, number];
    // At zoom 12, Web Mercator's 360° are 512 · 2^12 pixels, of which the finger moves by 120.
    expect(east - west).toBeCloseTo((120 / (512 * 2 ** 12)) * 360, 3);
    expect(north).toBeGreaterThan(south);

    await test.step('what is said covers neither the dates nor the map, and goes when it is outdated', async () => {
      const end = page.getByRole('textbox', { name: 'End date' });
      await end.fill('2016-01-01');
      await runButton(page).tap();
      const said = toastsOf(page);
      await expect(said).toHaveCount(1);
      await expect.poll(() => areApart(said, end)).toBe(true);
      const map = page.getByRole('region', { name: 'Map of the area of interest' });
      await expect.poll(() => areApart(said, map)).toBe(true);
      await page.getByRole('button', { name: 'Last summer and this one' }).tap();
      await expect(said).toHaveCount(0);
    });

    await test.step('two taps are two corners', async () => {
      await draw.tap();
      await expect(runButton(page)).toBeHidden();
      await page.touchscreen.tap(110, 330);
      await page.touchscreen.tap(230, 410);
      await expect(runButton(page)).toBeEnabled();
      await expect.poll(() => numbersOfArea(page)[0]).not.toBe(west);
      expect(numbersOfArea(page)).toHaveLength(4);
    });

    await test.step('taps are the corners of a polygon', async () => {
      await page.getByRole('button', { name: 'Draw a polygon' }).tap();
      await expect(runButton(page)).toBeHidden();
      for (const [x, y] of [
        [90, 380],
        [200, 370],
        [160, 460],
      ] as const) {
        await page.touchscreen.tap(x, y);
      }
      await page.getByRole('button', { name: 'Finish', exact: true }).tap();
      await expect(runButton(page)).toBeEnabled();
      await expect.poll(() => numbersOfArea(page)).toHaveLength(6);
    });
  },
);

test(
  'what is simulated is said beside the buttons of a small map, not under them',
  detail,
  async ({ page }) => {
    for (const [width, height] of [
      [390, 844],
      [844, 390],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(mapAddress);
      const badge = page.getByText('Simulated imagery', { exact: true });
      await expect(badge).toBeInViewport({ ratio: 1 });
      for (const name of ['Search for a place', 'Draw a rectangle', 'More tools']) {
        const button = page.getByRole('button', { name, exact: true });
        const place = `the badge and ${name} at ${width} × ${height}`;
        await expect.poll(() => areApart(badge, button), place).toBe(true);
      }
    }
  },
);

test(
  'the tools of a phone stand in one column, and the others are opened beside it',
  detail,
  async ({ page }) => {
    for (const [width, height] of [
      [390, 844],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(mapAddress);
      const controls = page.getByRole('region', { name: 'Map controls' });
      await expect(controls.getByRole('button', { name: 'More tools' })).toBeVisible();
      await expect(async () => {
        const { width: columnWidth } = (await controls.boundingBox())!;
        const buttons = controls.getByRole('button');
        const boxes = await Promise.all((await buttons.all()).map((each) => each.boundingBox()));
        expect(new Set(boxes.map((box) => box!.x)).size).toBe(1);
        expect(columnWidth).toBeLessThanOrEqual(48);
      }).toPass();
      await controls.getByRole('button', { name: 'More tools' }).tap();
      for (const name of ['Base map', 'Show where I am', 'Zoom in', 'Zoom out', 'Draw a polygon']) {
        await expect(controls.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
      }
    }
  },
);

test(
  'the handle between before and after keeps clear of the buttons, wherever it is',
  detail,
  async ({ page }) => {
    const id = await findExample(page);
    const handle = page.getByRole('slider', { name: 'Compare before and after' });
    await page.goto(`/apps/habitatpatrol/map?run=${id}&base=light&swipe=50`);
    for (const percent of [50, 80]) {
      for (let at = 50; at < percent; at += 10) await handle.press('PageUp');
      await expect(handle).toHaveAttribute('aria-valuenow', String(percent));
      for (const [width, height] of [
        [390, 844],
        [360, 640],
        [320, 568],
      ] as const) {
        await page.setViewportSize({ width, height });
        await restingBox(handle);
        for (const side of [handle, page.getByText('Before ·'), page.getByText('After ·')]) {
          for (const name of ['Search for a place', 'Draw a rectangle', 'More tools']) {
            const button = page.getByRole('button', { name, exact: true });
            const place = `${percent} % at ${width} × ${height}: ${name}`;
            // Floating elements find their places after the page has got its size.
            await expect.poll(() => areApart(side, button), place).toBe(true);
          }
        }
      }
    }
    // The handle follows a finger that takes it.
    const { x, y, width } = await restingBox(handle);
    await drag(page, [x + width / 2, y + width / 2], [100, y + width / 2]);
    await expect(handle).toHaveAttribute('aria-valuenow', String(Math.round((100 / 320) * 100)));

    await test.step('a folded panel keeps the hectares, and the tools their places', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      const more = page.getByRole('button', { name: 'More tools' });
      await expect(page.getByRole('slider', { name: 'Change-Image' })).toBeVisible();
      const before = await restingBox(more);
      await page.getByRole('button', { name: 'Fold Habitat Patrol', exact: true }).tap();
      await expect(page.getByText(/^[\d,.]+\sha \([\d,.]+\sac\) changed$/)).toBeVisible();
      await expect.poll(() => more.boundingBox()).toEqual(before);
      await test.step('with text twice as large, buttons are side by side and the result keeps its room', async () => {
        await page.goto(`/apps/habitatpatrol/map?run=${id}&base=light&swipe=50`);
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
        const [reset, again] = [
          page.getByRole('button', { name: 'Reset', exact: true }),
          page.getByRole('button', { name: 'Change and run again' }),
        ];
        await expect(again).toBeInViewport({ ratio: 1 });
        const panel = page.getByRole('region', { name: 'Habitat Patrol', exact: true });
        await expect(async () => {
          const [one, other, whole] = await Promise.all(
            [reset, again, panel].map(async (each) => (await each.boundingBox())!),
          );
          expect(one!.y).toBe(other!.y);
          expect((one!.y - whole!.y) / whole!.height).toBeGreaterThan(0.6);
        }).toPass();
        for (const label of ['Before ·', 'After ·']) {
          await expect(page.getByText(label)).toBeInViewport({ ratio: 1 });
        }
        await expect.poll(() => horizontalOverflow(page)).toBe(0);
        await test.step('rows of patches have two lines', async () => {
          const row = page
            .getByRole('list', { name: 'Largest patches' })
            .getByRole('button')
            .first();
          const [size, place] = [row.getByText(/^[\d.,]+\sha$/), row.getByText(/° N, .*° W$/)];
          for (const [width, height, rem] of [
            [390, 844, 32],
            [1440, 900, 32],
            [720, 450, 16],
            [320, 568, 16],
          ] as const) {
            await page.setViewportSize({ width, height });
            await page.evaluate(
              (pixels) => document.documentElement.style.setProperty('font-size', `${pixels}px`),
              rem,
            );
            // Three lines are nearly four times as high as a rem.
            await expect
              .poll(async () => (await row.boundingBox())!.height / rem, `${width} × ${height}`)
              .toBeLessThanOrEqual(3);
            await size.scrollIntoViewIfNeeded();
            await expect(size).toBeInViewport({ ratio: 1 });
            if (width > 390 || rem === 16) {
              await place.scrollIntoViewIfNeeded();
              await expect(place, `${width} × ${height}`).toBeInViewport({ ratio: 1 });
            }
            await expect.poll(() => horizontalOverflow(page)).toBe(0);
          }
          await page.setViewportSize({ width: 390, height: 844 });
          await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
        });
      });
      await test.step('near an edge, a label is shown whole or not at all', async () => {
        for (const [percent, shown, hidden] of [
          [3, 'After ·', 'Before ·'],
          [97, 'Before ·', 'After ·'],
        ] as const) {
          await page.goto(`/apps/habitatpatrol/map?run=${id}&base=light&swipe=${percent}`);
          for (const enlarged of ['100%', '200%']) {
            await page.evaluate(
              (size) => document.documentElement.style.setProperty('font-size', size),
              enlarged,
            );
            await expect(page.getByText(shown)).toBeInViewport({ ratio: 1 });
            await expect(page.getByText(hidden)).not.toBeInViewport();
          }
        }
      });
    });
  },
);
