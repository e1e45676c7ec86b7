import type { Page } from '@playwright/test';
import { middle } from './collaborative-map.ts';

/** Drops files of this machine on the middle of the map, as the system's file manager does. */
export async function drop(page: Page, ...files: string[]): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const [x, y] = middle;
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await devTools.detach();
}
