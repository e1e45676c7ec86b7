import type { Browser, Page } from '@playwright/test';
import { screenExample } from '../landing-pictures/run.ts';

const path = '/apps/habitatpatrol/map';
export const screen = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** The address parameters of the example, whose figures all pictures and pages tell. */
const forest = searchOf(screenExample);
/** The timeout is long because the software renderer and a run use the same processors. */
export const patienceMilliseconds = 240_000;
/** The time for tiles to load and flights to end. */
export const settleMilliseconds = 4_000;

export type Theme = 'light' | 'dark';
/** Each picture of the tutorial exists in both themes. */
export const themes: readonly Theme[] = ['light', 'dark'];

interface Look {
  theme?: Theme;
  /** The address parameters of area, dates and run. */
  search?: string;
  isPhone?: boolean;
}

/** Opens Habitat Patrol's map in a new window, without the tutorial, and waits until it is drawn. */
export async function open(
  browser: Browser,
  address: string,
  { theme = 'light', search = `?${forest}`, isPhone = false }: Look = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: isPhone ? phone : screen,
    deviceScaleFactor: isPhone ? 2 : 1.6,
    hasTouch: isPhone,
    isMobile: isPhone,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMilliseconds);
  await page.goto(`${address}${path}${search}`);
  // A link to a run shows the run, without the tutorial.
  if (!search.includes('run=')) {
    await page.getByRole('button', { name: 'Close the tutorial' }).click();
  }
  await page.waitForTimeout(settleMilliseconds);
  return page;
}

/** Closes all alerts on the page. */
export async function closeAlerts(page: Page): Promise<void> {
  const alerts = page.getByRole('region', { name: 'Notifications' });
  const close = alerts.getByRole('button', { name: 'Close' });
  // An alert may close by itself in the same moment.
  while ((await close.count()) > 0)
    await close
      .first()
      .click({ timeout: 2_000 })
      .catch(() => {});
}

function searchOf({ area, startDate, endDate }: typeof screenExample): string {
  const [southWest, , northEast] = area.coordinates[0];
  return `area=${[...southWest, ...northEast].join('_')}&start=${startDate}&end=${endDate}`;
}
