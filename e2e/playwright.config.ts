import { defineConfig } from '@playwright/test';
import { ensureBrowser } from '../scripts/browser.ts';

/** Found once by the main process; the workers inherit it. */
process.env.REFUGIA_BROWSER ??= await ensureBrowser();

const launchArguments = [
  // Chromium's sandbox does not start for root, as whom containers run.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // Maps need WebGL 2, and a machine for tests has no graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Journeys through the real product: its server, its built pages, a data folder of their own. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/start-product.ts',
  outputDir: './test-results',
  // One waits for mail, redirects and runs half of its time. More would have to share two cores.
  workers: 2,
  // Time limits end what hangs, and judge no speed.
  timeout: 600_000,
  // One that fails on a busy machine is tried once more. The summary of `npm test` names it all the same.
  retries: 1,
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: 'list',
  use: {
    launchOptions: { executablePath: process.env.REFUGIA_BROWSER, args: launchArguments },
    viewport: { width: 1440, height: 900 },
    // Without a graphics card every pixel of a map is painted by the processor, and journeys do not
    // judge how fine it is. Those that compare pictures say so.
    deviceScaleFactor: 0.5,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-US',
    actionTimeout: 60_000,
    // Recording takes a tenth of the time: whoever looks into a failure asks for it by `--trace on`.
    trace: 'off',
  },
});
