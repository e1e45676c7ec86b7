import type { Browser } from '@playwright/test';
import type { Clip, PictureFolder } from './picture-folder.ts';
import { closeAlerts, open, screen, settleMilliseconds, type Theme, themes } from './screen.ts';

/** The part of the phone's screen that the landing page shows: the map, and the top of the sheet. */
const phonePart: Clip = { x: 0, y: 0, width: 390, height: 600 };
/** The width of the tutorial's pictures in pixels, which is twice the width at which they are shown. */
const tutorialWidth = 832;

/** A part of the screen in the proportions of the tutorial's pictures, 16 to 10. */
const part = (x: number, y: number, width: number): Clip => ({ x, y, width, height: width / 1.6 });

const resultPart = part(16, 56, 1100);

/** Photographs the steps from the empty map to the Run button, in both themes. */
export async function takeSetup(
  browser: Browser,
  address: string,
  folder: PictureFolder,
): Promise<void> {
  for (const theme of themes) await takeSetupIn(theme, browser, address, folder);
}

async function takeSetupIn(
  theme: Theme,
  browser: Browser,
  address: string,
  folder: PictureFolder,
): Promise<void> {
  const page = await open(browser, address, { theme });
  const take = (name: string, clip: Clip) =>
    folder.take(page, `${name}-${theme}`, clip, { widthPixels: tutorialWidth });
  await page.getByRole('button', { name: /^Scenes/ }).click();
  await page.getByRole('region', { name: 'Before: scenes' }).waitFor();
  await take('tutorial-dates', part(16, 235, 470));

  await page.getByRole('button', { name: 'Delete the area' }).click();
  await page.getByRole('button', { name: 'Draw a rectangle' }).click();
  await page.mouse.move(780, 220);
  await page.mouse.down();
  await page.mouse.move(980, 370, { steps: 4 });
  await page.waitForTimeout(500);
  await take('tutorial-area', part(740, 140, 700));
  await page.mouse.up();

  await page.getByRole('button', { name: 'More tools' }).click();
  await page.getByRole('button', { name: 'Draw a polygon' }).click();
  for (const [x, y] of [
    [800, 300],
    [880, 200],
    [1000, 280],
    [960, 420],
    [840, 440],
  ] as const) {
    await page.mouse.click(x, y);
    await page.waitForTimeout(400);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit the area' }).click();
  await page.mouse.move(700, 700);
  await page.waitForTimeout(500);
  await take('tutorial-tools', part(740, 140, 700));
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Delete the area' }).click();
  await page.getByRole('button', { name: 'File or species' }).click();
  const search = page.getByRole('combobox', { name: 'Species range' });
  await search.fill('northern spotted');
  await page.getByRole('option').first().waitFor();
  await page.waitForTimeout(500);
  await take('tutorial-more', part(430, 110, 600));
  await page.context().close();
}

/** Photographs a run, its result in both themes, and each of its three layers. */
export async function takeResult(
  browser: Browser,
  address: string,
  folder: PictureFolder,
): Promise<void> {
  const page = await open(browser, address);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('slider', { name: 'Change-Image' }).waitFor();
  await page.keyboard.press('Escape');
  await closeAlerts(page);
  await page.waitForTimeout(settleMilliseconds);
  await folder.take(page, 'screen-light', { x: 0, y: 0, ...screen }, { widthPixels: 1440 });
  await folder.take(page, 'tutorial-result-light', resultPart, { widthPixels: tutorialWidth });

  const layers = [
    ['before', '10_0_0'],
    ['after', '0_10_0'],
    ['change', '0_10_10'],
  ] as const;
  for (const [name, opacity] of layers) {
    const shown = new URL(page.url());
    shown.searchParams.set('opacity', opacity);
    await page.goto(shown.href);
    await page.getByRole('slider', { name: 'Change-Image' }).waitFor();
    await page.waitForTimeout(settleMilliseconds);
    const clip = { x: 744, y: 328, width: 400, height: 300 };
    await folder.take(page, name, clip, { widthPixels: 720, brightness: 1.3 });
  }

  const search = `?run=${new URL(page.url()).searchParams.get('run')}`;
  await page.context().close();

  const others = [
    { name: 'screen-dark', theme: 'dark', isPhone: false },
    { name: 'phone-light', theme: 'light', isPhone: true },
    { name: 'phone-dark', theme: 'dark', isPhone: true },
  ] as const;
  for (const { name, ...look } of others) {
    const other = await open(browser, address, { ...look, search });
    await other.getByRole('slider', { name: 'Change-Image' }).waitFor();
    await other.waitForTimeout(settleMilliseconds);
    if (look.isPhone)
      await folder.take(other, name, phonePart, { widthPixels: 2 * phonePart.width });
    else {
      await folder.take(other, name, { x: 0, y: 0, ...screen }, { widthPixels: 1440 });
      await folder.take(other, 'tutorial-result-dark', resultPart, { widthPixels: tutorialWidth });
    }
    await other.context().close();
  }
}
