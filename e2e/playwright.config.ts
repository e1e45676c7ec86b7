import { defineConfig } from '@playwright/test';
import { ensureBrowser } from '../scripts/browser.ts';

/** The main process finds the browser once, and the workers inherit the result. */
process.env.REFUGIA_BROWSER ??= await ensureBrowser();

/**
 * Features of Chromium that journeys do without. Chromium obeys the last list alone, so this one
 * starts with what Playwright's own list, `disabledFeatures`, keeps off these journeys.
 */
const featuresOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // For each journey Chromium would load the suggestions of an address bar that nobody sees. They
  // take a quarter of the browser's processor time for opening a page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // It would also start a process for a page that may never be opened.
  'SpareRendererForSitePerProcess',
];

const launchArguments = [
  // Chromium's sandbox does not start for root, which is the user of containers.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // Maps need WebGL 2, and a machine for tests has no graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // Only the maps need WebGL. The pages around them are put together by the processor anyway, which
  // takes a third less of it without going through the imitated graphics card.
  '--disable-gpu-compositing',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresOff.join(',')}`,
];

/**
 * Journeys through the real product, with its server, its built pages and a data folder of their
 * own.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/start-product.ts',
  outputDir: './test-results',
  // A journey waits for mail, redirects and runs during half of its time. More workers would have
  // to share two cores.
  workers: 2,
  // This limit ends a journey that hangs. It does not judge speed.
  timeout: 600_000,
  // A journey that fails on a busy machine is tried once more. The summary of `npm test` names it
  // all the same.
  retries: 1,
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: 'list',
  use: {
    launchOptions: { executablePath: process.env.REFUGIA_BROWSER, args: launchArguments },
    viewport: { width: 1440, height: 900 },
    // Without a graphics card the processor draws every pixel of a map. Journeys do not judge the
    // resolution, and those that compare pictures set their own.
    deviceScaleFactor: 0.25,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-US',
    actionTimeout: 60_000,
    // Recording takes a tenth of the time. To look into a failure, use `--trace on`.
    trace: 'off',
  },
});
