import { type Browser, chromium } from '@playwright/test';
import { ensureBrowser } from '../browser.ts';

/** Starts a browser that draws maps without a graphics card, whoever runs it. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await ensureBrowser(),
    args: [
      // Chromium's sandbox does not start for root, as whom containers run.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
    ],
  });
}
