import type { Page } from '@playwright/test';
import { launchProduct } from '../../scripts/launch-product.ts';
import { openCurveDialog } from '../../scripts/screen-pictures/app-scenes.ts';
import { Person } from '../../scripts/screen-pictures/person.ts';
import { launchBrowser } from '../../scripts/screen-pictures/picture-folder.ts';
import { buildWebWhenStale } from '../../scripts/web-build.ts';
import { quantile } from '../figures.ts';
import { recordTimeline, scriptingPerEvent } from './scripting.ts';

const movements = 60;
/** Long enough that the frames of one movement are over before the next. */
const pauseMilliseconds = 120;
const quietMilliseconds = 4_000;
/** After React and MapLibre have been compiled by the browser. */
const warmUp = 40;
const aimMilliseconds = 4;

/** Prints the milliseconds of scripting for a movement of a slider in the valuation dialog. */
export async function reportSlider(): Promise<void> {
  await buildWebWhenStale();
  const { address, stop } = await launchProduct({});
  const browser = await launchBrowser();
  try {
    const person = await Person.join(address, 'slider-mover');
    const context = await person.window(browser);
    const page = await context.newPage();
    await openCurveDialog(page);
    await page.waitForTimeout(quietMilliseconds);
    const rows: Record<string, Record<string, string>> = {};
    for (const name of ['Amplitude', 'Offset']) {
      await drag(page, name, warmUp);
      const session = await context.newCDPSession(page);
      const events = await recordTimeline(session, () => drag(page, name, movements));
      await session.detach();
      rows[name] = figuresOf(scriptingPerEvent(events, 'pointermove'));
    }
    console.log(`\nscripting per movement of a slider, milliseconds; aim: ${aimMilliseconds}`);
    console.table(rows);
  } finally {
    await browser.close();
    await stop();
  }
}

/** Moves a slider's thumb to and fro with the pointer, each time by at least one step. */
async function drag(page: Page, name: string, times: number): Promise<void> {
  const box = await page
    .getByRole('group', { name })
    .locator('[class*=track]')
    .first()
    .boundingBox();
  if (box === null) throw new Error(`The slider ${name} is not on the screen.`);
  const y = box.y + box.height / 2;
  const placeOf = (step: number) => box.x + box.width * (0.2 + (0.6 * (step % 20)) / 20);
  await page.mouse.move(placeOf(0), y);
  await page.mouse.down();
  for (let step = 1; step <= times; step++) {
    await page.mouse.move(placeOf(step), y);
    await page.waitForTimeout(pauseMilliseconds);
  }
  await page.mouse.up();
}

function figuresOf(milliseconds: readonly number[]): Record<string, string> {
  const at = (share: number) => quantile(milliseconds, share).toFixed(1);
  return { movements: String(milliseconds.length), median: at(0.5), p90: at(0.9), most: at(1) };
}
