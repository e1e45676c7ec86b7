import type { Browser, Page } from '@playwright/test';
import type { Clip, PictureFolder } from './picture-folder.ts';
import {
  closeAlerts,
  forest,
  open,
  patienceMilliseconds,
  settleMilliseconds,
  themes,
} from './screen.ts';

/** Twice as wide as a phone's screen. */
const widthPixels = 780;
/** The part of the screen from a line downwards, in the proportions of the tutorial's pictures. */
const partFrom = (y: number): Clip => ({ x: 0, y, width: 390, height: 244 });

/** Photographs the tutorial's pictures for touch screens, in both themes. */
export async function takePhone(
  browser: Browser,
  address: string,
  folder: PictureFolder,
): Promise<void> {
  let run = '';
  for (const theme of themes) {
    const page = await open(browser, address, { theme, isPhone: true });
    const take = (name: string, y: number) =>
      folder.take(page, `tutorial-${name}-phone-${theme}`, partFrom(y), { widthPixels });
    await take('area', 56);
    await take('dates', 600);
    await takeTools(page, () => take('tools', 56));
    await page.getByRole('button', { name: 'Delete the area' }).tap();
    await page.getByRole('button', { name: 'File or species' }).tap();
    await page.getByRole('combobox', { name: 'Species range' }).waitFor();
    await page.waitForTimeout(settleMilliseconds / 4);
    await take('more', 80);
    run ||= await runOf(page, address);
    await page.goto(`${address}/apps/habitatpatrol/map?run=${run}`);
    await page.getByRole('slider', { name: 'Change-Image' }).waitFor();
    await closeAlerts(page);
    await page.waitForTimeout(2 * settleMilliseconds);
    await take('result', 200);
    await page.context().close();
  }
}

async function takeTools(page: Page, take: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'More tools' }).tap();
  await page.getByRole('button', { name: 'Edit the area' }).tap();
  await page.waitForTimeout(settleMilliseconds);
  await take();
  await page.getByRole('button', { name: 'Done' }).tap();
}

/** Starts a run over the forest and returns its id. */
async function runOf(page: Page, address: string): Promise<string> {
  await page.goto(`${address}/apps/habitatpatrol/map?${forest}`);
  await page.getByRole('button', { name: 'Run', exact: true }).tap();
  await page
    .getByRole('slider', { name: 'Change-Image' })
    .waitFor({ timeout: patienceMilliseconds });
  await page.waitForURL(/run=/);
  return new URL(page.url()).searchParams.get('run') ?? '';
}
